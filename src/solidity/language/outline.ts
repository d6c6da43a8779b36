import { shortened } from "../../text/shortText";
import { SourceText } from "../program/sourceText";
import { oneLine } from "./hover";
import type { OutlineItem, OutlineKind } from "./questions";
import type { FunctionItem, Item, Name, Variable, WithRange } from "./syntax/nodes";
import { parse } from "./syntax/parser";

const maxDetail = 120;

/** Declarations of one text as an editor lists them. */
class Outliner {
  readonly #index: SourceText;

  constructor(private readonly text: string) {
    this.#index = new SourceText(text);
  }

  items(items: readonly Item[]): OutlineItem[] {
    return items.flatMap((item) => this.#item(item) ?? []);
  }

  #item(item: Item): OutlineItem | undefined {
    switch (item.kind) {
      case "contract": {
        const kind = item.isAbstract ? "abstract" : item.form;
        return this.#entry(kind, item, item.name, "", this.items(item.items));
      }
      case "function": {
        const external =
          item.form === "function" && item.words.some((word) => word === "external" || word === "public");
        const detail = this.#line(item.name.text === "" ? this.#openOf(item) : item.name.end, item.headEnd);
        return {
          ...this.#entry(item.form, item, this.#nameOr(item.name, item), detail, []),
          external,
          name: item.name.text,
        };
      }
      case "event":
      case "error":
        return this.#entry(item.kind, item, item.name, this.#signalLine(item), []);
      case "struct":
        return this.#entry(
          "struct",
          item,
          item.name,
          "",
          item.fields.map((each) => this.#variable("field", each)),
        );
      case "enum":
        return this.#entry(
          "enum",
          item,
          item.name,
          "",
          item.values.map((each) => this.#entry("enumValue", each, each, "", [])),
        );
      case "valueType":
        return this.#entry("type", item, item.name, item.type ? this.#line(item.type.start, item.type.end) : "", []);
      case "variable": {
        if (item.name.text === "") return undefined;
        const isConstant = item.words.includes("constant") || item.words.includes("immutable");
        return this.#variable(isConstant ? "constant" : "variable", item);
      }
      default:
        return undefined;
    }
  }

  /** Where the parameters of what has no name begin. */
  #openOf({ start, headEnd }: FunctionItem): number {
    const open = this.text.slice(start, Math.min(headEnd, start + 4 * maxDetail)).indexOf("(");
    return open < 0 ? headEnd : start + open;
  }

  #signalLine({ name, end }: { readonly name: Name; readonly end: number }): string {
    const line = this.#line(name.end, end);
    return line.endsWith(";") ? line.slice(0, -1).trimEnd() : line;
  }

  #variable(kind: OutlineKind, variable: Variable): OutlineItem {
    return this.#entry(kind, variable, variable.name, this.#line(variable.start, variable.name.start), []);
  }

  /** The word of what has no name: `constructor`. */
  #nameOr(name: Name, { start }: WithRange): Name {
    if (name.text !== "") return name;
    const word = /^\w{1,20}/.exec(this.text.slice(start, start + 20))?.[0] ?? "";
    return { text: "", start, end: start + word.length };
  }

  /** A stretch of the text in one line. */
  #line(start: number, end: number): string {
    return shortened(oneLine(this.text.slice(start, Math.min(end, start + 4 * maxDetail))), maxDetail);
  }

  #entry(
    kind: OutlineKind,
    { start, end }: WithRange,
    name: Name,
    detail: string,
    children: OutlineItem[],
  ): OutlineItem {
    return {
      kind,
      name: name.text,
      detail,
      range: this.#index.rangeOf(start, Math.max(end, name.end)),
      nameRange: this.#index.rangeOf(name.start, name.end),
      external: false,
      children,
    };
  }
}

/** Declarations of a source in their order, without a compiler: also of one that is half written. */
export function outlineOf(text: string): OutlineItem[] {
  return new Outliner(text).items(parse(text).items);
}
