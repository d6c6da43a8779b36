import { hexToBytes } from "../../crypto/bytes/hex";
import type { Expression } from "../expression/parseExpression";
import { parseExpression } from "../expression/parseExpression";
import { lengthOf, membersOf, wordOf } from "../values/readValue";
import { isValueType, plain, type SolidityType, slotsOf } from "../values/solidityType";
import { NotAvailable, type StateView, type Value, wordValue } from "../values/value";

/** A key as a person writes it: `5`, `0x…`, `"text"`, `true`, `Color.Red`. Undefined where it is none of the type. */
export function keyOfExpression(type: SolidityType, expression: Expression): Value | undefined {
  const bare = plain(type);
  const word = (value: bigint): Value => wordValue(type, BigInt.asUintN(256, value));
  const text = (value: string): Value => ({ type, place: { kind: "bytes", bytes: new TextEncoder().encode(value) } });
  const negative = expression.kind === "unary" && expression.operator === "-" && expression.operand.kind === "number";
  const number = negative
    ? -(expression.operand as Expression & { kind: "number" }).value
    : expression.kind === "number"
      ? expression.value
      : undefined;
  const digits = expression.kind === "number" ? expression.digits : undefined;
  switch (bare.kind) {
    case "uint":
      return number !== undefined && number >= 0n && number < 1n << BigInt(bare.bits) ? word(number) : undefined;
    case "int":
      return number !== undefined && BigInt.asIntN(bare.bits, number) === number ? word(number) : undefined;
    case "address":
    case "contract":
      return number !== undefined && digits === 40 ? word(number) : undefined;
    case "fixedBytes":
      return number !== undefined && digits === 2 * bare.size
        ? word(number << BigInt(8 * (32 - bare.size)))
        : undefined;
    case "bool":
      return expression.kind === "bool" ? word(expression.value ? 1n : 0n) : undefined;
    case "enum": {
      const name = expression.kind === "name" || expression.kind === "member" ? expression.name : undefined;
      const index = name === undefined ? Number(number ?? -1n) : bare.members.indexOf(name);
      return index >= 0 && index < bare.members.length ? word(BigInt(index)) : undefined;
    }
    case "string":
      return expression.kind === "text" ? text(expression.value) : undefined;
    case "bytes":
      if (expression.kind === "number" && digits !== undefined && digits % 2 === 0) {
        return {
          type,
          place: { kind: "bytes", bytes: hexToBytes(`0x${expression.value.toString(16).padStart(digits, "0")}`) },
        };
      }
      return expression.kind === "text" ? text(expression.value) : undefined;
    default:
      return undefined;
  }
}

/** Candidates for keys, each read once. */
export class KeyCandidates {
  readonly #expressions: readonly Expression[];
  readonly #byType = new Map<SolidityType, readonly Value[]>();

  /** @param texts as a person writes them; what is no key counts for nothing */
  constructor(texts: readonly string[]) {
    this.#expressions = [...new Set(texts)].slice(0, 1000).flatMap((text) => {
      try {
        return [parseExpression(text), { kind: "text" as const, value: text }];
      } catch {
        return [{ kind: "text" as const, value: text }];
      }
    });
  }

  /** Those that can be keys of a type. */
  of(type: SolidityType): readonly Value[] {
    let found = this.#byType.get(type);
    if (!found) {
      const bare = plain(type);
      const all =
        bare.kind === "bool" || bare.kind === "enum"
          ? Array.from({ length: bare.kind === "bool" ? 2 : bare.members.length }, (_, i) => wordValue(type, BigInt(i)))
          : this.#expressions.flatMap((each) => keyOfExpression(type, each) ?? []);
      found = distinct(all);
      this.#byType.set(type, found);
    }
    return found;
  }
}

function distinct(values: readonly Value[]): Value[] {
  const known = new Map<string, Value>();
  for (const value of values) {
    const { place } = value;
    const key = place.kind === "words" ? String(place.words[0]) : place.kind === "bytes" ? place.bytes.join() : "";
    if (!known.has(key)) known.set(key, value);
  }
  return [...known.values()];
}

/** Whether there is something under a key. What is not known yet counts as nothing. */
export function isFilled(view: StateView, value: Value, inMapping: (mapping: Value) => boolean, depth = 0): boolean {
  try {
    const bare = plain(value.type);
    if (depth > 6) return false;
    if (isValueType(bare)) return wordOf(view, value) !== 0n;
    if (bare.kind === "string" || bare.kind === "bytes") return lengthOf(view, value) > 0;
    if (bare.kind === "mapping") return inMapping(value);
    // all members, so that all of them are asked for at once
    if (bare.kind === "struct") {
      return membersOf(view, value)
        .map((member) => isFilled(view, member.value, inMapping, depth + 1))
        .includes(true);
    }
    if (bare.kind !== "array") return false;
    if (bare.length === undefined) return lengthOf(view, value) > 0;
    const { place } = value;
    if (place.kind !== "storage") return false;
    const slots = slotsOf(bare);
    const count = slots > 64n ? 64 : Number(slots);
    return Array.from({ length: count }, (_, i) => {
      try {
        return view.storage(place.address, place.slot + BigInt(i), place.transient === true) !== 0n;
      } catch {
        return false;
      }
    }).includes(true);
  } catch (error) {
    if (error instanceof NotAvailable) return false;
    throw error;
  }
}
