import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { cryptoSuite } from "../../crypto/suites";
import type { CompiledContract, StorageLayout } from "../artifact/compiledProject";
import { allNodes, basesOf, isNode, nodesOf, type SyntaxNode } from "../program/syntaxTree";

type Entry = StorageLayout["storage"][number];
type StorageType = StorageLayout["types"][string];
type Sources = ReadonlyMap<string, { readonly ast: unknown }>;

/** How a struct says where it is kept (ERC-7201). */
const annotation = /@custom:storage-location\s+erc7201:([^\s*]{1,200})/;

/** Where the struct of a namespace begins: keccak256 of its name whatever the chain hashes with, since sources hold the number. */
function namespaceSlot(id: string): bigint {
  const { hash } = cryptoSuite("standard");
  const inner = BigInt(bytesToHex(hash(new TextEncoder().encode(id)))) - 1n;
  const word = hexToBytes(`0x${inner.toString(16).padStart(64, "0")}`);
  return BigInt(bytesToHex(hash(word))) & ~0xffn;
}

/** What an entry of {@link StorageLayout} in a namespace has for its contract. */
const prefix = "erc7201:";

/** The namespace that an entry is in; undefined for a plain state variable. */
export const namespaceOf = ({ contract }: Entry): string | undefined =>
  contract.startsWith(prefix) ? contract.slice(prefix.length) : undefined;

/** The texts above a struct: as compilers from 0.8.20 on have it, else the lines of its source. */
function commentOf(node: SyntaxNode, content: Buffer | undefined): string {
  const { documentation } = node;
  if (typeof documentation === "string") return documentation;
  if (isNode(documentation)) return String(documentation["text"] ?? "");
  const start = Number(node.src.split(":", 1)[0]);
  if (!content || !Number.isSafeInteger(start)) return "";
  const lines = content
    .subarray(Math.max(0, start - 2000), start)
    .toString("utf8")
    .split("\n")
    .slice(0, -1);
  const above: string[] = [];
  for (const line of lines.toReversed()) {
    if (!/^\s*(?:\/\/\/|\/\*\*|\*)/.test(line)) break;
    above.unshift(line);
  }
  return above.join("\n");
}

interface Size {
  /** Key into the types. */
  readonly key: string;
  readonly bytes: bigint;
  /** Several of them share a slot. */
  readonly packs: boolean;
}

const maxDepth = 64;
const bits = /^(u?int)(\d{0,3})$/;

/** Types of a tree as the compiler's own layout names and measures them. */
class Types {
  readonly known: Record<string, StorageType> = {};
  readonly #nodes: ReadonlyMap<number, SyntaxNode>;

  constructor(nodes: ReadonlyMap<number, SyntaxNode>) {
    this.#nodes = nodes;
  }

  /** Members in their slots, counted from the first one of the struct. */
  members(struct: SyntaxNode, contract: string, first: bigint, depth: number): { entries: Entry[]; slots: bigint } {
    let [slot, offset] = [0n, 0n];
    const entries = nodesOf(struct["members"]).map((member): Entry => {
      const { key, bytes, packs } = this.of(member["typeName"], depth + 1);
      if (offset > 0n && (!packs || offset + bytes > 32n)) [slot, offset] = [slot + 1n, 0n];
      const entry = {
        astId: member.id ?? -1,
        contract,
        label: member.name ?? "",
        offset: Number(offset),
        slot: String(first + slot),
        type: key,
      };
      if (packs) offset += bytes;
      else slot += (bytes + 31n) / 32n;
      return entry;
    });
    const slots = slot + (offset > 0n ? 1n : 0n);
    return { entries, slots: slots === 0n ? 1n : slots };
  }

  #known(key: string, label: string, bytes: bigint, packs: boolean, more: Partial<StorageType> = {}): Size {
    this.known[key] ??= { label, numberOfBytes: String(bytes), ...more };
    return { key, bytes, packs };
  }

  /** A type that can't be measured: what is compared with it isn't the same. */
  #unknown(): Size {
    return { key: "", bytes: 32n, packs: false };
  }

  of(node: unknown, depth: number): Size {
    if (!isNode(node) || depth > maxDepth) return this.#unknown();
    const { typeString = "" } = (node["typeDescriptions"] ?? {}) as { readonly typeString?: string };
    switch (node.nodeType) {
      case "ElementaryTypeName":
        return this.#elementary(typeString || (node.name ?? ""));
      case "FunctionTypeName":
        return this.#known(`t_function(${typeString})`, typeString, node["visibility"] === "external" ? 24n : 8n, true);
      case "Mapping": {
        const [key, value] = [this.of(node["keyType"], depth + 1), this.of(node["valueType"], depth + 1)];
        const label = `mapping(${this.#label(key)} => ${this.#label(value)})`;
        return this.#known(`t_mapping(${key.key},${value.key})`, label, 32n, false, { key: key.key, value: value.key });
      }
      case "ArrayTypeName":
        return this.#array(node, typeString, depth);
      case "UserDefinedTypeName":
        return this.#defined(node, depth);
      default:
        return this.#unknown();
    }
  }

  #label = ({ key }: Size): string => this.known[key]?.label ?? key;

  #elementary(name: string): Size {
    if (name === "string" || name === "bytes") return this.#known(`t_${name}_storage`, name, 32n, false);
    if (name === "address payable") return this.#known("t_address_payable", name, 20n, true);
    if (name === "address") return this.#known("t_address", name, 20n, true);
    if (name === "bool") return this.#known("t_bool", name, 1n, true);
    const [, kind, size = ""] = bits.exec(name) ?? [];
    if (kind) return this.#known(`t_${kind}${size || 256}`, `${kind}${size || 256}`, BigInt(size || 256) / 8n, true);
    const fixed = /^bytes(\d{1,2})$/.exec(name)?.[1];
    return fixed === undefined ? this.#unknown() : this.#known(`t_${name}`, name, BigInt(fixed), true);
  }

  #array(node: SyntaxNode, typeString: string, depth: number): Size {
    const base = this.of(node["baseType"], depth + 1);
    const length = node["length"] ? /\[(\d{1,78})\]$/.exec(typeString.split(" storage", 1)[0] ?? "")?.[1] : "";
    if (base.key === "" || length === undefined) return this.#unknown();
    const label = `${this.#label(base)}[${length}]`;
    if (length === "") return this.#known(`t_array(${base.key})dyn_storage`, label, 32n, false, { base: base.key });
    const perSlot = base.packs ? 32n / base.bytes : 1n;
    const slots = base.packs ? (BigInt(length) + perSlot - 1n) / perSlot : BigInt(length) * ((base.bytes + 31n) / 32n);
    return this.#known(`t_array(${base.key})${length}_storage`, label, slots * 32n, false, { base: base.key });
  }

  #defined(node: SyntaxNode, depth: number): Size {
    const path = node["pathNode"];
    const id = node["referencedDeclaration"] ?? (isNode(path) ? path["referencedDeclaration"] : undefined);
    const found = typeof id === "number" ? this.#nodes.get(id) : undefined;
    if (!found) return this.#unknown();
    const name = String(found["canonicalName"] ?? found.name ?? "");
    const short = `${found.name ?? ""})${found.id ?? ""}`;
    switch (found.nodeType) {
      case "ContractDefinition":
        return this.#known(`t_contract(${short}`, `contract ${name}`, 20n, true);
      case "EnumDefinition": {
        const large = nodesOf(found["members"]).length > 256;
        return this.#known(`t_enum(${short}`, `enum ${name}`, large ? 2n : 1n, true);
      }
      case "UserDefinedValueTypeDefinition": {
        const under = this.of(found["underlyingType"], depth + 1);
        return this.#known(`t_userDefinedValueType(${short}`, name, under.bytes, true);
      }
      case "StructDefinition": {
        const key = `t_struct(${short}_storage`;
        const done = this.known[key];
        if (done) return { key, bytes: BigInt(done.numberOfBytes), packs: false };
        // A struct that holds itself, in a mapping or a list, finds its own key.
        this.known[key] = { label: `struct ${name}`, numberOfBytes: "32" };
        const { entries, slots } = this.members(found, "", 0n, depth);
        this.known[key] = { label: `struct ${name}`, numberOfBytes: String(slots * 32n), members: entries };
        return { key, bytes: slots * 32n, packs: false };
      }
      default:
        return this.#unknown();
    }
  }
}

/** A struct that is kept in a namespace. */
interface Namespace {
  readonly id: string;
  readonly struct: SyntaxNode;
  readonly slot: bigint;
}

/**
 * The structs of a contract's definition that are kept in namespaces.
 * @param content of its source in UTF-8, for compilers before 0.8.20, whose trees don't have the comments
 */
export const namespacesIn = (contract: SyntaxNode, content?: Buffer): readonly Namespace[] =>
  nodesOf(contract["nodes"]).flatMap((struct) => {
    const id = struct.nodeType === "StructDefinition" ? annotation.exec(commentOf(struct, content))?.[1] : undefined;
    return id === undefined ? [] : [{ id, struct, slot: namespaceSlot(id) }];
  });

/** Structs with a namespace, by the contract that declares them, and all that types refer to. */
interface Index {
  readonly nodes: ReadonlyMap<number, SyntaxNode>;
  readonly contracts: ReadonlyMap<string, SyntaxNode>;
  readonly spaces: ReadonlyMap<number, readonly Namespace[]>;
  /** Structs with a namespace in libraries and beside contracts, by their numbers: of a contract where it uses them. */
  readonly shared: ReadonlyMap<number, Namespace>;
}

function indexOf(sources: Sources, contents: ReadonlyMap<string, string>): Index {
  const nodes = new Map<number, SyntaxNode>();
  const contracts = new Map<string, SyntaxNode>();
  const spaces = new Map<number, readonly Namespace[]>();
  const shared = new Map<number, Namespace>();
  for (const [source, { ast }] of sources) {
    const text = contents.get(source);
    const content = text?.includes(prefix) ? Buffer.from(text, "utf8") : undefined;
    const share = (holder: unknown) => {
      if (isNode(holder))
        for (const each of namespacesIn(holder, content))
          if (each.struct.id !== undefined) shared.set(each.struct.id, each);
    };
    share(ast);
    for (const node of allNodes(ast)) {
      if (node.id !== undefined && node.nodeType.endsWith("Definition")) nodes.set(node.id, node);
      if (node.nodeType !== "ContractDefinition") continue;
      contracts.set(`${source}:${node.name ?? ""}`, node);
      const found = namespacesIn(node, content);
      if (found.length > 0 && node.id !== undefined) spaces.set(node.id, found);
      if (node["contractKind"] === "library") share(node);
    }
  }
  return { nodes, contracts, spaces, shared };
}

/** Namespaces that a contract uses and doesn't define: by functions of libraries and of files, from those of its bases on. */
function sharedSpaces(bases: readonly number[], { nodes, shared }: Index): readonly Namespace[] {
  if (shared.size === 0) return [];
  const found = new Set<Namespace>();
  const seen = new Set<number>(bases);
  for (const id of seen)
    for (const { referencedDeclaration } of allNodes(nodes.get(id))) {
      if (typeof referencedDeclaration !== "number") continue;
      const space = shared.get(referencedDeclaration);
      if (space) found.add(space);
      const used = nodes.get(referencedDeclaration);
      const home = nodes.get(Number(used?.["scope"]));
      const isShared = !home || home["contractKind"] === "library";
      if (used?.nodeType === "FunctionDefinition" && isShared) seen.add(referencedDeclaration);
    }
  return [...found];
}

/**
 * Contracts whose layouts have the variables of their namespaces, too (ERC-7201): structs at places of their own, which no compiler lists.
 * Those of a contract and of its bases stand behind the state variables, under `erc7201:NAME`, then those that it uses of libraries and
 * files.
 */
export function withNamespaces(
  compiled: readonly CompiledContract[],
  sources: Sources,
  contents: ReadonlyMap<string, string>,
): readonly CompiledContract[] {
  if (![...contents.values()].some((text) => annotation.test(text))) return compiled;
  const index = indexOf(sources, contents);
  const { nodes, contracts, spaces } = index;
  return compiled.map((contract) => {
    const { storageLayout } = contract;
    const node = contracts.get(`${contract.sourceName}:${contract.name}`);
    const bases = basesOf(node);
    const defined = bases.toReversed().flatMap((id) => spaces.get(id) ?? []);
    const own = [...defined, ...sharedSpaces(bases, index).filter((each) => !defined.includes(each))];
    if (!storageLayout || own.length === 0) return contract;
    const types = new Types(nodes);
    const entries = own.flatMap(({ id, struct, slot }) => types.members(struct, `${prefix}${id}`, slot, 0).entries);
    return {
      ...contract,
      storageLayout: {
        storage: [...storageLayout.storage, ...entries],
        types: { ...types.known, ...storageLayout.types },
        namespaces: true,
      },
    };
  });
}
