import type { CompiledProject } from "../../solidity/artifact/compiledProject";
import { SourceText } from "../../solidity/program/sourceText";
import {
  basesOf,
  headOf,
  holdsOthers,
  isNode,
  parametersOf,
  rangeOf,
  type SourceRange,
  type SyntaxNode,
  walkTree,
} from "../../solidity/program/syntaxTree";

/** What a stretch of source is, for a debugger. */
type SyntaxRangeKind = "contract" | "function" | "modifier" | "body" | "statement" | "state" | "header";

/** A stretch of source that matters, with those inside it. */
export interface SyntaxRange {
  readonly kind: SyntaxRangeKind;
  readonly node: SyntaxNode;
  readonly source: number;
  readonly start: number;
  readonly end: number;
  /** Where a stop here is shown: the head of a loop or condition, else all of it. */
  readonly shown: { readonly start: number; readonly end: number };
  readonly parent: SyntaxRange | undefined;
  readonly children: SyntaxRange[];
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
  readonly place: SyntaxRange;
  readonly parameters: readonly SyntaxNode[];
  readonly returns: readonly SyntaxNode[];
}

const statements = new Set(
  "ExpressionStatement VariableDeclarationStatement VariableDefinitionStatement Return EmitStatement RevertStatement IfStatement WhileStatement DoWhileStatement ForStatement Break Continue Throw TryStatement InlineAssembly PlaceholderStatement YulVariableDeclaration YulAssignment YulExpressionStatement YulIf YulSwitch YulForLoop YulBreak YulContinue YulLeave".split(
    " ",
  ),
);
/** One source with its places. */
export class SourceSyntax {
  readonly text: SourceText;
  readonly roots: SyntaxRange[] = [];
  readonly name: string;
  readonly path: string | undefined;
  readonly id: number;
  readonly #known = new Map<string, SyntaxRange | undefined>();

  constructor(name: string, path: string | undefined, id: number, content: string) {
    this.name = name;
    this.path = path;
    this.id = id;
    this.text = new SourceText(content);
  }

  /** The innermost place around a stretch. */
  around(start: number, end: number): SyntaxRange | undefined {
    const key = `${start}:${end}`;
    if (this.#known.has(key)) return this.#known.get(key);
    let found: SyntaxRange | undefined;
    let list: readonly SyntaxRange[] = this.roots;
    for (;;) {
      const inner: SyntaxRange | undefined = list.find((range) => range.start <= start && range.end >= end);
      if (!inner) break;
      found = inner;
      list = inner.children;
    }
    this.#known.set(key, found);
    return found;
  }
}

/** What a node stands in. */
interface Around {
  readonly place: SyntaxRange | undefined;
  readonly contract: SyntaxNode | undefined;
  /** Where names are known that are declared here. */
  readonly scope: SourceRange;
}

const placeKey = (source: number, start: number, end: number): string => `${start}:${end}:${source}`;

/** The syntax trees of a compilation, ready to be asked. */
export class ProjectSyntax {
  readonly project: CompiledProject;
  readonly sources = new Map<number, SourceSyntax>();
  readonly nodes = new Map<number, SyntaxNode>();
  readonly functions = new Map<number, FunctionSyntax>();
  readonly contracts: SyntaxNode[] = [];
  /** What follows `try` and `catch`. */
  readonly clauses: SyntaxNode[] = [];
  /** Local variables, parameters and return values by their place. */
  readonly #declarations = new Map<string, SyntaxNode>();
  /** The scope of a local variable: where its name is known. */
  readonly #scopes = new Map<number, SourceRange>();

  constructor(project: CompiledProject) {
    this.project = project;
    for (const { name, path, id, content, ast } of project.sources) {
      const source = new SourceSyntax(name, path, id, content);
      this.sources.set(id, source);
      const scope = isNode(ast) ? rangeOf(ast.src) : { source: id, start: -1, end: -1 };
      walkTree<Around>(ast, { place: undefined, contract: undefined, scope }, (node, around) =>
        this.#read(node, source, around),
      );
    }
  }

  /** The local variable, parameter or return value whose declaration this stretch is. */
  declarationAt({ source, start, end }: SourceRange): SyntaxNode | undefined {
    return this.#declarations.get(placeKey(source, start, end));
  }

  scopeOf(id: number): SourceRange | undefined {
    return this.#scopes.get(id);
  }

  /** All local variables declared in a stretch. */
  declarationsIn({ source, start, end }: SourceRange): SyntaxNode[] {
    return [...this.#declarations.values()].filter((node) => {
      const at = rangeOf(node.src);
      return at.source === source && at.start >= start && at.end <= end;
    });
  }

  /** The contracts that a contract is made of, itself first. */
  basesOf(contract: SyntaxNode | undefined): SyntaxNode[] {
    return basesOf(contract).flatMap((id) => this.nodes.get(id) ?? []);
  }

  contract(name: string, sourceName: string): SyntaxNode | undefined {
    const named = this.contracts.filter((node) => node.name === name);
    return (
      named.find((node) => this.sources.get(rangeOf(node.src).source)?.name === sourceName) ??
      (sourceName === "" ? named[0] : undefined)
    );
  }

  /** Notes what a node is, and gives what is around those inside it. */
  #read(node: SyntaxNode, source: SourceSyntax, { place: parent, contract, scope }: Around): Around {
    if (node.id !== undefined) this.nodes.set(node.id, node);
    const range = this.#placeOf(node, source, parent);
    let inner = scope;
    switch (node.nodeType) {
      case "ContractDefinition":
        this.contracts.push(node);
        break;
      case "FunctionDefinition":
      case "ModifierDefinition":
        inner = rangeOf(node.src);
        if (range && node.id !== undefined) this.functions.set(node.id, functionOf(node, range, contract));
        break;
      case "Block":
      case "UncheckedBlock":
      case "ForStatement":
        inner = rangeOf(node.src);
        break;
      case "TryCatchClause":
        inner = rangeOf(node.src);
        this.clauses.push(node);
        break;
      case "VariableDeclaration":
        if (node["stateVariable"] !== true && node.id !== undefined) {
          const { start, end, source: file } = rangeOf(node.src);
          this.#declarations.set(placeKey(file, start, end), node);
          this.#scopes.set(node.id, scope);
        }
        break;
    }
    return {
      place: range ?? parent,
      contract: node.nodeType === "ContractDefinition" ? node : contract,
      scope: inner,
    };
  }

  #placeOf(node: SyntaxNode, source: SourceSyntax, parent: SyntaxRange | undefined): SyntaxRange | undefined {
    const kind = kindOf(node, parent);
    if (!kind) return undefined;
    const { start, end } = rangeOf(node.src);
    if (start < 0) return undefined;
    const head = headOf(node);
    const shown = head ? rangeOf(head.src) : { start, end };
    const range: SyntaxRange = { kind, node, source: source.id, start, end, shown, parent, children: [] };
    (parent ? parent.children : source.roots).push(range);
    return range;
  }
}

function kindOf(node: SyntaxNode, parent: SyntaxRange | undefined): SyntaxRangeKind | undefined {
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

function functionOf(node: SyntaxNode, range: SyntaxRange, contract: SyntaxNode | undefined): FunctionSyntax {
  const nodeKind = node["kind"];
  const kind =
    node.nodeType === "ModifierDefinition"
      ? "modifier"
      : node["isConstructor"] === true || nodeKind === "constructor"
        ? "constructor"
        : nodeKind === "fallback" || nodeKind === "receive"
          ? nodeKind
          : node.name === "" && nodeKind === undefined
            ? "fallback"
            : "function";
  const name = node.name || kind;
  return {
    id: node.id ?? -1,
    name,
    qualified: contract ? `${contract.name}.${name}` : name,
    kind,
    contract,
    node,
    place: range,
    parameters: parametersOf(node),
    returns: parametersOf(node, "returnParameters"),
  };
}

/** Whether running what is at the stretch means being at the place's head: what belongs to the whole of a loop or condition does not. */
export function isAtHead(range: SyntaxRange, start: number, end: number): boolean {
  if (!holdsOthers(range.node)) return true;
  return range.shown.start <= start && range.shown.end >= end && !(range.start === start && range.end === end);
}

/** The function or modifier that a place is in. */
export function ownerOf(range: SyntaxRange | undefined): SyntaxRange | undefined {
  for (let at = range; at; at = at.parent) if (at.kind === "function" || at.kind === "modifier") return at;
  return undefined;
}
