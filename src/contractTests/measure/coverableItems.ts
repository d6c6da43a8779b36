import type { CompiledSource } from "../../solidity/artifact/compiledProject";
import { headOf, isNode, nameStartOf, rangeOf, type SyntaxNode, walkTree } from "../../solidity/program/syntaxTree";

/** A stretch of a source, in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place where the code goes one of two ways: `if`, `? :`, `require`, `assert`. */
interface BranchItem {
  readonly span: Span;
  /** Whether a jump means that the condition holds. */
  readonly jumpIsTrue: boolean;
}

interface FunctionItem {
  readonly name: string;
  readonly span: Span;
  /** Where its name stands, for its line. */
  readonly at: number;
}

/** What can be covered of a source. */
interface CoverableItems {
  readonly statements: readonly Span[];
  readonly branches: readonly BranchItem[];
  readonly functions: readonly FunctionItem[];
}

/** Statements that run by themselves; the others are made of these. */
export const plainStatements: ReadonlySet<string> = new Set([
  "ExpressionStatement",
  "VariableDeclarationStatement",
  "Return",
  "EmitStatement",
  "RevertStatement",
  "InlineAssembly",
  "Break",
  "Continue",
]);
/** The stretch that runs as a statement: that of the whole, or what decides of the statements in it. */
function statementOf(node: SyntaxNode): Span | undefined {
  const part = plainStatements.has(node.nodeType) ? node : headOf(node);
  return part && rangeOf(part.src);
}

function branchOf(node: SyntaxNode): BranchItem | undefined {
  const span = rangeOf(node.src);
  if (node.nodeType === "IfStatement") return { span, jumpIsTrue: false };
  if (node.nodeType === "Conditional") return { span, jumpIsTrue: true };
  const called = node.nodeType === "FunctionCall" && node["expression"];
  if (!isNode(called) || called.nodeType !== "Identifier") return undefined;
  return called.name === "require" || called.name === "assert" ? { span, jumpIsTrue: true } : undefined;
}

function functionOf(node: SyntaxNode, contract: string): FunctionItem | undefined {
  if (node.nodeType !== "FunctionDefinition" || !isNode(node["body"])) return undefined;
  const name = node.name || String(node["kind"] ?? "function");
  return { name: contract === "" ? name : `${contract}.${name}`, span: rangeOf(node.src), at: nameStartOf(node) };
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
  const statements: Span[] = [];
  const branches: BranchItem[] = [];
  const functions: FunctionItem[] = [];
  walkTree(ast, "", (node, contract) => {
    const [statement, branch, own] = [statementOf(node), branchOf(node), functionOf(node, contract)];
    if (statement) statements.push(statement);
    if (branch) branches.push(branch);
    if (own) functions.push(own);
    if (node.nodeType === "InlineAssembly") return undefined;
    return node.nodeType === "ContractDefinition" ? (node.name ?? "") : contract;
  });
  return { statements, branches, functions: withOwnNames(functions) };
}
