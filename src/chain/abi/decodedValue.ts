import type { AbiValue } from "./abiDecoder";

/** A named, typed value of a call, a result, an event or an error. */
export interface DecodedValue {
  readonly name: string;
  readonly type: string;
  readonly value: AbiValue;
}
