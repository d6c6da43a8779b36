import type { CompiledProject } from "../../solidity/artifact/compiledProject";
import { SourceText } from "./sourceText";

/** A node of a compiler's syntax tree. */
export interface SyntaxNode {
  readonly id?: number;
  readonly nodeType: string;
  readonly src: string;
  readonly name?: string;
  readonly [member: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as { nodeType?: unknown }).nodeType === "string";

export const nodesOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** What a stretch of source is, for a debugger. */
export type PlaceKind = "contract" | "function" | "modifier" | "body" | "statement" | "state" | "header";

/** A stretch of source that matters, with those inside it. */
export interface Place {
  readonly kind: PlaceKind;
  readonly node: SyntaxNode;
  readonly source: number;
  readonly start: number;
  readonly end: number;
  /** Where a stop here is shown: the head of a loop or condition, else all of it. */
  readonly shown: { readonly start: number; readonly end: number };
  readonly parent: Place | undefined;
  readonly children: Place[];
}

/** A function, modifier or constructor. */
export interface FunctionSyntax {
  readonly id: number;
  readonly name: string;
  /** `Coin.transfer`, or the name alone of a free function. */
  readonly qualified: string;
  readonly kind: "function" | "constructor" | "fallback" | "receive" | "modifier";
  readonly contract: SyntaxNode | undefined;
  readonly node: SyntaxNode;
  readonly place: Place;
  readonly parameters: readonly SyntaxNode[];
  readonly returns: readonly SyntaxNode[];
}

const statements = new Set(
  "ExpressionStatement VariableDeclarationStatement VariableDefinitionStatement Return EmitStatement RevertStatement IfStatement WhileStatement DoWhileStatement ForStatement Break Continue Throw TryStatement InlineAssembly PlaceholderStatement YulVariableDeclaration YulAssignment YulExpressionStatement YulIf YulSwitch YulForLoop YulBreak YulContinue YulLeave".split(
    " ",
  ),
);
/** Statements that hold others: a stop belongs to this part of them alone. */
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

export interface Stretch {
  readonly source: number;
  readonly start: number;
  readonly end: number;
}

/** `start:length:source` as numbers. */
export function stretchOf(src: string): Stretch {
  const [start = "-1", length = "0", source = "-1"] = src.split(":");
  return { source: Number(source), start: Number(start), end: Number(start) + Number(length) };
}

/** One source with its places. */
export class SourceSyntax {
  readonly text: SourceText;
  readonly roots: Place[] = [];
  readonly name: string;
  readonly path: string | undefined;
  readonly id: number;
  readonly #known = new Map<string, Place | undefined>();

  constructor(name: string, path: string | undefined, id: number, content: string) {
    this.name = name;
    this.path = path;
    this.id = id;
    this.text = new SourceText(content);
  }

  /** The innermost place around a stretch. */
  around(start: number, end: number): Place | undefined {
    const key = `${start}:${end}`;
    if (this.#known.has(key)) return this.#known.get(key);
    let found: Place | undefined;
    let list: readonly Place[] = this.roots;
    for (;;) {
      const inner: Place | undefined = list.find((place) => place.start <= start && place.end >= end);
      if (!inner) break;
      found = inner;
      list = inner.children;
    }
    this.#known.set(key, found);
    return found;
  }
}

/** The syntax trees of a compilation, ready to be asked. */
export class ProjectSyntax {
  readonly project: CompiledProject;
  readonly sources = new Map<number, SourceSyntax>();
  readonly nodes = new Map<number, SyntaxNode>();
  readonly functions = new Map<number, FunctionSyntax>();
  readonly contracts: SyntaxNode[] = [];
  /** What follows `try` and `catch`. */
  readonly clauses: SyntaxNode[] = [];
  /** Local variables, parameters and return values by `start:length:source`. */
  readonly #declarations = new Map<string, SyntaxNode>();
  /** The scope of a local variable: where its name is known. */
  readonly #scopes = new Map<number, Stretch>();

  constructor(project: CompiledProject) {
    this.project = project;
    for (const { name, path, id, content, ast } of project.sources) {
      const source = new SourceSyntax(name, path, id, content);
      this.sources.set(id, source);
      if (isNode(ast)) this.#read(ast, source, undefined, undefined, stretchOf(ast.src));
    }
  }

  declarationAt(src: string): SyntaxNode | undefined {
    return this.#declarations.get(src);
  }

  scopeOf(id: number): Stretch | undefined {
    return this.#scopes.get(id);
  }

  /** All local variables declared in a stretch. */
  declarationsIn({ source, start, end }: Stretch): SyntaxNode[] {
    return [...this.#declarations.values()].filter((node) => {
      const at = stretchOf(node.src);
      return at.source === source && at.start >= start && at.end <= end;
    });
  }

  contract(name: string, sourceName: string): SyntaxNode | undefined {
    const named = this.contracts.filter((node) => node.name === name);
    return (
      named.find((node) => this.sources.get(stretchOf(node.src).source)?.name === sourceName) ??
      (sourceName === "" ? named[0] : undefined)
    );
  }

  #read(
    node: SyntaxNode,
    source: SourceSyntax,
    parent: Place | undefined,
    contract: SyntaxNode | undefined,
    scope: Stretch,
  ): void {
    if (typeof node.id === "number") this.nodes.set(node.id, node);
    const place = this.#placeOf(node, source, parent);
    const inContract = node.nodeType === "ContractDefinition" ? node : contract;
    let inner = scope;
    switch (node.nodeType) {
      case "ContractDefinition":
        this.contracts.push(node);
        break;
      case "FunctionDefinition":
      case "ModifierDefinition":
        inner = stretchOf(node.src);
        if (place && typeof node.id === "number") this.functions.set(node.id, functionOf(node, place, contract));
        break;
      case "Block":
      case "UncheckedBlock":
      case "ForStatement":
        inner = stretchOf(node.src);
        break;
      case "TryCatchClause":
        inner = stretchOf(node.src);
        this.clauses.push(node);
        break;
      case "VariableDeclaration":
        if (node["stateVariable"] !== true && typeof node.id === "number") {
          this.#declarations.set(node.src, node);
          this.#scopes.set(node.id, scope);
        }
        break;
    }
    for (const [member, value] of Object.entries(node)) {
      if (member === "typeDescriptions" || member === "documentation") continue;
      if (isNode(value)) this.#read(value, source, place ?? parent, inContract, inner);
      else if (Array.isArray(value)) {
        for (const item of value) if (isNode(item)) this.#read(item, source, place ?? parent, inContract, inner);
      }
    }
  }

  #placeOf(node: SyntaxNode, source: SourceSyntax, parent: Place | undefined): Place | undefined {
    const kind = kindOf(node, parent);
    if (!kind) return undefined;
    const { start, end } = stretchOf(node.src);
    if (start < 0) return undefined;
    const member = heads[node.nodeType];
    const head = member === undefined ? undefined : node[member];
    const shown = isNode(head) ? stretchOf(head.src) : { start, end };
    const place: Place = { kind, node, source: source.id, start, end, shown, parent, children: [] };
    (parent ? parent.children : source.roots).push(place);
    return place;
  }
}

function kindOf(node: SyntaxNode, parent: Place | undefined): PlaceKind | undefined {
  switch (node.nodeType) {
    case "ContractDefinition":
      return "contract";
    case "FunctionDefinition":
      return "function";
    case "ModifierDefinition":
      return "modifier";
    case "ModifierInvocation":
    case "ParameterList":
      return "header";
    case "Block":
      return parent?.kind === "function" || parent?.kind === "modifier" ? "body" : undefined;
    case "VariableDeclaration":
      return node["stateVariable"] === true ? "state" : undefined;
    default:
      return statements.has(node.nodeType) ? "statement" : undefined;
  }
}

function functionOf(node: SyntaxNode, place: Place, contract: SyntaxNode | undefined): FunctionSyntax {
  const told = node["kind"];
  const kind =
    node.nodeType === "ModifierDefinition"
      ? "modifier"
      : node["isConstructor"] === true || told === "constructor"
        ? "constructor"
        : told === "fallback" || told === "receive"
          ? told
          : node.name === "" && told === undefined
            ? "fallback"
            : "function";
  const name = node.name || kind;
  const list = (member: string): SyntaxNode[] =>
    isNode(node[member]) ? nodesOf((node[member] as SyntaxNode)["parameters"]) : [];
  return {
    id: node.id ?? -1,
    name,
    qualified: contract ? `${contract.name}.${name}` : name,
    kind,
    contract,
    node,
    place,
    parameters: list("parameters"),
    returns: list("returnParameters"),
  };
}

/** Whether running what is at the stretch means being at the place's head: what belongs to the whole of a loop or condition does not. */
export function isAtHead(place: Place, start: number, end: number): boolean {
  if (heads[place.node.nodeType] === undefined) return true;
  return place.shown.start <= start && place.shown.end >= end && !(place.start === start && place.end === end);
}

/** The function or modifier that a place is in. */
export function ownerOf(place: Place | undefined): Place | undefined {
  for (let at = place; at; at = at.parent) if (at.kind === "function" || at.kind === "modifier") return at;
  return undefined;
}
