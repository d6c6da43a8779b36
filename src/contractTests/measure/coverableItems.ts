import type { CompiledSource } from "../../solidity/artifact/compiledProject";

/** A stretch of a source, in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place where the code goes one of two ways: `if`, `? :`, `require`, `assert`. */
export interface BranchItem {
  readonly span: Span;
  /** Whether a jump means that the condition holds. */
  readonly jumpIsTrue: boolean;
}

export interface FunctionItem {
  readonly name: string;
  readonly span: Span;
  /** Where its name stands, for its line. */
  readonly at: number;
}

/** What can be covered of a source. */
export interface CoverableItems {
  readonly statements: readonly Span[];
  readonly branches: readonly BranchItem[];
  readonly functions: readonly FunctionItem[];
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function spanOf(node: Json): Span {
  const [start = "0", length = "0"] = String(node["src"] ?? "").split(":");
  return { start: Number(start), end: Number(start) + Number(length) };
}

/** Statements that run by themselves; the others are made of these. */
const simple: ReadonlySet<string> = new Set([
  "ExpressionStatement",
  "VariableDeclarationStatement",
  "Return",
  "EmitStatement",
  "RevertStatement",
  "InlineAssembly",
  "Break",
  "Continue",
]);
/** Statements whose condition runs by itself. */
const conditional: ReadonlySet<string> = new Set(["IfStatement", "WhileStatement", "DoWhileStatement", "ForStatement"]);

class Collector {
  readonly statements: Span[] = [];
  readonly branches: BranchItem[] = [];
  readonly functions: FunctionItem[] = [];
  #contract = "";

  visit(node: unknown): void {
    if (Array.isArray(node)) {
      for (const each of node) this.visit(each);
      return;
    }
    if (!isObject(node)) return;
    const type = String(node["nodeType"] ?? "");
    if (type === "ContractDefinition") this.#contract = String(node["name"] ?? "");
    if (type === "FunctionDefinition") this.#function(node);
    if (simple.has(type)) this.statements.push(spanOf(node));
    if (conditional.has(type) && isObject(node["condition"])) this.statements.push(spanOf(node["condition"]));
    if (type === "TryStatement" && isObject(node["externalCall"])) this.statements.push(spanOf(node["externalCall"]));
    this.#branch(type, node);
    if (type === "InlineAssembly") return;
    for (const [key, value] of Object.entries(node)) if (key !== "typeDescriptions") this.visit(value);
    if (type === "ContractDefinition") this.#contract = "";
  }

  #branch(type: string, node: Json): void {
    if (type === "IfStatement") this.branches.push({ span: spanOf(node), jumpIsTrue: false });
    if (type === "Conditional") this.branches.push({ span: spanOf(node), jumpIsTrue: true });
    if (type !== "FunctionCall" || !isObject(node["expression"])) return;
    const { nodeType, name } = node["expression"];
    if (nodeType === "Identifier" && (name === "require" || name === "assert")) {
      this.branches.push({ span: spanOf(node), jumpIsTrue: true });
    }
  }

  #function(node: Json): void {
    if (!isObject(node["body"])) return;
    const kind = String(node["kind"] ?? "function");
    const name = String(node["name"] ?? "") || kind;
    const at = typeof node["nameLocation"] === "string" ? Number(node["nameLocation"].split(":")[0]) : -1;
    const span = spanOf(node);
    const whole = this.#contract === "" ? name : `${this.#contract}.${name}`;
    this.functions.push({ name: whole, span, at: at < 0 ? span.start : at });
  }
}

/** Names that several functions have get a number behind. */
function withOwnNames(functions: readonly FunctionItem[]): FunctionItem[] {
  const seen = new Map<string, number>();
  return functions.map((item) => {
    const count = (seen.get(item.name) ?? 0) + 1;
    seen.set(item.name, count);
    return count === 1 ? item : { ...item, name: `${item.name}.${count - 1}` };
  });
}

/** What can be covered of a source, from its syntax tree. */
export function coverableItems({ ast }: CompiledSource): CoverableItems {
  const collector = new Collector();
  collector.visit(ast);
  const { statements, branches, functions } = collector;
  return { statements, branches, functions: withOwnNames(functions) };
}
