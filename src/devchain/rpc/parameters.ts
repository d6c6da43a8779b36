import type { Client } from "../execution/timeSlice";
import type { WireObject, WireValue } from "./jsonText";
import { asBool, asInt64, ConversionError, isObject, NoHexDigit } from "./wireConversions";

/** The `params` array with the node's conversions: a missing or odd value is rarely an error (json-rpc.md, "Envelope"). */
export class Parameters {
  readonly values: readonly WireValue[];

  /** Who asks, where that is known. */
  readonly client: Client | undefined;

  constructor(values: readonly WireValue[], client?: Client) {
    this.values = values;
    this.client = client;
  }

  get length(): number {
    return this.values.length;
  }

  /** Anything that is not a string is the empty string. */
  text(index: number): string {
    const value = this.values[index];
    return typeof value === "string" ? value : "";
  }

  /** Beyond 2^53 only near. @throws ConversionError for text, arrays, objects and numbers beyond 64 bits. */
  int64(index: number): number {
    return Number(asInt64(this.values[index]));
  }

  /** @throws ConversionError for text, arrays and objects. */
  bool(index: number, missing: boolean): boolean {
    return index < this.values.length ? asBool(this.values[index]) : missing;
  }

  /** 64 hex digits: a shorter text is right-aligned. @throws ConversionError for what is not hex or too long. */
  hash(index: number): string {
    const text = this.text(index);
    const digits = text.startsWith("0x") || text.startsWith("0X") ? text.slice(2) : text;
    if (digits.length > 64 || digits.length % 2 !== 0) {
      throw new ConversionError("Invalid input string!", "boost::wrapexcept<std::invalid_argument>");
    }
    const stranger = /[^0-9a-fA-F]/.exec(digits);
    if (stranger) throw new NoHexDigit(stranger[0]);
    return digits.toLowerCase().padStart(64, "0");
  }

  object(index: number): WireObject {
    const value = this.values[index];
    return value !== undefined && isObject(value) ? value : {};
  }
}
