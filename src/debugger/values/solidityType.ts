import type { AbiParameter, AbiShape } from "../../chain/abi/abiType";
import { isNode, nodesOf, type SyntaxNode, typeOf } from "../../solidity/program/syntaxTree";
import type { ProjectSyntax } from "../source/syntax";

/** A type of Solidity, as far as values of it have to be found and shown. */
export type SolidityType =
  | { readonly kind: "uint" | "int"; readonly bits: number }
  | { readonly kind: "bool" }
  | { readonly kind: "address" }
  | { readonly kind: "fixedBytes"; readonly size: number }
  | { readonly kind: "enum"; readonly name: string; readonly members: readonly string[] }
  | { readonly kind: "contract"; readonly name: string; readonly node: SyntaxNode | undefined }
  | { readonly kind: "alias"; readonly name: string; readonly of: SolidityType }
  | { readonly kind: "bytes" | "string" }
  | { readonly kind: "array"; readonly item: SolidityType; readonly length: number | undefined }
  | {
      readonly kind: "struct";
      readonly name: string;
      readonly members: () => readonly { readonly name: string; readonly type: SolidityType }[];
    }
  | { readonly kind: "mapping"; readonly key: SolidityType; readonly value: SolidityType }
  | { readonly kind: "function"; readonly external: boolean }
  | { readonly kind: "unknown"; readonly name: string };

export type DataLocation = "storage" | "memory" | "calldata" | "default";

/** A value type under its own name is what it stands for. */
export const plain = (type: SolidityType): SolidityType => (type.kind === "alias" ? plain(type.of) : type);

/** The type of a name like `uint8`, `address payable`, `bytes32`; undefined for what is no elementary type. */
export function elementaryType(name: string): SolidityType | undefined {
  const digits = (text: string): number | undefined => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
  if (name === "uint" || name === "int") return { kind: name, bits: 256 };
  if (name === "bool" || name === "string" || name === "bytes") return { kind: name };
  if (name === "address" || name === "address payable") return { kind: "address" };
  if (name === "byte") return { kind: "fixedBytes", size: 1 };
  for (const kind of ["uint", "int"] as const) {
    const bits = name.startsWith(kind) ? digits(name.slice(kind.length)) : undefined;
    if (bits !== undefined && bits % 8 === 0 && bits >= 8 && bits <= 256) return { kind, bits };
  }
  const size = name.startsWith("bytes") ? digits(name.slice(5)) : undefined;
  return size !== undefined && size >= 1 && size <= 32 ? { kind: "fixedBytes", size } : undefined;
}

/** How Solidity writes it. */
export function typeName(type: SolidityType): string {
  switch (type.kind) {
    case "uint":
    case "int":
      return `${type.kind}${type.bits}`;
    case "fixedBytes":
      return `bytes${type.size}`;
    case "enum":
    case "contract":
    case "alias":
    case "unknown":
    case "struct":
      return type.name;
    case "array":
      return `${typeName(type.item)}[${type.length ?? ""}]`;
    case "mapping":
      return `mapping(${typeName(type.key)} => ${typeName(type.value)})`;
    case "function":
      return type.external ? "function external" : "function";
    default:
      return type.kind;
  }
}

/** Whether a value of it fits into one word. */
export function isValueType(type: SolidityType): boolean {
  const { kind } = plain(type);
  return !(kind === "bytes" || kind === "string" || kind === "array" || kind === "struct" || kind === "mapping");
}

/** Words on the stack. */
export function stackSize(type: SolidityType, location: DataLocation): number {
  const bare = plain(type);
  if (bare.kind === "function") return bare.external ? 2 : 1;
  if (location !== "calldata") return 1;
  return bare.kind === "bytes" || bare.kind === "string" || (bare.kind === "array" && bare.length === undefined)
    ? 2
    : 1;
}

/** Bytes of a value type in a packed slot. */
export function packedSize(type: SolidityType): number {
  const bare = plain(type);
  switch (bare.kind) {
    case "uint":
    case "int":
      return bare.bits / 8;
    case "bool":
      return 1;
    case "address":
    case "contract":
      return 20;
    case "fixedBytes":
      return bare.size;
    case "enum":
      return bare.members.length > 256 ? 2 : 1;
    case "function":
      return bare.external ? 24 : 8;
    default:
      return 32;
  }
}

/** Slots that a value of the type takes in storage. */
export function slotsOf(type: SolidityType): bigint {
  const bare = plain(type);
  if (bare.kind === "struct") return structLayout(bare.members().map((member) => member.type)).slots;
  if (bare.kind === "array" && bare.length !== undefined) {
    if (isValueType(bare.item)) {
      const perSlot = Math.floor(32 / packedSize(bare.item));
      return BigInt(Math.max(1, Math.ceil(bare.length / perSlot)));
    }
    const all = slotsOf(bare.item) * BigInt(bare.length);
    return all === 0n ? 1n : all;
  }
  return 1n;
}

/** Where values that follow each other stand: slots from the first on, bytes from the right end. */
export function structLayout(types: readonly SolidityType[]): {
  readonly places: readonly { readonly slot: bigint; readonly offset: number }[];
  readonly slots: bigint;
} {
  let [slot, offset] = [0n, 0];
  const places = types.map((type) => {
    const packs = isValueType(type);
    const size = packs ? packedSize(type) : 32;
    if (offset > 0 && (!packs || offset + size > 32)) {
      slot++;
      offset = 0;
    }
    const place = { slot, offset };
    if (packs) offset += size;
    else slot += slotsOf(type);
    return place;
  });
  const slots = slot + (offset > 0 ? 1n : 0n);
  return { places, slots: slots === 0n ? 1n : slots };
}

/** Makes types from the names that declarations carry. */
export class TypeReader {
  readonly #syntax: ProjectSyntax;
  readonly #known = new Map<number, SolidityType>();

  constructor(syntax: ProjectSyntax) {
    this.#syntax = syntax;
  }

  /** The type and place of a variable that is declared. */
  ofDeclaration(node: SyntaxNode): { readonly type: SolidityType; readonly location: DataLocation } {
    const storageLocation = node["storageLocation"];
    const location: DataLocation =
      storageLocation === "storage" || storageLocation === "memory" || storageLocation === "calldata"
        ? storageLocation
        : "default";
    const name = node["typeName"];
    return { type: isNode(name) ? this.ofName(name) : this.#described(node), location };
  }

  ofName(node: SyntaxNode): SolidityType {
    switch (node.nodeType) {
      case "ElementaryTypeName":
        return elementaryType(node.name ?? "") ?? { kind: "unknown", name: node.name ?? "" };
      case "ArrayTypeName": {
        const base = node["baseType"];
        const item = isNode(base) ? this.ofName(base) : ({ kind: "unknown", name: "?" } as const);
        return { kind: "array", item, length: isNode(node["length"]) ? arrayLength(node) : undefined };
      }
      case "Mapping": {
        const [key, value] = [node["keyType"], node["valueType"]];
        if (!isNode(key) || !isNode(value)) break;
        return { kind: "mapping", key: this.ofName(key), value: this.ofName(value) };
      }
      case "FunctionTypeName":
        return { kind: "function", external: node["visibility"] === "external" };
      case "UserDefinedTypeName": {
        const path = node["pathNode"];
        const id = node["referencedDeclaration"] ?? (isNode(path) ? path["referencedDeclaration"] : undefined);
        const found = typeof id === "number" ? this.#syntax.nodes.get(id) : undefined;
        if (found) return this.ofDefinition(found);
      }
    }
    return this.#described(node);
  }

  /** The type that a struct, enum, contract or named value type defines. */
  ofDefinition(node: SyntaxNode): SolidityType {
    const known = this.#known.get(node.id ?? -1);
    if (known) return known;
    const type = this.#define(node);
    this.#known.set(node.id ?? -1, type);
    return type;
  }

  #define(node: SyntaxNode): SolidityType {
    const name = (node["canonicalName"] as string | undefined) ?? node.name ?? "";
    switch (node.nodeType) {
      case "EnumDefinition":
        return { kind: "enum", name, members: nodesOf(node["members"]).map((member) => member.name ?? "") };
      case "StructDefinition": {
        let members: { name: string; type: SolidityType }[] | undefined;
        return {
          kind: "struct",
          name,
          members: () => {
            members ??= nodesOf(node["members"]).map((member) => ({
              name: member.name ?? "",
              type: this.ofDeclaration(member).type,
            }));
            return members;
          },
        };
      }
      case "ContractDefinition":
        return { kind: "contract", name: node.name ?? "", node };
      case "UserDefinedValueTypeDefinition": {
        const of = node["underlyingType"];
        return { kind: "alias", name, of: isNode(of) ? this.ofName(of) : { kind: "unknown", name } };
      }
      default:
        return { kind: "unknown", name };
    }
  }

  /** From the compiler's words, where a name has no tree (`var` of old compilers). */
  #described(node: SyntaxNode): SolidityType {
    const { string } = typeOf(node);
    return elementaryType(string) ?? { kind: "unknown", name: string || "?" };
  }
}

/** The compiler has worked the length out: it stands in the type's words. */
function arrayLength(node: SyntaxNode): number {
  const { string } = typeOf(node);
  const reported = Number.parseInt(string.slice(string.lastIndexOf("[") + 1), 10);
  if (Number.isSafeInteger(reported)) return reported;
  const length = node["length"];
  const literal = isNode(length) ? Number(length["value"]) : Number.NaN;
  return Number.isSafeInteger(literal) ? literal : 0;
}

/** A type that sources define, by the name that the compiler gives it: `Shop.Item`. */
type NamedType = (name: string) => SolidityType | undefined;

function ofShape(shape: AbiShape, type: string, named: NamedType): SolidityType {
  switch (shape.kind) {
    case "integer":
      return { kind: shape.signed ? "int" : "uint", bits: shape.bits };
    case "bytes":
      if (type === "function") return { kind: "function", external: true };
      return shape.size === undefined ? { kind: "bytes" } : { kind: "fixedBytes", size: shape.size };
    case "array":
      return { kind: "array", item: ofShape(shape.element, type, named), length: shape.length };
    case "tuple": {
      const members = shape.members.map((member) => ({ name: member.name, type: typeOfAbi(member, named) }));
      return { kind: "struct", name: "", members: () => members };
    }
    default:
      return { kind: shape.kind };
  }
}

/** The type of a parameter or result: as the sources name it where they do, else as the ABI has it. */
export function typeOfAbi({ shape, type, internalType }: AbiParameter, named: NamedType): SolidityType {
  const open = internalType?.indexOf("[") ?? -1;
  const whole = internalType ?? "";
  const base = (open < 0 ? whole : whole.slice(0, open)).trim();
  const name = ["struct ", "enum ", "contract "].reduce(
    (text, word) => (text.startsWith(word) ? text.slice(word.length) : text),
    base,
  );
  const found = name === "" || elementaryType(name) ? undefined : named(name);
  if (!found) return ofShape(shape, type, named);
  const inArrays = (of: AbiShape): SolidityType =>
    of.kind === "array" ? { kind: "array", item: inArrays(of.element), length: of.length } : found;
  return inArrays(shape);
}
