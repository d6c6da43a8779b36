import type { AccountText } from "./stateTest";

/** An account of the world. Never changed in place. */
export interface WorldAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  /** Hex digits. */
  readonly code: string;
}

/** Accounts by 40 hex digits, and storage by 40 digits of the account and 64 of the slot; zeros are left out. */
export interface World {
  readonly accounts: Map<string, WorldAccount>;
  readonly storage: Map<string, bigint>;
}

export const digitsOf = (address: string): string => address.replace(/^0x/i, "").toLowerCase().padStart(40, "0");
export const numberOf = (text: string | undefined): bigint =>
  text === undefined || /^(0x)?$/.test(text) ? 0n : BigInt(text);
export const slotDigits = (slot: bigint): string => slot.toString(16).padStart(64, "0");

export function worldOf(accounts: Readonly<Record<string, AccountText>>): World {
  const world: World = { accounts: new Map(), storage: new Map() };
  for (const [address, { nonce, balance, code, storage }] of Object.entries(accounts)) {
    const digits = digitsOf(address);
    world.accounts.set(digits, {
      nonce: numberOf(nonce),
      balance: numberOf(balance),
      code: code.replace(/^0x/, "").toLowerCase(),
    });
    for (const [slot, value] of Object.entries(storage)) {
      if (numberOf(value) !== 0n) world.storage.set(digits + slotDigits(numberOf(slot)), numberOf(value));
    }
  }
  return world;
}

/** Lines that are equal for equal worlds: accounts that hold nothing are left out, and balances of whom `masked` names. */
export function worldLines({ accounts, storage }: World, masked: ReadonlySet<string> = new Set()): string[] {
  const lines: string[] = [];
  for (const [address, { nonce, balance, code }] of accounts) {
    const shown = masked.has(address) ? "" : balance.toString();
    if (nonce !== 0n) lines.push(`${address} nonce ${nonce}`);
    if (shown !== "" && shown !== "0") lines.push(`${address} balance ${shown}`);
    if (code !== "") lines.push(`${address} code ${code}`);
  }
  for (const [place, value] of storage) {
    if (value !== 0n) lines.push(`${place.slice(0, 40)} slot ${place.slice(40)} ${value.toString(16)}`);
  }
  return lines.sort();
}

/** The first line in which two worlds differ; undefined when they are equal. */
export function worldDifference(ours: readonly string[], theirs: readonly string[]): string | undefined {
  const [own, other] = [new Set(ours), new Set(theirs)];
  const only = ours.find((line) => !other.has(line));
  const missing = theirs.find((line) => !own.has(line));
  if (only === undefined && missing === undefined) return undefined;
  const short = (line: string | undefined): string => (line === undefined ? "nothing" : line.slice(0, 200));
  return `${short(only)} instead of ${short(missing)}`;
}
