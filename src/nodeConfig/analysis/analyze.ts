import type { IniBlock } from "../document/iniBlock";
import type { IniDocument } from "../document/iniDocument";
import { IniLine, identityHashOf } from "../document/iniLine";
import { listSectionName } from "../lists/accessLists";
import { text } from "../localizableText";
import { findSection, sectionSpecs } from "../schema/keySpec";
import { lineRange } from "../textRange";
import type { AnalysisContext } from "./analysisContext";
import { closestName } from "./closestName";
import { crossGenesisFindings, crossKeyFindings, type PlacedFinding } from "./crossKeyRules";
import { judgeEntry } from "./entryRules";
import { type Evaluation, knowsLists, resolveEvaluation } from "./evaluation";
import type { Finding } from "./finding";
import { sealerIdentity } from "./genesisEntryRules";
import { type LineFinding, type LineVerdict, lineFinding } from "./lineVerdict";

const lastEvaluations = new WeakMap<IniDocument, Evaluation>();

/** The same object as long as nothing in it changes: the verdicts kept with the lines were computed for that object. */
function evaluationOf(document: IniDocument, context: AnalysisContext): Evaluation {
  const evaluation = resolveEvaluation(document, context);
  const last = lastEvaluations.get(document);
  if (last && JSON.stringify(last) === JSON.stringify(evaluation)) return last;
  lastEvaluations.set(document, evaluation);
  return evaluation;
}

/** What one list holds, gathered while walking over the lines. */
interface ListTally {
  /** Name of the section the node reads this list from. */
  readonly section: string;
  header: { readonly line: IniLine; readonly index: number } | undefined;
  entries: number;
  accepted: number;
  /** Own identities found in it. */
  own: number;
}

/** One walk over the lines of a document, collecting what is to be said. */
class Walk {
  readonly findings: Finding[] = [];
  readonly #lists: Readonly<Record<"black" | "white", ListTally>>;
  readonly #ownIdentities: ReadonlySet<string>;
  readonly #ownHashes: ReadonlySet<number>;
  readonly #filledSections = new Set<string>();
  readonly #firstNames = new Map<IniBlock, Set<string>>();
  readonly #firstIdentities = new Map<string, { black?: IniLine; white?: IniLine }>();
  readonly #sealers = new Set<string>();
  #placed = new Map<IniLine, LineFinding[]>();
  #sealerCount = 0;
  #previousNumber = -1;
  #consensusHeader = -1;

  constructor(
    readonly document: IniDocument,
    readonly evaluation: Evaluation,
    context: AnalysisContext,
  ) {
    this.#lists = { black: this.#tally("black"), white: this.#tally("white") };
    const own = evaluation.secondGeneration ? [context.own?.consensusId] : [context.own?.tlsId, context.own?.smTlsId];
    this.#ownIdentities = new Set(
      own.flatMap((id) => (id?.length === evaluation.identityLength ? [id.toLowerCase()] : [])),
    );
    this.#ownHashes = new Set([...this.#ownIdentities].map(identityHashOf));
  }

  #tally(list: "black" | "white"): ListTally {
    return { section: listSectionName(this.document, list), header: undefined, entries: 0, accepted: 0, own: 0 };
  }

  run(): Finding[] {
    const { document, evaluation } = this;
    this.#fileRules();
    if (!evaluation.secondGeneration) {
      const crossing = document.kind === "config" ? crossKeyFindings : crossGenesisFindings;
      for (const placed of crossing(document, evaluation)) this.#place(placed);
    }
    const { lines } = document;
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index];
      if (line && line.kind !== "blank" && line.kind !== "comment" && !this.#isQuietEntry(line))
        this.#visit(line, index);
    }
    this.#listRules();
    this.#sealerRules();
    return this.findings.sort(byPlace);
  }

  /**
   * The many lines about which there is nothing to say, told from what is kept with them: a list of 100,000 entries is
   * walked over in a fraction of a millisecond.
   */
  #isQuietEntry(line: IniLine): boolean {
    const list = this.#openList;
    if (!list || line.block !== this.#openBlock || line.lowerHexDigits !== this.evaluation.identityLength) return false;
    if (line.sharesName || line.sharesIdentity || line.number < 0 || this.#placedInOpenBlock) return false;
    if (line.number > 0 && line.number !== this.#previousNumber + 1) return false;
    if (this.#ownHashes.size > 0 && this.#ownHashes.has(line.identityHash)) return false;
    this.#previousNumber = line.number;
    list.entries++;
    list.accepted++;
    return true;
  }

  /** The effective list section that is being walked over, as far as its last visited entry showed one. */
  #openList: ListTally | undefined;
  #openBlock: IniBlock | undefined;
  #placedInOpenBlock = false;

  #place({ line, finding }: PlacedFinding): void {
    const placed = this.#placed.get(line);
    if (placed) placed.push(finding);
    else this.#placed.set(line, [finding]);
  }

  #add(index: number, { rule, severity, startChar, endChar, message }: LineFinding): void {
    this.findings.push({ rule, severity, range: lineRange(index, startChar, endChar), message });
  }

  #visit(line: IniLine, index: number): void {
    switch (line.kind) {
      case "noEquals":
        this.#add(
          index,
          lineFinding(
            "ini.noEquals",
            line.start,
            line.end,
            text(
              "Neither a comment nor [section] nor key=value: the node refuses to start (\"'=' character not found in line\").",
            ),
          ),
        );
        break;
      case "emptyKey":
        this.#add(
          index,
          lineFinding(
            "ini.emptyKey",
            line.start,
            line.end,
            text('No key before "=": the node refuses to start ("key expected").'),
          ),
        );
        break;
      case "unmatchedBracket":
        this.#add(
          index,
          lineFinding(
            "ini.unmatchedBracket",
            line.start,
            line.end,
            text('A section without "]": the node refuses to start ("unmatched \'[\'").'),
          ),
        );
        this.#openBlockAt(line, index);
        break;
      case "section":
        this.#visitSection(line, index);
        break;
      case "entry":
        this.#visitEntry(line, index);
    }
    if (this.#placed.size > 0) for (const finding of this.#placed.get(line) ?? []) this.#add(index, finding);
  }

  #visitSection(line: IniLine, index: number): void {
    const onHeader = (rule: LineFinding["rule"], message: LineFinding["message"]): void =>
      this.#add(index, lineFinding(rule, line.start, line.headerEnd, message));
    if (line.valueStart < line.valueEnd) {
      const message = text('The node ignores what stands after "]".');
      this.#add(index, lineFinding("ini.textAfterSection", line.valueStart, line.valueEnd, message));
    }
    if (this.document.blocks[0]?.keys.has(line.name)) {
      onHeader(
        "ini.duplicateSection",
        text(
          'A key before the first section is called {0} too: the node refuses to start ("duplicate section name").',
          line.name,
        ),
      );
    } else if (this.#filledSections.has(line.name)) {
      onHeader(
        "ini.duplicateSection",
        text('[{0}] stands here a second time: the node refuses to start ("duplicate section name").', line.name),
      );
    }
    this.#knownSection(line, onHeader, this.#openBlockAt(line, index));
  }

  /** From here on the lines belong to this section. Gives the list it holds, if it holds one. */
  #openBlockAt(line: IniLine, index: number): ListTally | undefined {
    const block = line.block;
    this.#previousNumber = -1;
    if (!block) return undefined;
    if (block.keys.size > 0) this.#filledSections.add(line.name);
    if (line.name === "consensus" && this.#consensusHeader < 0) this.#consensusHeader = index;
    const list = block.listSection && this.document.kind === "config" ? this.#lists[block.listSection.list] : undefined;
    if (
      list &&
      (list.header === undefined || (block.name === list.section && list.header.line.name !== list.section))
    ) {
      list.header = { line, index };
    }
    return list;
  }

  #knownSection(
    line: IniLine,
    onHeader: (rule: LineFinding["rule"], message: LineFinding["message"]) => void,
    list: ListTally | undefined,
  ): void {
    const { evaluation } = this;
    if (evaluation.secondGeneration) return;
    const section = findSection(evaluation.kind, line.name);
    if (!section) {
      const meant = closestName(
        line.name,
        sectionSpecs(evaluation.kind).map((spec) => spec.name),
      );
      onHeader(
        "ini.unknownSection",
        meant === undefined
          ? text("The node does not know the section [{0}] and ignores it.", line.name)
          : text("The node does not know the section [{0}] and ignores it. Did you mean [{1}]?", line.name, meant),
      );
      return;
    }
    if (list) {
      if (line.name !== list.section && (line.block?.keys.size ?? 0) > 0) {
        onHeader("ini.unreadKey", text("The node does not read this section, since [{0}] is there.", list.section));
      }
    }
    if (evaluation.roleIsCertain && !section.roles.includes("all") && !section.roles.includes(evaluation.role)) {
      onHeader("ini.unreadKey", text("This program ({0}) does not read the section.", evaluation.role));
    }
  }

  #visitEntry(line: IniLine, index: number): void {
    const block = line.block;
    if (!block) return;
    const verdict = this.#verdict(line);
    // Nobody reads the entries of a short-named list beside the long-named one.
    const list = this.document.kind === "config" ? block.listSection?.list : undefined;
    const unread = list !== undefined && block.name !== this.#lists[list].section;
    if (!unread) for (const finding of verdict.findings) this.#add(index, finding);
    if (line.sharesName) this.#repeatedName(line, index, block);
    if (this.document.kind === "config") {
      if (knowsLists(this.evaluation) && block.listSection?.ownsLine(line))
        this.#listEntry(line, index, block, verdict);
    } else if (block.name === "consensus" && line.name.startsWith("node.")) this.#sealer(line, index);
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
      const message = text(
        '{0} stands here a second time: the node refuses to start ("duplicate key name").',
        line.name,
      );
      this.#add(index, lineFinding("ini.duplicateKey", line.nameStart, line.nameEnd, message));
    }
    names.add(line.name);
  }

  #listEntry(line: IniLine, index: number, block: IniBlock, verdict: LineVerdict): void {
    const kind = block.listSection?.list ?? "white";
    const list = this.#lists[kind];
    const prefix = block.listSection?.prefix ?? "";
    if (line.number > 0 && line.number !== this.#previousNumber + 1 && !block.keys.has(`${prefix}${line.number - 1}`)) {
      const message = text(
        "There is no {0}{1}. That is harmless: the node reads every key with this prefix.",
        prefix,
        line.number - 1,
      );
      this.#add(index, lineFinding("nodeid.indexGap", line.nameStart, line.nameEnd, message));
    }
    this.#previousNumber = line.number;
    if (block.name !== list.section) return;
    this.#openList = list;
    if (this.#openBlock !== block) {
      this.#openBlock = block;
      this.#placedInOpenBlock = [...this.#placed.keys()].some((placed) => placed.block === block);
    }
    list.entries++;
    if (!verdict.accepted) return;
    list.accepted++;
    if (this.#ownIdentities.size > 0 && this.#ownIdentities.has(line.value.toLowerCase())) {
      list.own++;
      if (kind === "black") {
        const message = text(
          "This is the node's own ID: no effect here, but with this list on other nodes they refuse this one.",
        );
        this.#add(index, lineFinding("nodeid.ownBlacklisted", line.valueStart, line.valueEnd, message));
      }
    }
    if (line.sharesIdentity) this.#sharedIdentity(line, index, kind);
  }

  #sharedIdentity(line: IniLine, index: number, kind: "black" | "white"): void {
    const identity = line.value.toLowerCase();
    let first = this.#firstIdentities.get(identity);
    if (!first) {
      first = {};
      this.#firstIdentities.set(identity, first);
      const black = this.document
        .sameIdentity(line)
        .find((other) => other.block?.name === this.#lists.black.section && this.#verdict(other).accepted);
      if (black) first.black = black;
    }
    const onValue = (rule: LineFinding["rule"], message: LineFinding["message"]): void =>
      this.#add(index, lineFinding(rule, line.valueStart, line.valueEnd, message));
    if (kind === "white") {
      if (first.black)
        onValue(
          "nodeid.inBothLists",
          text("This ID is also in the blacklist ({0}), which wins: the node refuses it.", first.black.name),
        );
      if (first.white)
        onValue("nodeid.duplicate", text("The same ID as {0}: the node keeps it once.", first.white.name));
      first.white ??= line;
      return;
    }
    const earlier = this.#firstBlack.get(identity);
    if (earlier) onValue("nodeid.duplicate", text("The same ID as {0}: the node keeps it once.", earlier.name));
    else this.#firstBlack.set(identity, line);
  }

  readonly #firstBlack = new Map<string, IniLine>();

  #listRules(): void {
    const { white } = this.#lists;
    if (this.document.kind !== "config" || !white.header || !knowsLists(this.evaluation)) return;
    const { line, index } = white.header;
    const onHeader = (rule: LineFinding["rule"], message: LineFinding["message"]): void =>
      this.#add(index, lineFinding(rule, line.start, line.headerEnd, message));
    if (white.entries === 0) {
      onHeader(
        "list.disabled",
        text("No entry: the whitelist is off, and every node with a valid certificate may connect."),
      );
    } else if (white.accepted === 0) {
      onHeader(
        "list.failOpen",
        text("No valid entry is left: the whitelist is off, and every node with a valid certificate may connect."),
      );
    } else if (this.#ownIdentities.size > 0 && white.own === 0) {
      onHeader(
        "nodeid.ownMissing",
        text(
          "The node's own ID is not in the list: no effect here, but with this list on other nodes they refuse this one.",
        ),
      );
    }
  }

  #sealer(line: IniLine, index: number): void {
    this.#sealerCount++;
    const identity = sealerIdentity(line);
    if (identity === "") return;
    if (this.#sealers.has(identity)) {
      const message = text("The same sealer stands here twice. The node does not notice and starts.");
      this.#add(index, lineFinding("genesis.duplicateSealer", line.valueStart, line.valueEnd, message));
    }
    this.#sealers.add(identity);
  }

  #sealerRules(): void {
    if (this.document.kind !== "genesis" || this.#sealerCount > 0) return;
    const index = Math.max(this.#consensusHeader, 0);
    const line = this.document.lines[index];
    const [start, end] = line?.opensBlock && this.#consensusHeader >= 0 ? [line.start, line.headerEnd] : [0, 0];
    const message = text('No node.<n> entry in [consensus]: the node refuses to start ("Must set sealerList!").');
    this.#add(index, lineFinding("genesis.noSealer", start, end, message));
  }

  #fileRules(): void {
    const { lines } = this.document;
    const first = lines[0];
    if (first?.from === 1) {
      const exact = IniLine.of(first.text, first.eol).kind;
      this.#add(
        0,
        lineFinding(
          "ini.bom",
          0,
          0,
          exact === "entry"
            ? text("The file begins with a byte order mark, which the node takes as part of the first key.")
            : text("The file begins with a byte order mark: the node refuses to start."),
        ),
      );
    }
    if (!this.document.hasLoneReturn) return;
    const bare = lines.findIndex(
      (line, index) => line.eol === "\r" && lines[index + 1]?.start !== lines[index + 1]?.end,
    );
    if (bare >= 0) {
      const column = lines.some((line) => line.eol === "\n" || line.eol === "\r\n")
        ? (lines[bare]?.text.length ?? 0)
        : 0;
      const message = text(
        "A CR without LF ends no line for the node: it reads on as if the next line stood on this one.",
      );
      this.#add(column === 0 ? 0 : bare, lineFinding("ini.bareCR", column, column, message));
    }
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
  return new Walk(document, evaluationOf(document, context), context).run();
}
