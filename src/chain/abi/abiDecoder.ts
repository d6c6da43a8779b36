import { bytesToHex } from "../../crypto/bytes/hex";
import { AbiReader, type AbiValues } from "./abiReader";
import type { AbiParameter } from "./abiType";

/** What a source says of a value beyond its type in the ABI. */
interface SourceWords {
  /** The type as the source has it: `Item[]`, `Color`. */
  readonly type: string;
  /** The value with the names of enum members beside their numbers, wherever in it they are. */
  readonly named: AbiValue;
  readonly doc?: string;
}

/** A named, typed value of a call, a result, an event or an error. */
export interface DecodedValue {
  readonly name: string;
  readonly type: string;
  readonly value: AbiValue;
  /** For people to read; absent where the source says no more than the type. */
  readonly source?: SourceWords;
}

/** The value as programs get it: what the ABI says alone. */
export function plainValue<Value extends DecodedValue>({ source: _, ...plain }: Value): Omit<Value, "source"> {
  return plain;
}

/**
 * A decoded value as plain JSON: integers as decimal texts (they may need 256 bits), bytes and addresses as lower-case
 * hex with `0x`, structs as objects, or as lists when a member has no name.
 */
export type AbiValue = string | boolean | AbiValue[] | { [name: string]: AbiValue };

function named(members: readonly AbiParameter[], values: AbiValue[]): AbiValue {
  const names = members.map((member) => member.name);
  if (names.includes("") || new Set(names).size !== names.length) return values;
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const plain: AbiValues<AbiValue> = {
  integer: String,
  bool: (on) => on,
  address: bytesToHex,
  text: (bytes) => utf8.decode(bytes),
  bytes: bytesToHex,
  list: (items) => items,
  struct: named,
};

/**
 * Values of a list of parameters. Padding is not looked at: contracts of old compilers leave anything in it.
 * @throws RangeError when the data is too short or its offsets lead nowhere.
 */
export function decodeParameters(parameters: readonly AbiParameter[], data: Uint8Array): AbiValue[] {
  return new AbiReader(data, plain).members(parameters);
}
