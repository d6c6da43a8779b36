import type { CompiledProject, CompiledSource } from "../../solidity/artifact/compiledProject";
import { SourceText } from "../../solidity/program/sourceText";
import { allNodes, headOf, isNode, rangeOf, type SyntaxNode, walkTree } from "../../solidity/program/syntaxTree";
import { isTestSource } from "../../text/sourceNames";
import { plainStatements } from "../measure/coverableItems";
import type { TestModule } from "../testProject";
import { type Change, changesOf, type OperatorGroup } from "./operators";

/** A range of a source that a test reaches or not: a statement or what decides of others, a function, a value of a variable. */
export interface ReachSpan {
  /** Absolute path of the source. */
  readonly path: string;
  /** In bytes. */
  readonly start: number;
  readonly end: number;
  readonly kind: "statement" | "function";
  /** Number of the span around it, which is reached where this one is; −1: none. */
  readonly parent: number;
}

/** A source with one change. */
export interface Mutant extends Change {
  /** Absolute path of the source. */
  readonly path: string;
  readonly sourceName: string;
  /** The contract that it is in; empty for functions of a file. */
  readonly contract: string;
  /** What stands there. */
  readonly original: string;
  /** From 1; the column in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Which span a test has to reach to see the change. */
  readonly span: number;
}

/** All mutants of a project's own sources, and the spans that they are in. */
interface Mutants {
  readonly mutants: readonly Mutant[];
  readonly spans: readonly ReachSpan[];
}

/** Which mutants are made. What is undefined leaves nothing out. */
export interface MutantSelection {
  /** Whether a source is changed, by its absolute path. */
  readonly isWanted?: ((path: string) => boolean) | undefined;
  readonly contract?: RegExp | undefined;
  /** Whether a change of a source is made. */
  readonly isMutantWanted?: ((mutant: Mutant) => boolean) | undefined;
  readonly operators: ReadonlySet<OperatorGroup>;
}

/** Statements of assembly are changed one by one, too. */
const simple: ReadonlySet<string> = new Set([
  ...plainStatements,
  "YulAssignment",
  "YulExpressionStatement",
  "YulVariableDeclaration",
]);

/** Whether a node is what runs by itself: a statement that has no others in it, the value of a variable of a contract or a file. */
const runsAlone = (node: SyntaxNode): boolean =>
  simple.has(node.nodeType) || (node.nodeType === "VariableDeclaration" && isNode(node["value"]));

const isBody = ({ nodeType, body }: SyntaxNode): boolean =>
  (nodeType === "FunctionDefinition" || nodeType === "ModifierDefinition") && isNode(body);

/** What is known of a place on the way down a tree. */
interface Place {
  readonly parent: SyntaxNode | undefined;
  readonly contract: string;
  readonly span: number;
}

/** Reads the mutants of one source. */
class SourceReader {
  readonly #text: SourceText;
  readonly #seen = new Set<string>();
  readonly #spans = new Map<string, number>();

  constructor(
    private readonly source: CompiledSource & { readonly path: string },
    private readonly modifiers: ReadonlySet<number>,
    private readonly selection: MutantSelection,
    private readonly found: { readonly mutants: Mutant[]; readonly spans: ReachSpan[] },
  ) {
    this.#text = new SourceText(source.content);
  }

  read(): void {
    const top: Place = { parent: undefined, contract: "", span: -1 };
    walkTree(this.source.ast, top, (node, place) => this.#enter(node, place));
  }

  #enter(node: SyntaxNode, place: Place): Place {
    const contract = node.nodeType === "ContractDefinition" ? (node.name ?? "") : place.contract;
    const span = this.#spanOf(node, place);
    if (span >= 0) this.#mutate(node, { ...place, contract, span });
    return { parent: node, contract, span };
  }

  #spanOf(node: SyntaxNode, { span, parent }: Place): number {
    if (node.nodeType === "ContractDefinition") return -1;
    if (isBody(node)) return this.#addSpan(node, "function", span);
    const isHead = parent !== undefined && headOf(parent) === node;
    return isHead || runsAlone(node) ? this.#addSpan(node, "statement", span) : span;
  }

  #addSpan(node: SyntaxNode, kind: ReachSpan["kind"], parent: number): number {
    const { start, end } = rangeOf(node.src);
    const key = `${kind}:${start}:${end}`;
    let number = this.#spans.get(key);
    if (number === undefined) {
      number = this.found.spans.push({ path: this.source.path, start, end, kind, parent }) - 1;
      this.#spans.set(key, number);
    }
    return number;
  }

  #mutate(node: SyntaxNode, { parent, contract, span }: Place): void {
    const { contract: wanted, operators, isMutantWanted } = this.selection;
    if (wanted?.test(contract) === false) return;
    const head = headOf(node);
    for (const change of changesOf(node, { source: this.#text, modifiers: this.modifiers, parent })) {
      if (!operators.has(change.operator) || change.start < 0) continue;
      const key = `${change.start}:${change.end}:${change.replacement}`;
      const original = this.#text.sliceOfBytes(change.start, change.end);
      if (this.#seen.has(key) || original === change.replacement) continue;
      this.#seen.add(key);
      const isOfHead = head !== undefined && rangeOf(head.src).start === change.start;
      const { line, column } = this.#text.placeOfByte(change.start);
      const { path, name } = this.source;
      const mutant: Mutant = {
        ...change,
        path,
        sourceName: name,
        contract,
        original,
        line,
        column,
        span: isOfHead ? this.#addSpan(head, "statement", span) : span,
      };
      if (isMutantWanted?.(mutant) !== false) this.found.mutants.push(mutant);
    }
  }
}

/**
 * The mutants of a project's own sources, in the order of files and lines; tests, scripts and what is another's are left alone.
 * @param compiled with the syntax trees
 * @param modules the same, as tests know them
 * @param testFiles absolute paths of further files that aren't changed
 */
export function mutantsOf(
  compiled: readonly CompiledProject[],
  modules: readonly TestModule[],
  testFiles: ReadonlySet<string>,
  selection: MutantSelection,
): Mutants {
  const found = { mutants: [] as Mutant[], spans: [] as ReachSpan[] };
  const done = new Set<string>();
  const readers: SourceReader[] = [];
  compiled.forEach((project, index) => {
    const modifiers = modifiersOf(project);
    for (const source of project.sources) {
      const { path, name } = source;
      const known = modules[index]?.sources.find(({ id }) => id === source.id);
      if (path === undefined || !known || known.foreign || done.has(path)) continue;
      if (isTestSource(name) || testFiles.has(path) || selection.isWanted?.(path) === false) continue;
      done.add(path);
      readers.push(new SourceReader({ ...source, path }, modifiers, selection, found));
    }
  });
  for (const reader of readers) reader.read();
  const order = (a: Mutant, b: Mutant): number =>
    a.path === b.path ? a.start - b.start || a.end - b.end : a.path < b.path ? -1 : 1;
  return { mutants: found.mutants.sort(order), spans: found.spans };
}

const modifiersOf = ({ sources }: CompiledProject): ReadonlySet<number> =>
  new Set(
    sources
      .flatMap(({ ast }) => allNodes(ast))
      .flatMap(({ nodeType, id }) => (nodeType === "ModifierDefinition" && id !== undefined ? [id] : [])),
  );

/** A source with the change of a mutant. */
export function mutatedText(content: string, { start, end, replacement }: Change): string {
  const text = new SourceText(content);
  return content.slice(0, text.offsetOfByte(start)) + replacement + content.slice(text.offsetOfByte(end));
}
