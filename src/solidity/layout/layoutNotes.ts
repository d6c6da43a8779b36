import type { CompiledContract, StorageLayout } from "../artifact/compiledProject";
import { documentationOf, nodesOf, type SyntaxNode, typeOf } from "../program/syntaxTree";

/**
 * What the comment of a declaration has behind a tag of OpenZeppelin's upgrades plugins (`@custom:oz-renamed-from total`): words up to the
 * next tag, on several lines too. Undefined without the tag.
 * @param tag without `@custom:oz-`
 */
export function upgradeTag(node: SyntaxNode | undefined, tag: string): string | undefined {
  const comment = node ? documentationOf(node) : "";
  const begins = `@custom:oz-${tag}`;
  if (!comment.includes(begins)) return undefined;
  const words: string[] = [];
  let isInside = false;
  let isFound = false;
  for (const line of comment.split("\n")) {
    const [first = "", ...rest] = line.trim().split(/\s+/);
    if (first.startsWith("@")) isInside = first === begins;
    if (!isInside) continue;
    words.push(...(first === begins ? rest : [first, ...rest]));
    isFound = true;
  }
  return isFound ? words.join(" ").trim() : undefined;
}

/** Kinds of risks that a declaration's comment allows: in what it does itself and, with `reachable`, in what it leads to. */
export function allowedRisks(node: SyntaxNode | undefined, which: "own" | "reachable"): ReadonlySet<string> {
  const reachable = upgradeTag(node, "upgrades-unsafe-allow-reachable") ?? "";
  const own = which === "own" ? (upgradeTag(node, "upgrades-unsafe-allow") ?? "") : "";
  return new Set(`${own} ${reachable}`.split(/[\s,]+/).filter((each) => each !== ""));
}

type StorageType = StorageLayout["types"][string];

/** The number of a declaration in the key of a type: `t_enum(State)12`. */
const declared = /^t_(?:enum|userDefinedValueType)\([^)]*\)(\d{1,12})$/;

interface Declarations {
  /** Enums and value types by their numbers. */
  readonly types: ReadonlyMap<number, SyntaxNode>;
  /** State variables that say what they were called or of which type they were. */
  readonly variables: ReadonlyMap<number, SyntaxNode>;
}

/** Declarations stand in a source or right in a contract. */
function declarationsIn(sources: ReadonlyMap<string, { readonly ast: unknown }>): Declarations {
  const types = new Map<number, SyntaxNode>();
  const variables = new Map<number, SyntaxNode>();
  const take = (node: SyntaxNode): void => {
    if (node.id === undefined) return;
    if (node.nodeType === "EnumDefinition" || node.nodeType === "UserDefinedValueTypeDefinition")
      types.set(node.id, node);
    if (node.nodeType === "VariableDeclaration") variables.set(node.id, node);
  };
  for (const { ast } of sources.values())
    for (const node of nodesOf((ast as Partial<SyntaxNode> | undefined)?.["nodes"])) {
      take(node);
      if (node.nodeType === "ContractDefinition") for (const inner of nodesOf(node["nodes"])) take(inner);
    }
  return { types, variables };
}

/** A type with what its declaration says beyond its size. */
function noted(type: StorageType, node: SyntaxNode | undefined): StorageType {
  if (node?.nodeType === "EnumDefinition")
    return { ...type, enumMembers: nodesOf(node["members"]).map(({ name = "" }) => name) };
  if (node?.nodeType === "UserDefinedValueTypeDefinition")
    return { ...type, underlying: typeOf(node["underlyingType"]).string };
  return type;
}

/** A state variable with what its comment says of an earlier source. */
function entryNotes(node: SyntaxNode | undefined): { readonly renamedFrom?: string; readonly retypedFrom?: string } {
  const [renamedFrom, retypedFrom] = [upgradeTag(node, "renamed-from"), upgradeTag(node, "retyped-from")];
  return {
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(retypedFrom === undefined ? {} : { retypedFrom }),
  };
}

const tags = /@custom:oz-re(?:named|typed)-from/;

/** Layouts with what no compiler lists and an upgrade is judged by: members of enums, what value types are made of, earlier names. */
export function withLayoutNotes(
  compiled: readonly CompiledContract[],
  sources: ReadonlyMap<string, { readonly ast: unknown }>,
  contents: ReadonlyMap<string, string>,
): readonly CompiledContract[] {
  const hasTags = [...contents.values()].some((text) => tags.test(text));
  const hasTypes = compiled.some(({ storageLayout }) =>
    Object.keys(storageLayout?.types ?? {}).some((key) => declared.test(key)),
  );
  if (!hasTags && !hasTypes) return compiled;
  const { types, variables } = declarationsIn(sources);
  return compiled.map((contract) => {
    const { storageLayout } = contract;
    if (!storageLayout) return contract;
    const known = Object.entries(storageLayout.types).map(([key, type]) => {
      const id = declared.exec(key)?.[1];
      return [key, id === undefined ? type : noted(type, types.get(Number(id)))] as const;
    });
    const storage = storageLayout.storage.map((entry) => ({ ...entry, ...entryNotes(variables.get(entry.astId)) }));
    return { ...contract, storageLayout: { ...storageLayout, storage, types: Object.fromEntries(known) } };
  });
}
