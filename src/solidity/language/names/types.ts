import type { Declaration, SourceFile } from "./declarations";

/** What an expression is, as far as names want to know. */
export type Type =
  /** A value of a type that needs no declaration: `uint256`, `address payable`. */
  | { readonly is: "value"; readonly name: string }
  /** A number that is written, which fits into several types. */
  | { readonly is: "number"; readonly text: string }
  | { readonly is: "text"; readonly bytes: number }
  | { readonly is: "array"; readonly base: Type; readonly length: string | undefined }
  | { readonly is: "mapping"; readonly key: Type; readonly value: Type }
  /** A contract, struct, enum or value type. */
  | { readonly is: "instance"; readonly of: Declaration }
  /** A type itself: `uint256`, `Coin`. */
  | { readonly is: "type"; readonly type: Type }
  /** What can be called: declared functions, events, errors; `attached`: the first parameter is given by what stands before the dot. */
  | { readonly is: "callable"; readonly of: readonly Declaration[]; readonly attached: ReadonlySet<Declaration> }
  /** The function that gives a public variable to others. */
  | { readonly is: "getter"; readonly of: Declaration; readonly type: Type }
  /** A value of a function type, or what the language itself offers. */
  | { readonly is: "function"; readonly parameters: readonly Type[] | undefined; readonly returns: readonly Type[] }
  | { readonly is: "tuple"; readonly items: readonly Type[] }
  | { readonly is: "module"; readonly file: SourceFile }
  /** `msg`, `abi` … */
  | { readonly is: "builtIn"; readonly name: string }
  | { readonly is: "super"; readonly of: Declaration }
  | { readonly is: "unknown" };

export const unknownType: Type = { is: "unknown" };
export const value = (name: string): Type => ({ is: "value", name });
export const nothing: Type = { is: "tuple", items: [] };

const numbers = new WeakMap<Declaration, number>();
let next = 1;
function numberOf(declaration: Declaration): number {
  const known = numbers.get(declaration);
  if (known !== undefined) return known;
  numbers.set(declaration, next);
  return next++;
}

/** A text that equal types share; where they lie doesn't count. */
export function keyOfType(type: Type): string {
  switch (type.is) {
    case "value":
      return type.name;
    case "array":
      return `${keyOfType(type.base)}[${type.length ?? ""}]`;
    case "mapping":
      return `mapping(${keyOfType(type.key)}=>${keyOfType(type.value)})`;
    case "instance":
      return `#${numberOf(type.of)}`;
    case "tuple":
      return `(${type.items.map(keyOfType).join(",")})`;
    case "function":
      return `function(${(type.parameters ?? []).map(keyOfType).join(",")})(${type.returns.map(keyOfType).join(",")})`;
    default:
      return type.is;
  }
}

const sized = /^(u?int|bytes)(\d+)$/;

function isNumberFor(text: string, to: string): boolean {
  const hex = /^0x[\da-f]*$/i.test(text);
  if (to === "address" || to === "address payable") return hex && text.length === 42;
  const [, family = "", size = ""] = sized.exec(to) ?? [];
  if (family === "bytes") return text === "0" || (hex && text.length === 2 + 2 * Number(size));
  if (family === "uint") return !text.startsWith("-");
  return family === "int" || to.includes("fixed");
}

function isValueFor(from: string, to: string): boolean {
  if (from === to || from === "var" || to === "var") return true;
  if (from === "address payable" && to === "address") return true;
  const [, fromFamily = "", fromSize = ""] = sized.exec(from) ?? [];
  const [, toFamily = "", toSize = ""] = sized.exec(to) ?? [];
  if (fromFamily === "uint" && toFamily === "int") return Number(toSize) > Number(fromSize);
  return fromFamily !== "" && fromFamily === toFamily && Number(toSize) >= Number(fromSize);
}

/** Whether an unsigned number would become a signed one: before 0.8 it was taken for that, and no call was left open by it. */
export const becomesSigned = (from: Type, to: Type): boolean =>
  from.is === "value" && to.is === "value" && from.name.startsWith("uint") && to.name.startsWith("int");

/** Whether a value of one type is taken where another is wanted. What isn't known is taken. */
export function isTaken(
  from: Type,
  to: Type,
  inherits: (contract: Declaration, base: Declaration) => boolean,
): boolean {
  if (from.is === "unknown" || to.is === "unknown") return true;
  if (from.is === "number") return to.is === "value" && isNumberFor(from.text, to.name);
  if (from.is === "text") {
    if (to.is !== "value") return false;
    if (to.name === "string" || to.name === "bytes") return true;
    const [, family, size] = sized.exec(to.name) ?? [];
    return family === "bytes" && Number(size) >= from.bytes;
  }
  if (from.is === "value" && to.is === "value") return isValueFor(from.name, to.name);
  if (from.is === "instance" && to.is === "instance")
    return from.of === to.of || (from.of.kind === "contract" && to.of.kind === "contract" && inherits(from.of, to.of));
  // Before 0.5 a contract was an address, too.
  if (from.is === "instance" && from.of.kind === "contract") return to.is === "value" && to.name === "address";
  if (from.is === "array" && to.is === "array") {
    if (from.length !== undefined && to.length !== undefined && from.length !== to.length) return false;
    return isTaken(from.base, to.base, inherits);
  }
  if (from.is === "tuple" && from.items.length === 1 && from.items[0]) return isTaken(from.items[0], to, inherits);
  if (from.is === "callable" || from.is === "function" || from.is === "getter") return to.is === "function";
  return keyOfType(from) === keyOfType(to);
}
