import type { WireObject, WireValue } from "./jsonText";
import { invalidRequest } from "./rpcError";

/** The `params` array with the node's conversions: a missing or odd value is rarely an error (json-rpc.md, "Envelope"). */
export class Parameters {
  readonly values: readonly WireValue[];

  constructor(values: readonly WireValue[]) {
    this.values = values;
  }

  get length(): number {
    return this.values.length;
  }

  /** Anything that is not a string is the empty string. */
  text(index: number): string {
    const value = this.values[index];
    return typeof value === "string" ? value : "";
  }

  /** @throws RpcError −32600 for text, arrays, objects and numbers beyond 64 bits. */
  int64(index: number): number {
    const value = this.values[index];
    if (value === undefined || value === null) return 0;
    if (typeof value === "boolean") return value ? 1 : 0;
    if (typeof value === "number" && Math.abs(value) < 2 ** 63) return Math.trunc(value);
    if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return Number(value);
    if (typeof value === "number" || typeof value === "bigint") {
      throw invalidRequest(
        Number.isInteger(Number(value)) ? "LargestUInt out of Int64 range" : "double out of Int64 range",
      );
    }
    throw invalidRequest("Value is not convertible to Int64.");
  }

  /** @throws RpcError −32600 for text, arrays and objects. */
  bool(index: number, missing: boolean): boolean {
    const value = this.values[index];
    if (value === undefined) return missing;
    if (value === null) return false;
    if (typeof value === "boolean") return value;
    if (typeof value === "number" || typeof value === "bigint") return Number(value) !== 0;
    throw invalidRequest("Value is not convertible to bool.");
  }

  /** 64 hex digits: a shorter text is right-aligned. @throws RpcError −32600 for what is not hex or too long. */
  hash(index: number): string {
    const text = this.text(index);
    const digits = text.startsWith("0x") || text.startsWith("0X") ? text.slice(2) : text;
    if (digits.length > 64 || digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) {
      throw invalidRequest("Invalid input string!");
    }
    return digits.toLowerCase().padStart(64, "0");
  }

  object(index: number): WireObject {
    const value = this.values[index];
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  }
}
