import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { hexToBytes } from "../../crypto/bytes/hex";
import { allNodes, isNode, nodesOf, type SyntaxNode, typeOf } from "../../solidity/program/syntaxTree";
import { parseExpression } from "../expression/parseExpression";
import type { ProjectSyntax } from "../source/syntax";

/** What an expression of the source stands for, whatever runs: a number, with its size in bytes where it has one, or a text. */
type Known =
  | { readonly kind: "number"; readonly value: bigint; readonly size: number | undefined }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

/** So many constants lead to each other. */
const deepest = 20;
const maxTextLength = 200;
/** What is hashed has so many bytes at most: packed constants of packed constants double with each. */
const maxHashedLength = 4096;

const numeric = (value: bigint, size?: number): Known => ({ kind: "number", value, size });

function literal(node: SyntaxNode): Known | undefined {
  const { kind, value, hexValue, subdenomination } = node;
  if (kind === "number" && typeof value === "string") {
    try {
      const read = parseExpression(typeof subdenomination === "string" ? `${value} ${subdenomination}` : value);
      if (read.kind !== "number") return undefined;
      return numeric(read.value, read.digits === undefined ? undefined : Math.ceil(read.digits / 2));
    } catch {
      return undefined;
    }
  }
  if (kind === "bool" || typeof hexValue !== "string" || hexValue.length % 2 !== 0) return undefined;
  return { kind: "bytes", bytes: hexToBytes(`0x${hexValue}`) };
}

/** As a value of a type, by the rules for conversions; as it is where the type says nothing of that. */
function converted(known: Known, type: string): Known | undefined {
  const [, size] = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type) ?? [];
  if (size !== undefined) {
    const bytes = Number(size);
    if (known.kind === "bytes") {
      if (known.bytes.length > bytes) return undefined;
      return numeric(numberOfBytes(known.bytes) << BigInt(8 * (bytes - known.bytes.length)), bytes);
    }
    const more = bytes - (known.size ?? bytes);
    return numeric(more >= 0 ? known.value << BigInt(8 * more) : known.value >> BigInt(-8 * more), bytes);
  }
  if (known.kind === "bytes") return /^u?int|^address|^contract /.test(type) ? undefined : known;
  if (/^(address|contract )/.test(type)) return numeric(BigInt.asUintN(160, known.value), 20);
  const [, unsigned, bits] = /^(u?)int(\d{1,3})$/.exec(type) ?? [];
  if (bits === undefined) return known;
  return numeric((unsigned ? BigInt.asUintN : BigInt.asIntN)(Number(bits), known.value));
}

/** Works out what is the same whatever runs; every node once. */
class ConstantReader {
  readonly #syntax: ProjectSyntax;
  readonly #hash: (bytes: Uint8Array) => Uint8Array;
  readonly #read = new Map<SyntaxNode, Known | undefined>();
  readonly constants = new Set<SyntaxNode>();

  constructor(syntax: ProjectSyntax, hash: (bytes: Uint8Array) => Uint8Array) {
    this.#syntax = syntax;
    this.#hash = hash;
  }

  known(node: unknown, depth = 0): Known | undefined {
    if (!isNode(node) || depth > deepest) return undefined;
    if (this.#read.has(node)) return this.#read.get(node);
    const found = this.#worked(node, depth);
    this.#read.set(node, found);
    return found;
  }

  #worked(node: SyntaxNode, depth: number): Known | undefined {
    switch (node.nodeType) {
      case "Literal":
        return literal(node);
      case "Identifier":
      case "MemberAccess":
        return this.#named(node, depth);
      case "VariableDeclaration": {
        const value = node["constant"] === true ? this.known(node["value"], depth + 1) : undefined;
        return value && converted(value, typeOf(node).string);
      }
      case "TupleExpression": {
        const parts = nodesOf(node["components"]);
        return parts.length === 1 ? this.known(parts[0], depth + 1) : undefined;
      }
      case "UnaryOperation": {
        const of = node["operator"] === "-" ? this.known(node["subExpression"], depth + 1) : undefined;
        return of?.kind === "number" ? numeric(-of.value) : undefined;
      }
      case "FunctionCall":
        return this.#called(node, depth);
      default:
        return undefined;
    }
  }

  /** A constant by its name, or a member of an enum. */
  #named(node: SyntaxNode, depth: number): Known | undefined {
    const declared = this.#declared(node);
    if (declared?.nodeType === "VariableDeclaration" && declared["constant"] === true) {
      this.constants.add(declared);
      return this.known(declared, depth + 1);
    }
    const listed = isNode(node["expression"]) ? this.#declared(node["expression"]) : undefined;
    if (listed?.nodeType !== "EnumDefinition") return undefined;
    const index = nodesOf(listed["members"]).findIndex(({ name }) => name === node["memberName"]);
    return index < 0 ? undefined : numeric(BigInt(index));
  }

  #declared(node: SyntaxNode): SyntaxNode | undefined {
    const id = node["referencedDeclaration"];
    return typeof id === "number" ? this.#syntax.nodes.get(id) : undefined;
  }

  #called(node: SyntaxNode, depth: number): Known | undefined {
    const { kind, expression, arguments: list } = node;
    if (!isNode(expression)) return undefined;
    const given = nodesOf(list).map((each) => this.known(each, depth + 1));
    const [first] = given;
    if (kind === "typeConversion") return first && converted(first, typeOf(node).string);
    if (expression.nodeType === "Identifier" && (expression.name === "keccak256" || expression.name === "sha3"))
      return first?.kind === "bytes" ? numeric(numberOfBytes(this.#hash(first.bytes)), 32) : undefined;
    if (expression["memberName"] !== "encodePacked") return undefined;
    const texts = given.flatMap((each) => (each?.kind === "bytes" ? [each.bytes] : []));
    const length = texts.reduce((sum, each) => sum + each.length, 0);
    if (texts.length < given.length || length > maxHashedLength) return undefined;
    return { kind: "bytes", bytes: Buffer.concat(texts) };
  }
}

/** A value as a person writes keys of all the types that it may be a key of. */
function textsOf(known: Known): string[] {
  if (known.kind === "bytes") {
    const { bytes } = known;
    if (bytes.length > maxTextLength) return [];
    const hex = Buffer.from(bytes).toString("hex");
    const text = Buffer.from(bytes).toString("utf8");
    const isText = Buffer.from(text, "utf8").equals(Buffer.from(bytes));
    return [isText ? text : `0x${hex}`, ...(bytes.length <= 32 ? [`0x${hex.padEnd(64, "0")}`] : [])];
  }
  const { value, size } = known;
  // zero is a key of bytes32 however it is written
  if (value === 0n && size !== 20) return ["0", `0x${"0".repeat(64)}`];
  return [value < 0n || size === undefined ? String(value) : `0x${value.toString(16).padStart(2 * size, "0")}`];
}

/**
 * Values that a contract's source names and that may be keys of its mappings, as a person writes them: also those whose place the compiler
 * worked out, so that no execution hashes them. What stands between brackets and constants come first, then other values.
 * @param contract its definition; its bases are looked at too
 * @param hash of the chain's suite, which is what `keccak256` means there
 * @param max so many at most
 */
export function sourceKeys(
  syntax: ProjectSyntax,
  contract: SyntaxNode,
  hash: (bytes: Uint8Array) => Uint8Array,
  max: number,
): string[] {
  const reader = new ConstantReader(syntax, hash);
  const nodes = syntax.basesOf(contract).flatMap(allNodes);
  const isConstant = (node: SyntaxNode): boolean =>
    node.nodeType === "VariableDeclaration" && node["constant"] === true;
  // what is inside comes before what is around it, so that nothing is worked out twice or too deep
  for (const node of [...nodes].reverse()) reader.known(node);
  const between = nodes.flatMap((node) => (node.nodeType === "IndexAccess" ? [node["indexExpression"]] : []));
  const values = nodes.filter(({ nodeType }) => nodeType === "FunctionCall" || nodeType === "Literal");
  const found = new Set<string>();
  for (const node of [...between, ...nodes.filter(isConstant), ...reader.constants, ...values]) {
    if (found.size >= max) break;
    const known = reader.known(node);
    for (const text of known ? textsOf(known) : []) found.add(text);
  }
  return [...found].slice(0, max);
}
