import type { StorageLayout } from "../artifact/compiledProject";
import { namespaceOf } from "./namespaces";

/** A state variable with its place, or a field of one. */
export interface StorageRow {
  readonly name: string;
  readonly type: string;
  /** Decimal number. */
  readonly slot: string;
  /** The slot as people read it: {@link slotText}. */
  readonly slotText: string;
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

/** The number of a slot; in a namespace its name and the place from its beginning, which is at a number of many digits. */
export function slotText(namespace: string | undefined, slot: bigint): string {
  return namespace === undefined ? String(slot) : `${namespace}:${slot & 0xffn}`;
}

/** Name of the contract that declares a variable, without its source. */
export const declaringContract = ({ contract }: StorageLayout["storage"][number]): string =>
  contract.split(":").at(-1) ?? "";

/** Variables with their places, each struct followed by its fields, in the order in which the compiler tells them. */
export function storageTable({ storage, types }: StorageLayout): StorageRow[] {
  const rows: StorageRow[] = [];
  const add = (entries: StorageLayout["storage"], base: bigint, depth: number, outer?: string): void => {
    for (const entry of entries) {
      const { label, offset, slot, type } = entry;
      if (rows.length >= maxRows) return;
      const known = types[type];
      const at = base + numberOf(slot);
      const namespace = outer ?? namespaceOf(entry);
      rows.push({
        name: label,
        type: known?.label ?? type,
        slot: String(at),
        slotText: slotText(namespace, at),
        offset,
        bytes: known?.numberOfBytes ?? "",
        contract: depth === 0 ? declaringContract(entry) : "",
        depth,
      });
      if (known?.members && depth < deepest) add(known.members, at, depth + 1, namespace);
    }
  };
  add(storage, 0n, 0);
  return rows;
}
