import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, Scalar } from "yaml";
import { type LocalizableText, text } from "../../text/catalogue";
import { type Complaint, type Place, ScenarioError } from "./complaint";
import type { MapEntry, Value } from "./value";

/** A scenario is written by hand: what is larger is something else. */
const longestFile = 1024 * 1024;
const deepest = 40;

/** Plain words that mean nothing at all in YAML. */
const nothing = new Set(["", "~", "null", "Null", "NULL"]);

class Reader {
  readonly complaints: Complaint[] = [];
  readonly #file: string;
  readonly #lines: LineCounter;

  constructor(file: string, lines: LineCounter) {
    this.#file = file;
    this.#lines = lines;
  }

  place(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line, column: col };
  }

  complain(offset: number, message: LocalizableText): void {
    this.complaints.push({ place: this.place(offset), message });
  }

  value(node: Node | null | undefined, offset: number, depth = 0): Value {
    const at = node?.range?.[0] ?? offset;
    const place = this.place(at);
    if (!node) return { kind: "nothing", place };
    if (depth > deepest) this.complain(at, text("This is nested too deeply."));
    else if (isAlias(node)) this.complain(at, text("YAML aliases aren't supported in scenarios. Use variables."));
    else if (isScalar(node)) return this.scalar(node, place);
    else if (isSeq(node)) {
      return { kind: "list", place, items: node.items.map((item) => this.value(item as Node, at, depth + 1)) };
    } else if (isMap(node)) {
      const entries = node.items.flatMap((pair) => this.entry(pair.key as Node, pair.value as Node, at, depth));
      return { kind: "map", place, entries };
    }
    return { kind: "nothing", place };
  }

  private entry(key: Node | null, value: Node | null, at: number, depth: number): MapEntry[] {
    const offset = key?.range?.[0] ?? at;
    if (!isScalar(key)) {
      this.complain(offset, text("A key must be a word."));
      return [];
    }
    const written = this.scalar(key, this.place(offset));
    const name = written.kind === "text" ? written.text : "";
    return [{ key: name, place: this.place(offset), value: this.value(value, offset, depth + 1) }];
  }

  private scalar(node: Scalar, place: Place): Value {
    const plain = node.type === Scalar.PLAIN;
    const written = plain ? (node.source ?? "") : String(node.value ?? "");
    if (plain && nothing.has(written)) return { kind: "nothing", place };
    return { kind: "text", place, text: written };
  }
}

/** What a file holds, as far as it can be understood, and everything in it that is no YAML, or no YAML that scenarios have. */
export function readParts(source: string, file: string): { readonly value: Value; readonly complaints: Complaint[] } {
  const start: Place = { file, line: 1, column: 1 };
  if (source.length > longestFile) {
    const tooLarge: Complaint = { place: start, message: text("The file is larger than 1 MB.") };
    return { value: { kind: "nothing", place: start }, complaints: [tooLarge] };
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, version: "1.2", schema: "core" });
  const reader = new Reader(file, lines);
  for (const { pos, message } of [...document.errors, ...document.warnings]) {
    reader.complain(pos[0], text("This isn't YAML: {0}", message));
  }
  const value = reader.value(document.contents, 0);
  return { value, complaints: reader.complaints };
}

/**
 * Reads YAML, with the place of every part.
 * @throws ScenarioError with everything that is no YAML, or no YAML that scenarios have.
 */
export function readYaml(source: string, file: string): Value {
  const { value, complaints } = readParts(source, file);
  if (complaints.length > 0) throw new ScenarioError(complaints);
  return value;
}
