import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { encodeValues } from "../values/encodeValue";
import { bytesOf, lengthOf, numberOf, wordOf } from "../values/readValue";
import { isValueType, packedSize, plain, type SolidityType, typeName } from "../values/solidityType";
import { NotAvailable, type StateView, type Value, wordValue } from "../values/value";
import { type EvaluationResult, settled, truth, uint256, word } from "./evaluation";

/** A number cut to what its type holds. */
function cut(type: SolidityType, number: bigint): Value {
  const bare = plain(type);
  const of = (bits: bigint): Value => wordValue(type, BigInt.asUintN(256, bits));
  if (bare.kind === "int") return of(BigInt.asIntN(bare.bits, number));
  if (bare.kind === "fixedBytes") {
    const rest = 256n - BigInt(8 * bare.size);
    return of((BigInt.asUintN(256, number) >> rest) << rest);
  }
  return of(BigInt.asUintN(8 * packedSize(bare), number));
}

/** A number in a type; what does not fit is an error, as the code itself would say. @throws NotAvailable */
function fitting(view: StateView, type: SolidityType, number: bigint): Value {
  const value = cut(type, number);
  if (numberOf(view, value) !== number) {
    throw new NotAvailable(t("{0} doesn't fit into {1}", String(number), typeName(type)));
  }
  return value;
}

/** Lists and tuples that were written take on the type that is wanted of them. */
function taken(view: StateView, type: SolidityType, value: Value): Value {
  const [to, { place }] = [plain(type), value];
  if (place.kind !== "parts") return value;
  if (to.kind === "array")
    return { type, place: { kind: "parts", parts: place.parts.map((part) => cast(view, to.item, part)) } };
  if (to.kind !== "struct") return value;
  const members = to.members();
  const parts = place.parts.map((part, i) => cast(view, members[i]?.type ?? part.type, part));
  return { type, place: { kind: "parts", parts } };
}

/** An explicit conversion. @throws NotAvailable */
function cast(view: StateView, type: SolidityType, value: Value): Value {
  const [to, from] = [plain(type), plain(value.type)];
  if (to.kind === "struct" || to.kind === "array" || to.kind === "mapping") return taken(view, type, value);
  if (!isValueType(to)) return { type, place: { kind: "bytes", bytes: bytesOf(view, value) } };
  if (to.kind === "fixedBytes") {
    if (from.kind === "string" || from.kind === "bytes") {
      const size = Math.min(to.size, lengthOf(view, value));
      return wordValue(type, numberOfBytes(bytesOf(view, value).subarray(0, size)) << BigInt(8 * (32 - size)));
    }
    const left = from.kind === "fixedBytes" ? wordOf(view, value) : numberOf(view, value) << BigInt(8 * (32 - to.size));
    return cut(type, BigInt.asUintN(256, left));
  }
  if (!isValueType(from)) throw new NotAvailable(t("this can't be converted to {0}", typeName(type)));
  const number =
    from.kind === "fixedBytes" ? wordOf(view, value) >> BigInt(8 * (32 - from.size)) : numberOf(view, value);
  return cut(type, number);
}

/** Whatever stands for a value of a type: literals take it on. @throws NotAvailable */
export function converted(view: StateView, type: SolidityType, result: EvaluationResult): Value {
  if (result.kind !== "number") return cast(view, type, settled(result));
  const bare = plain(type);
  if (bare.kind === "fixedBytes")
    return wordValue(type, BigInt.asUintN(256, result.value << BigInt(8 * (32 - bare.size))));
  if (!isValueType(bare)) throw new NotAvailable(t("this can't be converted to {0}", typeName(type)));
  return cut(type, result.value);
}

function operand(view: StateView, result: EvaluationResult, type: SolidityType): bigint {
  if (result.kind !== "number") return numberOf(view, settled(result));
  const bare = plain(type);
  return bare.kind === "fixedBytes" ? result.value << BigInt(8 * (32 - bare.size)) : result.value;
}

/** Texts, bytes, lists and structs by what is in them. */
function content(view: StateView, result: EvaluationResult): string | undefined {
  if (result.kind !== "value" && result.kind !== "tuple") return undefined;
  const value = settled(result);
  const { kind } = plain(value.type);
  if (kind === "string" || kind === "bytes") return bytesToHex(bytesOf(view, value));
  return kind === "array" || kind === "struct" ? bytesToHex(encodeValues(view, [value])) : undefined;
}

function compared(operator: string, x: bigint, y: bigint): boolean {
  switch (operator) {
    case "==":
      return x === y;
    case "!=":
      return x !== y;
    case "<":
      return x < y;
    case ">":
      return x > y;
    case "<=":
      return x <= y;
    default:
      return x >= y;
  }
}

function arithmetic(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
    case "%":
      if (b === 0n) throw new NotAvailable(t("division by zero"));
      return operator === "/" ? a / b : a % b;
    case "**":
      if (b < 0n || b > 4096n) throw new NotAvailable(t("the exponent is too large"));
      return a ** b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return b > 256n ? 0n : a << b;
    default:
      return a >> (b > 256n ? 256n : b);
  }
}

function compare(view: StateView, operator: string, a: EvaluationResult, b: EvaluationResult): boolean {
  const [left, right] = [content(view, a), content(view, b)];
  if (left !== undefined && right !== undefined)
    return operator === "==" ? left === right : operator === "!=" && left !== right;
  const type = a.kind === "value" ? a.value.type : b.kind === "value" ? b.value.type : uint256;
  return compared(operator, operand(view, a, type), operand(view, b, type));
}

/** Two operands and what is between them, without `&&` and `||`. @throws NotAvailable for what does not fit its type. */
export function binary(view: StateView, operator: string, a: EvaluationResult, b: EvaluationResult): EvaluationResult {
  if (["==", "!=", "<", ">", "<=", ">="].includes(operator)) return truth(compare(view, operator, a, b));
  if (a.kind === "number" && b.kind === "number")
    return { kind: "number", value: arithmetic(operator, a.value, b.value) };
  const shift = operator === "<<" || operator === ">>" || operator === "**";
  const typed = a.kind === "value" ? a.value : settled(shift ? a : b);
  const other = b.kind === "value" ? b.value : undefined;
  let { type } = typed;
  // the wider of two numbers decides
  if (!shift && a.kind === "value" && other && packedSize(other.type) > packedSize(type)) type = other.type;
  const [x, y] = [operand(view, a, type), shift ? numberOf(view, settled(b)) : operand(view, b, type)];
  const result = arithmetic(operator, x, y);
  const cuts = ["&", "|", "^", "<<", ">>"].includes(operator);
  return { kind: "value", value: cuts ? cut(type, result) : fitting(view, type, result) };
}

/** @throws NotAvailable */
export function unary(view: StateView, operator: string, given: EvaluationResult): EvaluationResult {
  if (given.kind === "number") {
    if (operator === "-") return { kind: "number", value: -given.value };
    if (operator === "~") return { kind: "number", value: ~given.value };
    if (operator === "+") return given;
  }
  const value = settled(given);
  if (operator === "!") return truth(numberOf(view, value) === 0n);
  if (operator === "-") return { kind: "value", value: fitting(view, value.type, -numberOf(view, value)) };
  if (operator === "~") return { kind: "value", value: cut(value.type, ~numberOf(view, value)) };
  return given;
}

/** `addmod` and `mulmod`, without an end of numbers between. */
export function moduloOf(
  operator: "+" | "*",
  view: StateView,
  [a, b, modulus]: readonly EvaluationResult[],
): EvaluationResult {
  const number = (result: EvaluationResult | undefined): bigint => {
    if (!result) throw new NotAvailable(t("the expression ends too early"));
    return operand(view, result, uint256);
  };
  return word(uint256, arithmetic("%", arithmetic(operator, number(a), number(b)), number(modulus)));
}
