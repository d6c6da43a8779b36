import type { AbiValue } from "./abiDecoder";

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
