import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, Scalar } from "yaml";
import { type LocalizableText, text } from "../text/catalogue";
import { encodingAdvice, encodingTrouble } from "../text/encoding";
import { readFullWidth, writings } from "../text/halfWidth";
import { OutOfBounds } from "../text/limits/outOfBounds";
import { parseBoundedYaml, yamlLimits } from "./boundedYaml";
import { type Complaint, type TextPosition, YamlError } from "./complaint";
import type { MapEntry, YamlValue } from "./value";

/** More of what is wrong with one file isn't read. */
const maxComplaints = 200;

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

  place(offset: number): TextPosition {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line, column: col };
  }

  complain(offset: number, message: LocalizableText): void {
    if (this.complaints.length < maxComplaints) this.complaints.push({ place: this.place(offset), message });
  }

  /** Calls itself no deeper than the limits of what was parsed. */
  value(node: Node | null | undefined, offset: number): YamlValue {
    const at = node?.range?.[0] ?? offset;
    const position = this.place(at);
    if (!node) return { kind: "nothing", place: position };
    if (isAlias(node)) this.complain(at, text("YAML aliases aren't supported here."));
    else if (isScalar(node)) return this.scalar(node, position);
    else if (isSeq(node)) {
      return { kind: "list", place: position, items: node.items.map((item) => this.value(item as Node, at)) };
    } else if (isMap(node)) {
      const keys = new Set<string>();
      const entries = node.items.flatMap((pair) => this.entry(pair.key as Node, pair.value as Node, at, keys));
      return { kind: "map", place: position, entries };
    }
    return { kind: "nothing", place: position };
  }

  private entry(key: Node | null, value: Node | null, at: number, known: Set<string>): MapEntry[] {
    const offset = key?.range?.[0] ?? at;
    if (!isScalar(key)) {
      this.complain(offset, text("A key must be a word."));
      return [];
    }
    const written = this.scalar(key, this.place(offset));
    const name = written.kind === "text" ? written.text : "";
    if (known.has(name)) this.complain(offset, text("This isn't YAML: {0}", "Map keys must be unique"));
    known.add(name);
    return [{ key: name, place: this.place(offset), value: this.value(value, offset) }];
  }

  private scalar(node: Scalar, range: TextPosition): YamlValue {
    const plain = node.type === Scalar.PLAIN;
    const written = plain ? (node.source ?? "") : String(node.value ?? "");
    if (plain && nothing.has(written)) return { kind: "nothing", place: range };
    const { first, converted } = plain ? readFullWidth(written, writings.values) : { first: undefined, converted: "" };
    // Curly quotes in the middle of a text are its own.
    if (first?.index === 0 && (first.meant === '"' || first.meant === "'")) {
      const message = text(
        "{0} is a full-width quote, and would be a part of the text. Write {1}.",
        first.sign,
        converted,
      );
      this.complain(node.range?.[0] ?? 0, message);
    }
    return { kind: "text", place: range, text: written };
  }
}

/** What is wrong with a text by its size alone. */
function excessText({ excess }: OutOfBounds): LocalizableText {
  if (excess === "nestedTooDeep") return text("This is nested too deeply.");
  if (excess === "tooManyValues") return text("The file has more than {0} words.", yamlLimits.values);
  return text("The file is larger than 1 MB.");
}

/** What a file holds, as far as it can be understood, and everything in it that isn't YAML, or not the part of YAML that we read. */
export function readParts(
  source: string,
  file: string,
): { readonly value: YamlValue; readonly complaints: Complaint[] } {
  const lines = new LineCounter();
  try {
    const document = parseBoundedYaml(source, lines);
    const reader = new Reader(file, lines);
    for (const { pos, message } of [...document.errors, ...document.warnings].slice(0, maxComplaints)) {
      reader.complain(pos[0], text("This isn't YAML: {0}", message));
    }
    const value = reader.value(document.contents, 0);
    return { value, complaints: reader.complaints };
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error;
    const position = placeIn(source, error.offset, file);
    return {
      value: { kind: "nothing", place: position },
      complaints: [{ place: position, message: excessText(error) }],
    };
  }
}

/** The place of an offset of a text that wasn't parsed. */
function placeIn(source: string, offset: number, file: string): TextPosition {
  if (offset >= source.length || offset >= yamlLimits.characters) return { file, line: 1, column: 1 };
  const before = source.slice(0, offset).split("\n");
  return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/**
 * Reads YAML, with the place of every part.
 * @throws YamlError with everything that isn't YAML, or not the part of YAML that we read; for a text in another encoding than UTF-8.
 */
export function readYaml(source: string, file: string): YamlValue {
  const trouble = encodingTrouble(source);
  if (trouble) throw new YamlError([{ place: placeIn(source, trouble.at, file), message: encodingAdvice(trouble) }]);
  const { value, complaints } = readParts(source, file);
  if (complaints.length > 0) throw new YamlError(complaints);
  return value;
}
