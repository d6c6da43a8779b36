import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import type { IniBlock, IniLine } from "../document/iniLine";
import { type Finding, noStart, type RuleId } from "../findings/finding";
import type { LineFinding, LineVerdict } from "../findings/lineVerdict";
import { lineRange } from "../text/textRange";
import type { AnalysisContext } from "./analysisContext";
import { crossGenesisFindings } from "./crossGenesisRules";
import { crossKeyFindings } from "./crossKeyRules";
import { judgeEntry } from "./entryRules";
import { type Evaluation, knowsLists, resolveEvaluation } from "./evaluation";
import { fileFindings, otherFileFinding, utf16Finding } from "./fileRules";
import { SealerWalk } from "./genesisEntryRules";
import { brokenLine, textAfterSection, unreadList, unreadSection } from "./lineRules";
import { ListWalk } from "./listWalk";
import { losesSection, losesValue } from "./meantNames";
import { onHeader, onKey } from "./onLine";

/** Rules on names that no node reads. */
const unreadRules: ReadonlySet<RuleId> = new Set([
  "ini.unknownKey",
  "ini.unknownSection",
  "ini.keyBeforeSection",
  "ini.nonAscii",
]);

const lastEvaluations = new WeakMap<IniDocument, Evaluation>();

/** The same object as long as nothing in it changes: the verdicts kept with the lines were computed for that object. */
function evaluationOf(document: IniDocument, context: AnalysisContext): Evaluation {
  const evaluation = resolveEvaluation(document, context);
  const last = lastEvaluations.get(document);
  if (last && JSON.stringify(last) === JSON.stringify(evaluation)) return last;
  lastEvaluations.set(document, evaluation);
  return evaluation;
}

/** One walk over the lines of a document, collecting what is to be said. */
class Walk {
  readonly findings: Finding[] = [];
  readonly #filledSections = new Set<string>();
  readonly #firstNames = new Map<IniBlock, Set<string>>();
  readonly #placed = new Map<IniLine, LineFinding[]>();
  readonly #lists: ListWalk;
  readonly #sealers = new SealerWalk();

  constructor(
    readonly document: IniDocument,
    readonly evaluation: Evaluation,
    context: AnalysisContext,
  ) {
    const add = (index: number, finding: LineFinding): void => this.#add(index, finding);
    const verdict = (line: IniLine): LineVerdict => this.#verdict(line);
    const isPlacedIn = (block: IniBlock): boolean => [...this.#placed.keys()].some((line) => line.block === block);
    this.#lists = new ListWalk(document, evaluation, context, add, verdict, isPlacedIn);
  }

  run(): Finding[] {
    const { document, evaluation } = this;
    this.findings.push(...fileFindings(document));
    if (!evaluation.secondGeneration) {
      const crossing = document.kind === "config" ? crossKeyFindings : crossGenesisFindings;
      for (const { line, finding } of crossing(document, evaluation)) this.#place(line, finding);
    }
    const { lines } = document;
    const lists = this.#lists;
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index];
      if (line && line.kind !== "blank" && line.kind !== "comment" && !lists.isQuietEntry(line))
        this.#visit(line, index);
    }
    lists.finish();
    this.findings.push(...this.#sealers.finish(document));
    const { withoutPrefix } = lists;
    const isOnSection = ({ rule, range }: Finding): boolean => {
      const block = rule === "list.keyName" ? lines[range.startLine]?.block : undefined;
      return block !== undefined && withoutPrefix.has(block);
    };
    return this.findings.filter((finding) => !isOnSection(finding)).sort(byPlace);
  }

  #place(line: IniLine, finding: LineFinding): void {
    const placed = this.#placed.get(line);
    if (placed) placed.push(finding);
    else this.#placed.set(line, [finding]);
  }

  #add(index: number, finding: LineFinding | undefined): void {
    if (!finding) return;
    const { rule, severity, startChar, endChar, message } = finding;
    this.findings.push({ rule, severity, range: lineRange(index, startChar, endChar), message });
  }

  #visit(line: IniLine, index: number): void {
    if (line.kind === "entry") this.#visitEntry(line, index);
    else if (line.kind === "section") this.#visitSection(line, index);
    else {
      this.#add(index, brokenLine(line));
      if (line.opensBlock) this.#enter(line, index);
    }
    if (this.#placed.size > 0) for (const finding of this.#placed.get(line) ?? []) this.#add(index, finding);
  }

  #visitSection(line: IniLine, index: number): void {
    this.#add(index, textAfterSection(line));
    if (this.document.blocks[0]?.keys.has(line.name)) {
      const message = noStart(
        text(
          'A key before the first section is called {0} too. The node refuses to start ("duplicate section name").',
          line.name,
        ),
      );
      this.#add(index, onHeader(line, "ini.duplicateSection", message));
    } else if (this.#filledSections.has(line.name)) {
      const message = noStart(
        text('[{0}] appears twice. The node refuses to start ("duplicate section name").', line.name),
      );
      this.#add(index, onHeader(line, "ini.duplicateSection", message));
    }
    this.#enter(line, index);
    if (this.evaluation.secondGeneration) return;
    this.#add(index, this.#lists.shadowed(line));
    // of a list it is said, too, that it is off
    const list = knowsLists(this.evaluation) ? unreadList(line, this.evaluation) : undefined;
    const loses = (): boolean => list === undefined && losesSection(this.document, line);
    this.#add(index, this.#weighed(unreadSection(line, this.evaluation), loses));
    this.#add(index, list);
  }

  /** From here on the lines belong to this section. */
  #enter(line: IniLine, index: number): void {
    if ((line.block?.keys.size ?? 0) > 0) this.#filledSections.add(line.name);
    if (line.name === "consensus") this.#sealers.enter(index);
    this.#lists.enter(line, index);
  }

  #visitEntry(line: IniLine, index: number): void {
    const block = line.block;
    if (!block) return;
    const verdict = this.#verdict(line);
    const loses = (): boolean => losesValue(this.document, line, this.evaluation);
    if (!this.#lists.isShadowed(block))
      for (const finding of verdict.findings) this.#add(index, this.#weighed(finding, loses));
    if (line.sharesName) this.#repeatedName(line, index, block);
    if (this.document.kind === "genesis") {
      if (block.name === "consensus" && line.name.startsWith("node.")) this.#add(index, this.#sealers.visit(line));
    } else if (knowsLists(this.evaluation) && block.listSection?.ownsLine(line)) {
      this.#lists.visit(line, index, block, verdict);
    }
  }

  /** What no node reads is an error where the node's default takes the place of what was written. */
  #weighed(finding: LineFinding | undefined, loses: () => boolean): LineFinding | undefined {
    return finding?.severity === "warning" && unreadRules.has(finding.rule) && loses()
      ? { ...finding, severity: "error" }
      : finding;
  }

  #verdict(line: IniLine): LineVerdict {
    if (line.verdict && line.verdictFor === this.evaluation) return line.verdict;
    line.verdict = judgeEntry(line, this.evaluation);
    line.verdictFor = this.evaluation;
    return line.verdict;
  }

  #repeatedName(line: IniLine, index: number, block: IniBlock): void {
    const names = this.#firstNames.get(block) ?? new Set();
    this.#firstNames.set(block, names);
    if (names.has(line.name)) {
      const message = noStart(text('{0} appears twice. The node refuses to start ("duplicate key name").', line.name));
      this.#add(index, onKey(line, "ini.duplicateKey", message));
    }
    names.add(line.name);
  }
}

function byPlace(a: Finding, b: Finding): number {
  return (
    a.range.startLine - b.range.startLine ||
    a.range.startChar - b.range.startChar ||
    a.range.endChar - b.range.endChar ||
    (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)
  );
}

/**
 * Everything worth saying about a document, in the order of the text. What a line says by itself is kept with the line, so
 * after an edit only the changed lines are judged again.
 */
export function analyze(document: IniDocument, context: AnalysisContext): Finding[] {
  const unreadable = utf16Finding(document) ?? otherFileFinding(document);
  return unreadable ? [unreadable] : new Walk(document, evaluationOf(document, context), context).run();
}

/** The first thing in the file with which its node doesn't start; undefined where none is known. */
export function startObstacle(document: IniDocument, context: AnalysisContext): Finding | undefined {
  return analyze(document, context).find(({ message }) => message.stopsNode);
}
