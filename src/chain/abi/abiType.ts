import { ParamType } from "ethers";
import { clientError, excerpt } from "../errors/clientError";

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

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 256 && value.every((each) => typeof each === "string" && each.length <= 256);

function elementary(type: string, where: string, members: unknown): { type: string; shape: AbiShape } {
  if (type === "address" || type === "address payable") return { type: "address", shape: { kind: "address" } };
  if (type === "bool" || type === "string") return { type, shape: { kind: type } };
  if (type === "bytes") return { type, shape: { kind: "bytes" } };
  if (type === "function") return { type, shape: { kind: "bytes", size: 24 } };
  const [, family, digits = ""] = /^(bytes|uint|int)(\d*)$/.exec(type) ?? [];
  const size = digits === "" ? 256 : Number(digits);
  if (family === "bytes" && size >= 1 && size <= 32) return { type, shape: { kind: "bytes", size } };
  if ((family === "uint" || family === "int") && size >= 8 && size <= 256 && size % 8 === 0) {
    const names = isNames(members) ? { names: members } : {};
    return { type: `${family}${size}`, shape: { kind: "integer", signed: family === "int", bits: size, ...names } };
  }
  throw clientError("abiUnknownType", { where, type });
}

/** An ABI may come from anybody on the chain; no compiler nests as deep. */
const deepest = 32;

/** Reads one entry of `inputs`, `outputs` or `components`. */
function readParameter(json: unknown, where: string, depth: number): AbiParameter {
  if (depth > deepest) throw clientError("abiBadEntry", { where: excerpt(where) });
  if (!isObject(json) || typeof json["type"] !== "string") throw clientError("abiBadEntry", { where });
  const name = typeof json["name"] === "string" ? json["name"] : "";
  const [, base = "", suffix = ""] = /^([^[]*)((?:\[\d*\])*)$/.exec(json["type"].trim()) ?? [];
  let type: string;
  let shape: AbiShape;
  if (base === "tuple") {
    const members = readParameters(json["components"], `${where}.${name || "tuple"}`, depth + 1);
    type = `(${members.map((member) => member.type).join(",")})`;
    shape = { kind: "tuple", members };
  } else {
    ({ type, shape } = elementary(base, where, json["enumMembers"]));
  }
  if (suffix.length > 4 * deepest)
    throw clientError("abiUnknownType", { where: excerpt(where), type: excerpt(json["type"]) });
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

/**
 * The type as the coder sees it: addresses are 160-bit numbers (no checksum of either suite to trip over) and texts are
 * bytes (a contract may answer any bytes as `string`).
 */
function coderType(shape: AbiShape): string {
  switch (shape.kind) {
    case "integer":
      return `${shape.signed ? "int" : "uint"}${shape.bits}`;
    case "bool":
      return "bool";
    case "address":
      return "uint160";
    case "string":
      return "bytes";
    case "bytes":
      return `bytes${shape.size ?? ""}`;
    case "array":
      return `${coderType(shape.element)}[${shape.length ?? ""}]`;
    case "tuple":
      return `tuple(${shape.members.map((member) => coderType(member.shape)).join(",")})`;
  }
}

const coderTypesOf = new WeakMap<readonly AbiParameter[], readonly ParamType[]>();

/** Coder types of a list of parameters, made once a list: they cost more than the coding. */
export function coderTypes(parameters: readonly AbiParameter[]): readonly ParamType[] {
  let types = coderTypesOf.get(parameters);
  if (!types) {
    types = parameters.map((parameter) => ParamType.from(coderType(parameter.shape)));
    coderTypesOf.set(parameters, types);
  }
  return types;
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
