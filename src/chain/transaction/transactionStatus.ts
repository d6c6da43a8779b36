/** Statuses of receipts by the node's names (docs/protocol/errors.md, "Error and status numbers"). */
export const transactionStatus = {
  none: 0,
  unknown: 1,
  outOfGasLimit: 2,
  notEnoughCash: 7,
  badInstruction: 10,
  badJumpDestination: 11,
  outOfGas: 12,
  outOfStack: 13,
  stackUnderflow: 14,
  precompiledError: 15,
  revertInstruction: 16,
  contractAddressAlreadyUsed: 17,
  permissionDenied: 18,
  callAddressError: 19,
  gasOverflow: 20,
  contractFrozen: 21,
  accountFrozen: 22,
  accountAbolished: 23,
  contractAbolished: 24,
} as const;

const names = new Map<number, string>(Object.entries(transactionStatus).map(([name, code]) => [code, name]));

/** The node's own name: `OutOfGas`. `Unknown` for what has none. */
export function statusName(code: number): string {
  const name = (code === 0 ? undefined : names.get(code)) ?? "unknown";
  return name.charAt(0).toUpperCase() + name.slice(1);
}
