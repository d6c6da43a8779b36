import { labelled } from "../../text/joining";
import { Debounce } from "../../time/debounce";
import { button } from "../shared/controls";
import { element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { heldText } from "../shared/heldText";
import { pageLanguage } from "../shared/pageLanguage";
import type { Draft, FieldVerdict, FormField, FormParameter, FormShape, FormTexts } from "./messages";

/** What fields need of the page around them. */
export interface FieldContext {
  readonly texts: FormTexts;
  /** A text was typed: keep the draft, and have the fields checked. */
  changed(fields: FormField[]): void;
  pickAddress(label: string, take: (address: string) => void): void;
}

/** A part of the form that holds one value. */
export interface FieldPart {
  readonly element: HTMLElement;
  /** The value as it stands. */
  read(): Draft;
  /** Every field with its text. */
  leaves(): FormField[];
  /** Takes a verdict if it is about a field in here. */
  judge(verdict: FieldVerdict): boolean;
  /** Puts the cursor into the field of this path; false when it is not in here. */
  focus(path: string): boolean;
}

let lastFieldId = 0;

const units = ["", "gwei", "ether", "minutes", "hours", "days", "weeks"] as const;

/** 2^bits as people read it, exactly. */
function power(bits: number): bigint {
  return 1n << BigInt(bits);
}

function rangeText(shape: FormShape & { kind: "integer" }, texts: FormTexts): string {
  const low = shape.signed ? -power(shape.bits - 1) : 0n;
  const high = power(shape.signed ? shape.bits - 1 : shape.bits) - 1n;
  const show = (value: bigint): string => {
    if (shape.bits <= 64) return String(value);
    if (value === 0n) return "0";
    const exponent = shape.signed ? shape.bits - 1 : shape.bits;
    return value < 0n ? `-2^${exponent}` : `2^${exponent}-1`;
  };
  return fill(texts.rangeHint, show(low), show(high));
}

function hintOf(shape: FormShape, texts: FormTexts): string {
  switch (shape.kind) {
    case "integer":
      return shape.names ? "" : rangeText(shape, texts);
    case "bytes":
      return shape.size === undefined ? "0x…" : fill(texts.bytesHint, shape.size);
    case "address":
      return "0x…";
    case "array":
    case "tuple":
      return texts.listHint;
    case "string":
      return texts.textHint;
    case "bool":
      return "";
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a value is chosen from, with the words for it; undefined for what is typed. */
function choicesOf(shape: FormShape): readonly (readonly [value: string, label: string])[] | undefined {
  if (shape.kind === "bool") return ["true", "false"].map((value) => [value, value]);
  return shape.kind === "integer"
    ? shape.names?.map((name, number) => [String(number), `${number} (${name})`])
    : undefined;
}

/** A value of a draft that isn't among the choices, such as the number of no member, can be chosen too. */
function selectOf(choices: readonly (readonly [value: string, label: string])[], given: string, texts: FormTexts) {
  const text = given.trim();
  const chosen = choices.find(([value, label]) => text === value || text === label || label === `${value} (${text})`);
  const all = [["", texts.choose] as const, ...choices, ...(chosen || text === "" ? [] : [[text, text] as const])];
  const select = element(
    "select",
    {},
    all.map(([value, label]) => element("option", { value }, label)),
  );
  select.value = chosen?.[0] ?? text;
  return select;
}

function controlFor(shape: FormShape, text: string, texts: FormTexts): Control {
  const choices = choicesOf(shape);
  if (choices) return selectOf(choices, text, texts);
  const long = shape.kind === "string" || shape.kind === "array" || shape.kind === "tuple";
  return long
    ? element("textarea", { rows: shape.kind === "string" ? 1 : 4 })
    : element("input", { type: "text", spellcheck: "false", autocomplete: "off" });
}

/** One field of the form: label, control, what is wrong. */
function leafPart(label: string, path: string, type: string, shape: FormShape, text: string, context: FieldContext) {
  const { texts } = context;
  lastFieldId += 1;
  const id = `field${lastFieldId}`;
  const control = controlFor(shape, text, texts);
  let read = control instanceof HTMLSelectElement ? (): string => control.value : heldText(control, text);
  control.id = id;
  control.dataset["path"] = path;
  control.setAttribute("aria-describedby", `${id}-note ${id}-problem`);
  const note = element("p", { class: "note", id: `${id}-note` }, hintOf(shape, texts));
  const problem = element("p", { class: "problem", id: `${id}-problem`, "aria-live": "polite" });
  const field = (): FormField => ({ path, type, shape, text: read() });
  const changed = (): void => context.changed([field()]);
  control.addEventListener(control instanceof HTMLSelectElement ? "change" : "input", changed);
  const set = (value: string): void => {
    read = heldText(control, value);
    changed();
    control.focus();
  };
  const row = element(
    "div",
    { class: "bar control" },
    control,
    shape.kind === "integer" && shape.bits >= 64 && unitSelect(texts, label, () => read(), set),
    shape.kind === "address" &&
      button(texts.pick, () => context.pickAddress(label, set), {
        class: "small",
        "aria-label": labelled(texts.pick, label, pageLanguage()),
      }),
  );
  let converted = "";
  const convert = button(texts.convert, () => set(converted), { class: "small", hidden: true });
  const part: FieldPart = {
    element: element(
      "div",
      { class: "field" },
      element("label", { for: id }, label, " ", element("code", {}, type)),
      row,
      note,
      problem,
      convert,
    ),
    read: () => read(),
    leaves: () => [field()],
    judge: (verdict) => {
      if (verdict.path !== path) return false;
      control.setAttribute("aria-invalid", String(verdict.problem !== ""));
      setText(problem, verdict.problem);
      converted = verdict.converted ?? "";
      convert.hidden = verdict.converted === undefined;
      setText(note, verdict.note || hintOf(shape, texts));
      return true;
    },
    focus: (wanted) => {
      if (wanted !== path) return false;
      control.focus();
      return true;
    },
  };
  return part;
}

/** `5 gwei` → `5` */
function withoutUnit(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && /[a-z]/i.test(trimmed[end - 1] ?? "")) end--;
  return trimmed.slice(0, end).trimEnd();
}

/** Puts a unit behind the number: the check shows what it comes to. */
function unitSelect(texts: FormTexts, label: string, read: () => string, set: (text: string) => void): HTMLElement {
  const select = element(
    "select",
    { class: "small", "aria-label": labelled(texts.unit, label, pageLanguage()) },
    units.map((unit) => element("option", { value: unit }, unit || texts.unit)),
  );
  select.addEventListener("change", () => {
    const number = withoutUnit(read());
    set(`${number} ${select.value}`.trim());
    select.value = "";
  });
  return select;
}

/** Several parts as one: verdicts and focus go to the part that they are for. */
function together(parts: () => readonly FieldPart[]): Pick<FieldPart, "leaves" | "judge" | "focus"> {
  return {
    leaves: () => parts().flatMap((part) => part.leaves()),
    judge: (verdict) => parts().some((part) => part.judge(verdict)),
    focus: (path) => parts().some((part) => part.focus(path)),
  };
}

function listPart(
  label: string,
  path: string,
  type: string,
  shape: FormShape & { kind: "array" },
  draft: Draft[],
  context: FieldContext,
): FieldPart {
  const { texts } = context;
  const elementType = type.slice(0, type.lastIndexOf("["));
  const list = element("div", { class: "items" });
  let parts: FieldPart[] = [];
  const show = (values: readonly Draft[]): void => {
    parts = values.map((value, index) =>
      partOf(`${label}[${index}]`, `${path}[${index}]`, elementType, shape.element, value, context),
    );
    replaceChildren(
      list,
      parts.map((part, index) =>
        element(
          "div",
          { class: "item" },
          part.element,
          shape.length === undefined &&
            button("×", () => remove(index), {
              class: "quiet",
              "aria-label": `${texts.removeItem} ${label}[${index}]`,
              title: texts.removeItem,
            }),
        ),
      ),
    );
  };
  const values = (): Draft[] => parts.map((part) => part.read());
  const touched = (): void => context.changed(parts.flatMap((part) => part.leaves()).filter(({ text }) => text !== ""));
  const remove = (index: number): void => {
    show(values().filter((_, at) => at !== index));
    touched();
    add.focus();
  };
  const more = (): void => {
    show([...values(), emptyOf(shape.element)]);
    touched();
    list.querySelector<HTMLElement>(".item:last-child :is(input, textarea, select, vscode-button.small)")?.focus();
  };
  const add = button(texts.addItem, more, {
    class: "small",
    "aria-label": labelled(texts.addItem, label, pageLanguage()),
  });
  show(draft);
  return {
    element: element(
      "fieldset",
      {},
      element("legend", {}, label, " ", element("code", {}, type)),
      list,
      shape.length === undefined && add,
    ),
    read: values,
    ...together(() => parts),
  };
}

function structPart(
  label: string,
  path: string,
  type: string,
  shape: FormShape & { kind: "tuple" },
  draft: Draft[],
  context: FieldContext,
): FieldPart {
  const parts = shape.members.map((member, index) => {
    const name = member.name || String(index);
    return partOf(name, `${path}.${name}`, member.type, member.shape, draft[index] ?? "", context);
  });
  return {
    element: element(
      "fieldset",
      {},
      element("legend", {}, label, " ", element("code", {}, type)),
      parts.map((part) => part.element),
    ),
    read: () => parts.map((part) => part.read()),
    ...together(() => parts),
  };
}

/** A list of fixed length in a new item has a field for each of its items up to so many, all of them together; else it is one text. */
const maxFields = 1024;

const fieldsOf = (shape: FormShape): number =>
  shape.kind === "tuple"
    ? shape.members.reduce((sum, member) => sum + fieldsOf(member.shape), 1)
    : shape.kind === "array"
      ? 1 + (shape.length ?? 0) * fieldsOf(shape.element)
      : 1;

/** A value without text, for a new item of a list. */
function emptyOf(shape: FormShape): Draft {
  if (shape.kind === "tuple") return shape.members.map((member) => emptyOf(member.shape));
  if (shape.kind === "array" && fieldsOf(shape) > maxFields) return "";
  if (shape.kind === "array") return Array.from({ length: shape.length ?? 0 }, () => emptyOf(shape.element));
  return "";
}

function partOf(
  label: string,
  path: string,
  type: string,
  shape: FormShape,
  draft: Draft,
  context: FieldContext,
): FieldPart {
  if (typeof draft !== "string" && shape.kind === "array") return listPart(label, path, type, shape, draft, context);
  if (typeof draft !== "string" && shape.kind === "tuple") return structPart(label, path, type, shape, draft, context);
  return leafPart(label, path, type, shape, typeof draft === "string" ? draft : "", context);
}

/** The part for one parameter of a function. */
export function parameterPart(
  parameter: FormParameter,
  position: number,
  draft: Draft,
  context: FieldContext,
): FieldPart {
  const path = parameter.name || `#${position + 1}`;
  const part = partOf(path, path, parameter.type, parameter.shape, draft, context);
  if (parameter.doc === undefined) return part;
  return { ...part, element: element("div", {}, part.element, element("p", { class: "doc" }, parameter.doc)) };
}

/** A field that is no parameter of the function: an amount, the address of a library. */
export function extraPart(
  label: string,
  path: string,
  type: "address" | "uint256",
  text: string,
  context: FieldContext,
): FieldPart {
  const shape: FormShape = type === "address" ? { kind: "address" } : { kind: "integer", signed: false, bits: 256 };
  return leafPart(label, path, type, shape, text, context);
}

/** Checks wait until the typing rests. */
const restMs = 120;

type Ask = (fields: readonly FormField[], answer: (verdicts: readonly FieldVerdict[]) => void) => void;

/** Has the host judge what is typed, and shows each verdict at the field it is about. `parts` gives what is on the page now. */
export function fieldChecks(ask: Ask, parts: () => readonly FieldPart[]): (fields: readonly FormField[]) => void {
  let unchecked = new Map<string, FormField>();
  const typing = new Debounce();

  function judge(asked: readonly FormField[], verdicts: readonly FieldVerdict[]): void {
    const current = new Map(parts().flatMap((part) => part.leaves().map((leaf) => [leaf.path, leaf.text])));
    const then = new Map(asked.map(({ path, text }) => [path, text]));
    for (const verdict of verdicts) {
      // What was typed since gets a verdict of its own.
      if (current.get(verdict.path) !== then.get(verdict.path)) continue;
      for (const part of parts()) if (part.judge(verdict)) break;
    }
  }

  return (fields) => {
    for (const field of fields) unchecked.set(field.path, field);
    typing.after(restMs, () => {
      const now = [...unchecked.values()];
      unchecked = new Map();
      if (now.length === 0) return;
      ask(now, (verdicts) => judge(now, verdicts));
    });
  };
}
