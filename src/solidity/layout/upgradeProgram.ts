import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import { basesOf, contractsIn, isNode, nodesOf, type SyntaxNode, walkTree } from "../program/syntaxTree";
import { allowedRisks } from "./layoutNotes";

/** Whether a node is what runs: a function, a constructor or a modifier. */
export const isBody = ({ nodeType }: SyntaxNode): boolean =>
  nodeType === "FunctionDefinition" || nodeType === "ModifierDefinition";

export const statementsOf = ({ body }: SyntaxNode): SyntaxNode[] => (isNode(body) ? nodesOf(body["statements"]) : []);

/** Names of a function's modifiers, and of the constructors that it calls. */
export const modifiersOf = (node: SyntaxNode): string[] =>
  nodesOf(node["modifiers"]).map(({ modifierName }) => (isNode(modifierName) ? (modifierName.name ?? "") : ""));

/** The number of the function that an expression calls by name; undefined for what is built in or isn't known before it runs. */
export function calledFunction(call: SyntaxNode): number | undefined {
  const { expression } = call;
  const id = isNode(expression) ? expression["referencedDeclaration"] : undefined;
  return typeof id === "number" && id > 0 ? id : undefined;
}

/** Whether the comment of a declaration allows a risk there (`@custom:oz-upgrades-unsafe-allow`), or in what it leads to (`-reachable`). */
export const isAllowed = (node: SyntaxNode | undefined, kind: string): boolean => allowedRisks(node, "own").has(kind);
export const isAllowedBelow = (node: SyntaxNode | undefined, kind: string): boolean =>
  allowedRisks(node, "reachable").has(kind);

/** The declarations of a compilation by the numbers that its trees use, as far as upgrades are judged by them. */
export class UpgradeProgram {
  readonly #nodes = new Map<number, SyntaxNode>();
  /** Where a function, modifier or struct is declared; those of files have none. */
  readonly #homes = new Map<number, SyntaxNode>();
  /** The contract that is judged; undefined where the compiler gave no tree. */
  readonly contract: SyntaxNode | undefined;
  /** It and what it inherits from, the farthest last. */
  readonly bases: readonly SyntaxNode[];

  constructor({ sources }: Pick<CompiledProject, "sources">, { sourceName, name }: CompiledContract) {
    for (const { ast } of sources) {
      if (!isNode(ast)) continue;
      for (const node of nodesOf(ast["nodes"])) this.#take(node);
    }
    const ast = sources.find((each) => each.name === sourceName)?.ast;
    this.contract = contractsIn(ast).find((each) => each.name === name);
    this.bases = basesOf(this.contract).flatMap((id) => this.node(id) ?? []);
  }

  #take(node: SyntaxNode): void {
    if (node.id === undefined) return;
    this.#nodes.set(node.id, node);
    if (node.nodeType !== "ContractDefinition") return;
    for (const inner of nodesOf(node["nodes"])) {
      if (inner.id === undefined) continue;
      this.#nodes.set(inner.id, inner);
      this.#homes.set(inner.id, node);
    }
  }

  /** A declaration of a source or right in a contract. */
  node = (id: unknown): SyntaxNode | undefined => (typeof id === "number" ? this.#nodes.get(id) : undefined);

  homeOf = ({ id }: SyntaxNode): SyntaxNode | undefined => this.#homes.get(id ?? -1);

  /** The function that a number means; undefined for everything else. */
  functionOf(id: number | undefined): SyntaxNode | undefined {
    const node = this.node(id);
    return node?.nodeType === "FunctionDefinition" ? node : undefined;
  }

  /** Contracts that one names as those that it inherits from, in that order. */
  parentsOf = (contract: SyntaxNode): SyntaxNode[] =>
    nodesOf(contract["baseContracts"]).flatMap(({ baseName }) =>
      isNode(baseName) ? (this.node(baseName["referencedDeclaration"]) ?? []) : [],
    );

  /** Functions and modifiers of a contract that may run in the place of one, by its name. */
  overriding(node: SyntaxNode): SyntaxNode[] {
    const home = this.homeOf(node);
    if (node["virtual"] !== true || !home || !this.bases.includes(home)) return [];
    return this.bases.flatMap((base) =>
      nodesOf(base["nodes"]).filter((each) => isBody(each) && each.name === node.name),
    );
  }

  /** Whether a function runs as a part of the contract: its own and its bases', those of libraries and files. */
  isPart(node: SyntaxNode): boolean {
    const home = this.homeOf(node);
    return !home || this.bases.includes(home) || home["contractKind"] === "library";
  }
}

/** All nodes of a tree but those that are left out, with what is inside them. */
export function nodesWithout(tree: SyntaxNode, leftOut: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walkTree(tree, true, (node) => {
    if (leftOut(node)) return undefined;
    found.push(node);
    return true;
  });
  return found;
}
