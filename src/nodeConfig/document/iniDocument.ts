import type { TextEdit, TextRange } from "../text/textRange";
import { Block, LineIndex } from "./iniBlock";
import { byteOrderMark, type IniBlock, IniLine, type LineEnd } from "./iniLine";

/** Which language a file speaks: a node's `config.ini`, or the `config.genesis` of its group. */
export type IniFileKind = "config" | "genesis";

/** A value that may be an identity is looked at while the whole text is at hand, whatever section it turns out to stand in. */
const shortestIdentity = 128;

/** Cuts `source` into lines as an editor does. `first` tells whether its first line is the first of the file. */
function splitLines(source: string, first: boolean): IniLine[] {
  const lines: IniLine[] = [];
  let lineFeed = source.indexOf("\n");
  let return_ = source.indexOf("\r");
  let start = 0;
  const add = (end: number, eol: LineEnd): void => {
    const marked = first && lines.length === 0 && source.startsWith(byteOrderMark);
    const line = new IniLine(source, start, end, eol, marked ? 1 : 0);
    if (line.kind === "entry" && line.end - line.valueStart >= shortestIdentity) line.digestIdentity(source, start);
    lines.push(line);
    start = end + eol.length;
  };
  while (lineFeed >= 0 || return_ >= 0) {
    if (return_ >= 0 && (lineFeed < 0 || return_ < lineFeed)) {
      add(return_, lineFeed === return_ + 1 ? "\r\n" : "\r");
    } else add(lineFeed, "\n");
    if (lineFeed >= 0 && lineFeed < start) lineFeed = source.indexOf("\n", start);
    if (return_ >= 0 && return_ < start) return_ = source.indexOf("\r", start);
  }
  add(source.length, "");
  return lines;
}

/**
 * A configuration file as lexed lines, with its sections, keys and list identities indexed. An edit lexes the lines it
 * touches and no others, so that a keystroke in a file of 100,000 lines costs microseconds. The document is changed in
 * place by `applyEdit`; what it then holds equals what `parseDocument` makes of the new text.
 */
export class IniDocument {
  readonly lines: IniLine[];
  /** Entries of all list sections by `identityHash`. */
  readonly #identities = new LineIndex<number>("sharesIdentity");
  #blocks: IniBlock[] | undefined;
  #loneReturns = 0;
  readonly #root = new Block(undefined);

  constructor(
    source: string,
    readonly kind: IniFileKind,
  ) {
    this.lines = splitLines(source, true);
    for (const line of this.lines) if (line.eol === "\r") this.#loneReturns++;
    this.#blocks = [this.#root];
    this.#assignBlocks(0, this.#root, this.lines.length);
  }

  /** The text as it stands. */
  get text(): string {
    return this.lines.map((line) => line.text + line.eol).join("");
  }

  /** What stands before the first section, then every section in file order, repeated ones too. */
  get blocks(): readonly IniBlock[] {
    if (!this.#blocks) {
      this.#blocks = [this.#root];
      for (const line of this.lines) if (line.opensBlock && line.block) this.#blocks.push(line.block);
    }
    return this.#blocks;
  }

  /** Whether some line ends in a CR without LF. */
  get hasLoneReturn(): boolean {
    return this.#loneReturns > 0;
  }

  /** Sections of that name in file order; usually none or one. */
  sections(name: string): IniBlock[] {
    return this.blocks.filter((block) => block.header !== undefined && block.name === name);
  }

  /** The line of the first section of that name. */
  header(name: string): IniLine | undefined {
    return this.sections(name)[0]?.header;
  }

  /** The first entry of that name in a section of that name. */
  find(section: string, key: string): IniLine | undefined {
    for (const block of this.blocks) {
      if (block.header === undefined || block.name !== section) continue;
      const found = block.keys.lines(key);
      if (found.length > 1) return this.lines.find((line) => line.block === block && found.includes(line));
      if (found[0]) return found[0];
    }
    return undefined;
  }

  /** The list entries with the value of that one, itself included, whatever the case of their digits; in no order. */
  sameIdentity(line: IniLine): readonly IniLine[] {
    if (!line.sharesIdentity) return [line];
    const value = line.value.toLowerCase();
    return this.#identities.lines(line.identityHash).filter((other) => other.value.toLowerCase() === value);
  }

  /** Replaces `range` by `newText`. Positions past the end of a line or of the text mean that end. */
  applyEdit({ range, newText }: TextEdit): void {
    const { startLine, startChar, endLine, endChar } = this.#clamp(range);
    // A CR that ended a line by itself may meet an LF now.
    const first = startLine > 0 && this.lines[startLine - 1]?.eol === "\r" ? startLine - 1 : startLine;
    const before = first < startLine ? this.#fullText(first) : "";
    const head = this.lines[startLine]?.text.slice(0, startChar) ?? "";
    const tail = this.#fullText(endLine).slice(endChar);
    const added = splitLines(before + head + newText + tail, first === 0);
    // The text after the last line end belongs to the next line, unless the file ends here.
    if (this.lines[endLine]?.eol !== "") added.pop();
    this.#replaceLines(first, endLine - first + 1, added);
  }

  #fullText(index: number): string {
    const line = this.lines[index];
    return line ? line.text + line.eol : "";
  }

  #clamp(range: TextRange): TextRange {
    const last = this.lines.length - 1;
    const clamp = (line: number, char: number): [number, number] => {
      if (line > last) return [last, this.lines[last]?.text.length ?? 0];
      const length = this.lines[Math.max(line, 0)]?.text.length ?? 0;
      return line < 0 ? [0, 0] : [line, Math.min(Math.max(char, 0), length)];
    };
    const [startLine, startChar] = clamp(range.startLine, range.startChar);
    const [endLine, endChar] = clamp(range.endLine, range.endChar);
    return endLine < startLine || (endLine === startLine && endChar < startChar)
      ? { startLine: endLine, startChar: endChar, endLine: startLine, endChar: startChar }
      : { startLine, startChar, endLine, endChar };
  }

  #replaceLines(first: number, count: number, added: readonly IniLine[]): void {
    const block = (first > 0 ? this.lines[first - 1]?.block : undefined) ?? this.#root;
    let sectionsChange = added.some((line) => line.opensBlock);
    for (const line of added) if (line.eol === "\r") this.#loneReturns++;
    for (let index = first; index < first + count; index++) {
      const line = this.lines[index];
      if (!line) continue;
      if (line.opensBlock) sectionsChange = true;
      if (line.eol === "\r") this.#loneReturns--;
      this.#leaveBlock(line);
    }
    if (added.length === count) for (const [index, line] of added.entries()) this.lines[first + index] = line;
    else this.#splice(first, count, added);
    if (sectionsChange) this.#blocks = undefined;
    // Lines after the changed ones stand in another section when a section line came or went.
    this.#assignBlocks(first, block, sectionsChange ? this.lines.length : first + added.length, first + added.length);
  }

  /** `splice` takes its new elements as arguments, which a large paste would overflow. */
  #splice(first: number, count: number, added: readonly IniLine[]): void {
    if (added.length < 10_000) {
      this.lines.splice(first, count, ...added);
      return;
    }
    const rest = this.lines.slice(first + count);
    this.lines.length = first;
    for (const line of added) this.lines.push(line);
    for (const line of rest) this.lines.push(line);
  }

  /** Gives lines `from` to `to` their sections; from `settled` on, the first section line ends the work. */
  #assignBlocks(from: number, block: IniBlock, to: number, settled = Number.POSITIVE_INFINITY): void {
    let current = block;
    for (let index = from; index < to; index++) {
      const line = this.lines[index];
      if (!line) continue;
      if (line.opensBlock) {
        if (index >= settled) return;
        current = new Block(line);
        line.block = current;
        this.#blocks?.push(current);
      } else if (line.block !== current) {
        this.#leaveBlock(line);
        this.#enterBlock(line, current);
      }
    }
  }

  #enterBlock(line: IniLine, block: IniBlock): void {
    line.block = block;
    line.verdictFor = undefined;
    if (line.kind !== "entry") return;
    const list = block.listSection;
    const owned = list?.ownsLine(line) === true;
    line.number = owned ? line.suffixNumber : -1;
    block.keys.add(line);
    if (!owned) return;
    if (line.identityHash < 0) line.digestIdentity();
    this.#identities.add(line.identityHash, line);
  }

  #leaveBlock(line: IniLine): void {
    const block = line.block;
    line.block = undefined;
    if (!block || line.kind !== "entry") return;
    block.keys.remove(line);
    if (block.listSection?.ownsLine(line)) this.#identities.remove(line.identityHash, line);
    line.number = -1;
  }
}

/** Reads a file of that kind. Never throws: what the node would refuse stands in the lines and in the findings. */
export function parseDocument(source: string, kind: IniFileKind = "config"): IniDocument {
  return new IniDocument(source, kind);
}
