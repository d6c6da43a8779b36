import type { StorageLayout } from "../artifact/compiledProject";

/** A state variable with its place, or a field of one. */
export interface StorageRow {
  readonly name: string;
  readonly type: string;
  /** Decimal number. */
  readonly slot: string;
  /** Bytes from the right end of the slot. */
  readonly offset: number;
  readonly bytes: string;
  /** Name of the contract that declares it; empty for fields. */
  readonly contract: string;
  /** How deep it is within structs. */
  readonly depth: number;
}

const deepest = 8;
const maxRows = 5000;

/** A decimal number of a layout; 0 for what is none. */
export const numberOf = (digits: string): bigint => (/^\d{1,78}$/.test(digits) ? BigInt(digits) : 0n);

/** Name of the contract that declares a variable, without its source. */
export const declaringContract = ({ contract }: StorageLayout["storage"][number]): string =>
  contract.split(":").at(-1) ?? "";

/** Variables with their places, each struct followed by its fields, in the order in which the compiler tells them. */
export function storageTable({ storage, types }: StorageLayout): StorageRow[] {
  const rows: StorageRow[] = [];
  const add = (entries: StorageLayout["storage"], base: bigint, depth: number): void => {
    for (const entry of entries) {
      const { label, offset, slot, type } = entry;
      if (rows.length >= maxRows) return;
      const known = types[type];
      const at = base + numberOf(slot);
      const home = depth === 0 ? declaringContract(entry) : "";
      const bytes = known?.numberOfBytes ?? "";
      rows.push({ name: label, type: known?.label ?? type, slot: String(at), offset, bytes, contract: home, depth });
      if (known?.members && depth < deepest) add(known.members, at, depth + 1);
    }
  };
  add(storage, 0n, 0);
  return rows;
}
