import { clientError, excerpt } from "../../errors/clientError";
import { isJsonObject, type JsonObject } from "../../text/limits/boundedJson";

/** What a Solidity type is made of. Enums are integers, contracts are addresses, as in the ABI. */
export type AbiShape =
  | {
      readonly kind: "integer";
      readonly signed: boolean;
      readonly bits: number;
      /** Members of the enum that it is, where the source's tree is known (`artifact/enumNames.ts`). */
      readonly names?: readonly string[];
    }
  | { readonly kind: "bool" | "address" | "string" }
  /** `size` bytes, or any number of them. An external function is 24 bytes: address and selector. */
  | { readonly kind: "bytes"; readonly size?: number }
  | { readonly kind: "array"; readonly element: AbiShape; readonly length?: number }
  | { readonly kind: "tuple"; readonly members: readonly AbiParameter[] };

/** A parameter, a result or a struct member. */
export interface AbiParameter {
  /** Empty when the ABI gives none. */
  readonly name: string;
  /** Canonical: `uint256`, `(uint256,string)[]`. */
  readonly type: string;
  /** As the source wrote it, when the compiler said so: `struct Shop.Item[]`. */
  readonly internalType?: string;
  /** What the source says of it (`@param`, `@return`), where that is known (`artifact/sourceNotes.ts`). */
  readonly doc?: string;
  readonly indexed: boolean;
  readonly shape: AbiShape;
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 256 && value.every((each) => typeof each === "string" && each.length <= 256);

function elementary(type: string, where: string, json: JsonObject): { type: string; shape: AbiShape } {
  if (type === "address" || type === "address payable") return { type: "address", shape: { kind: "address" } };
  if (type === "bool" || type === "string") return { type, shape: { kind: type } };
  if (type === "bytes") return { type, shape: { kind: "bytes" } };
  if (type === "function") return { type, shape: { kind: "bytes", size: 24 } };
  const [, family, digits = ""] = /^(bytes|uint|int)(\d*)$/.exec(type) ?? [];
  const size = digits === "" ? 256 : Number(digits);
  if (family === "bytes" && size >= 1 && size <= 32) return { type, shape: { kind: "bytes", size } };
  if ((family === "uint" || family === "int") && size >= 8 && size <= 256 && size % 8 === 0) {
    const names = isNames(json["enumMembers"]) ? { names: json["enumMembers"] } : {};
    return { type: `${family}${size}`, shape: { kind: "integer", signed: family === "int", bits: size, ...names } };
  }
  const ofLibrary = libraryType(type, json);
  if (ofLibrary) return ofLibrary;
  throw clientError("abiUnknownType", { where, type });
}

/** A word of its own in call data, whatever it means: what is known of a library's type where no compiler says more. */
const word: AbiShape = { kind: "bytes", size: 32 };

/**
 * Types that only functions of libraries have: they keep the names of contracts (`IFeed`), enums (`Lib.Color`) and places in storage
 * (`Lib.Set storage`, `mapping(uint256 => uint256) storage`), in the signature too. In call data each is a word: an address, a small
 * number, the number of a slot. Compilers before 0.5.11 don't say which; names begin with a capital there, so that a slip of the pen stays
 * an error.
 */
function libraryType(type: string, json: JsonObject): { type: string; shape: AbiShape } | undefined {
  if (type.endsWith(" storage")) return { type, shape: { kind: "integer", signed: false, bits: 256 } };
  if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(type)) return undefined;
  const internal = typeof json["internalType"] === "string" ? json["internalType"] : "";
  if (internal.startsWith("contract ")) return { type, shape: { kind: "address" } };
  if (internal.startsWith("enum ")) {
    const names = isNames(json["enumMembers"]) ? { names: json["enumMembers"] } : {};
    return { type, shape: { kind: "integer", signed: false, bits: 8, ...names } };
  }
  return internal === "" && /\.|^[A-Z_$]/.test(type) ? { type, shape: word } : undefined;
}

/** Whether a type is one of a library's functions. */
function isLibraryParameter({ internalType = "", type, shape }: AbiParameter): boolean {
  if (type.endsWith(" storage")) return true;
  if (internalType === type) return false;
  const [written = ""] = type.split("[", 1);
  const [meant = ""] = internalType.split("[", 1);
  const element = elementOf(shape);
  if (element.kind === "tuple") return element.members.some(isLibraryParameter);
  return (
    meant === `contract ${written}` ||
    meant === `enum ${written}` ||
    (internalType === "" && /\.|^[A-Z_$]/.test(written))
  );
}

export const elementOf = (shape: AbiShape): AbiShape => (shape.kind === "array" ? elementOf(shape.element) : shape);

/**
 * The type as it stands in a signature: structs of a library's functions are named there (`Lib.Set`), those of contracts are taken apart.
 */
function signatureType({ type, shape, internalType = "" }: AbiParameter, ofLibrary: boolean): string {
  const [, name = ""] = /^struct ([\w$.]+)/.exec(internalType) ?? [];
  if (!ofLibrary || name === "" || elementOf(shape).kind !== "tuple") return type;
  return `${name}${type.slice(type.lastIndexOf(")") + 1)}`;
}

/** Whether a function with these parameters and results can only be a library's. */
export const isLibraryFunction = (...parameters: readonly AbiParameter[]): boolean =>
  parameters.some(isLibraryParameter);

/** `transfer(address,uint256)`; a library's functions keep the names of their types: `read(IFeed,Lib.Set)`. */
export function signatureOf(name: string, inputs: readonly AbiParameter[], ofLibrary: boolean): string {
  return `${name}(${inputs.map((input) => signatureType(input, ofLibrary)).join(",")})`;
}

/** An ABI may come from any account of the chain; no compiler nests as deep. */
const deepest = 32;

/** Reads one entry of `inputs`, `outputs` or `components`. */
function readParameter(json: unknown, where: string, depth: number): AbiParameter {
  if (depth > deepest) throw clientError("abiBadEntry", { where: excerpt(where) });
  if (!isJsonObject(json) || typeof json["type"] !== "string") throw clientError("abiBadEntry", { where });
  const name = typeof json["name"] === "string" ? json["name"] : "";
  const written = json["type"].trim();
  const [, base = "", suffix = ""] = written.endsWith(" storage")
    ? ["", written]
    : (/^([^[]*)((?:\[\d*\])*)$/.exec(written) ?? []);
  let type: string;
  let shape: AbiShape;
  if (base === "tuple") {
    const members = readParameters(json["components"], `${where}.${name || "tuple"}`, depth + 1);
    type = `(${members.map((member) => member.type).join(",")})`;
    shape = { kind: "tuple", members };
  } else {
    ({ type, shape } = elementary(base, where, json));
  }
  if (suffix.length > 4 * deepest)
    throw clientError("abiUnknownType", { where: excerpt(where), type: excerpt(json["type"]) });
  // few types are lists
  if (suffix !== "")
    for (const [, digits = ""] of suffix.matchAll(/\[(\d*)\]/g)) {
      type += `[${digits}]`;
      shape =
        digits === "" ? { kind: "array", element: shape } : { kind: "array", element: shape, length: Number(digits) };
    }
  return {
    name,
    type,
    indexed: json["indexed"] === true,
    shape,
    ...(typeof json["internalType"] === "string" ? { internalType: json["internalType"] } : {}),
    ...(typeof json["doc"] === "string" ? { doc: json["doc"] } : {}),
  };
}

/** Reads a list of parameters; a missing list is empty, as old compilers leave it out. */
export function readParameters(json: unknown, where: string, depth = 0): AbiParameter[] {
  if (json === undefined || json === null) return [];
  if (!Array.isArray(json)) throw clientError("abiBadEntry", { where });
  return json.map((entry, index) => readParameter(entry, `${where}[${index}]`, depth));
}

/** Whether the value has no place of its own in a topic, so that an indexed one is only a hash. */
export function isHashedInTopic(shape: AbiShape): boolean {
  return (
    shape.kind === "string" ||
    shape.kind === "array" ||
    shape.kind === "tuple" ||
    (shape.kind === "bytes" && shape.size === undefined)
  );
}

/** Integers of up to so many bits are JavaScript numbers for who writes in it, wider ones `bigint` (docs/sdk.md, "A contract"). */
export const maxNumberBits = 48;

/** Whether a call is all that a function takes; the others change the chain by a transaction. */
export const readsOnly = ({ stateMutability }: { readonly stateMutability: string }): boolean =>
  stateMutability === "view" || stateMutability === "pure";
