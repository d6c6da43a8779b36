/**
 * A node of a compiler's syntax tree. What else a node has (`parameters`, `body`, `referencedDeclaration`, …) differs with its type and
 * with the compiler's release: its readers check it. Trees of compilers before 0.4.12 have other names and no nodes in this sense.
 */
export interface SyntaxNode {
  readonly nodeType: string;
  /** `start:length:source`; {@link stretchOf} reads it. */
  readonly src: string;
  readonly id?: number;
  readonly name?: string;
  readonly [member: string]: unknown;
}

const isAbsentOr = (type: "number" | "string", value: unknown): boolean => value === undefined || typeof value === type;

export function isNode(value: unknown): value is SyntaxNode {
  if (typeof value !== "object" || value === null) return false;
  const { nodeType, src, id, name } = value as Readonly<Record<string, unknown>>;
  return (
    typeof nodeType === "string" && typeof src === "string" && isAbsentOr("number", id) && isAbsentOr("string", name)
  );
}

/** The nodes of a list; none of what is no list. */
export const nodesOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

function collectNodes(value: unknown, found: SyntaxNode[]): void {
  if (typeof value !== "object" || value === null) return;
  if (isNode(value)) found.push(value);
  else for (const each of Object.values(value)) collectNodes(each, found);
}

/** The nodes right inside a node, in the order in which the compiler wrote them. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const [member, value] of Object.entries(node)) if (member !== "typeDescriptions") collectNodes(value, found);
  return found;
}

/**
 * Goes through a tree, every node before those inside it. What `enter` gives for a node is handed on to those right inside; undefined
 * leaves these out.
 * @param tree what a compiler gave; what is no tree has no nodes
 */
export function walkTree<Around>(
  tree: unknown,
  around: Around,
  enter: (node: SyntaxNode, around: Around) => Around | undefined,
): void {
  const waiting = isNode(tree) ? [{ node: tree, around }] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inside = enter(next.node, next.around);
    if (inside === undefined) continue;
    for (const node of childrenOf(next.node).reverse()) waiting.push({ node, around: inside });
  }
}

/** All nodes of a tree, every one before those inside it. */
export function allNodes(tree: unknown): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walkTree(tree, true, (node) => {
    found.push(node);
    return true;
  });
  return found;
}

/** Statements that hold others, by what runs of them alone. */
const heads: Readonly<Record<string, string>> = {
  IfStatement: "condition",
  WhileStatement: "condition",
  DoWhileStatement: "condition",
  ForStatement: "condition",
  TryStatement: "externalCall",
  YulIf: "condition",
  YulSwitch: "expression",
  YulForLoop: "condition",
};

/** Whether a node is a statement that holds others: a loop, a condition, `try`. */
export const holdsOthers = ({ nodeType }: SyntaxNode): boolean => Object.hasOwn(heads, nodeType);

/** What a statement that holds others does by itself: its condition, the call of a `try`. */
export function headOf(node: SyntaxNode): SyntaxNode | undefined {
  const head = holdsOthers(node) ? node[heads[node.nodeType] ?? ""] : undefined;
  return isNode(head) ? head : undefined;
}

/** A stretch of a source in bytes; −1 in all three where there is none. */
export interface SourceRange {
  readonly source: number;
  readonly start: number;
  readonly end: number;
}

const nowhere: SourceRange = { source: -1, start: -1, end: -1 };

/** What `start:length:source` means, of a node's `src`, `nameLocation` and the like. */
export function rangeOf(src: unknown): SourceRange {
  const [, start, length, source] = (typeof src === "string" && /^(\d{1,10}):(\d{1,10}):(-?\d{1,10})$/.exec(src)) || [];
  return start === undefined
    ? nowhere
    : { source: Number(source), start: Number(start), end: Number(start) + Number(length) };
}

/** Where a declaration's name stands, in bytes; where the declaration begins, for compilers that don't tell (before 0.8.2). */
export function nameStartOf(node: SyntaxNode): number {
  const { start } = rangeOf(node["nameLocation"]);
  return start < 0 ? rangeOf(node.src).start : start;
}

/** The comment above a declaration, without its marks. */
export function documentationOf({ documentation }: SyntaxNode): string {
  if (typeof documentation === "string") return documentation;
  return isNode(documentation) && typeof documentation["text"] === "string" ? documentation["text"] : "";
}

/** Parameters of a function, modifier, event or error; `returnParameters`: what it returns. */
export function parametersOf(node: SyntaxNode, member: "parameters" | "returnParameters" = "parameters"): SyntaxNode[] {
  const list = node[member];
  return isNode(list) ? nodesOf(list["parameters"]) : [];
}

/** The contracts, interfaces and libraries that a source defines. */
export const contractsIn = (tree: unknown): SyntaxNode[] =>
  isNode(tree) ? nodesOf(tree["nodes"]).filter(({ nodeType }) => nodeType === "ContractDefinition") : [];

/** Numbers of the contracts that a contract is made of, itself first, those that it inherits from after it, the farthest last. */
export function basesOf(contract: SyntaxNode | undefined): number[] {
  const bases = contract?.["linearizedBaseContracts"];
  if (!Array.isArray(bases)) return contract?.id === undefined ? [] : [contract.id];
  return bases.filter((id) => typeof id === "number");
}

/**
 * The type of an expression or declaration: as people write it (`string`, `uint256[3] storage pointer`) and as the compiler calls it
 * (`t_uint256`). Empty: unknown.
 */
export function typeOf(node: unknown): { readonly string: string; readonly identifier: string } {
  const described =
    typeof node === "object" && node !== null && "typeDescriptions" in node ? node.typeDescriptions : {};
  const { typeString, typeIdentifier } = (described ?? {}) as Readonly<Record<string, unknown>>;
  return {
    string: typeof typeString === "string" ? typeString : "",
    identifier: typeof typeIdentifier === "string" ? typeIdentifier : "",
  };
}
