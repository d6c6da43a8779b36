import { clientError } from "../../errors/clientError";
import { phrase } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";

/** What the words in braces of an argument stand for. */
export interface TemplateValues {
  /** `{i}`: number of the transaction, from 0. */
  readonly i: number;
  /** `{sender}`: address of the account that signs. */
  readonly sender: string;
  /** `{run}`: differs from run to run. */
  readonly run: string;
  /** `{random}`: a whole number below 2^32, drawn anew each time. */
  readonly random: () => number;
}

/** An argument as it is written: a text with words in braces, or a list or object of such. */
export type TemplateArgument =
  | string
  | number
  | boolean
  | null
  | readonly TemplateArgument[]
  | { readonly [name: string]: TemplateArgument };

const listForm = phrase('a JSON list, such as ["{i}"]');

const templateWords = ["i", "sender", "run", "random"] as const;

const wrongTemplate = (given: string, form: string): Error =>
  clientError("wrongParameter", { method: "chainside load", parameter: "--args", form, given: given.slice(0, 200) });

/** The braces of a text with one word between them: `{i}`, but not `{x: 1}`. */
function wordAt(text: string, open: number): string | undefined {
  const close = text.indexOf("}", open);
  const word = close < 0 ? "" : text.slice(open + 1, close);
  return /^[A-Za-z]{1,20}$/.test(word) ? word : undefined;
}

function checkText(text: string): void {
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    const word = wordAt(text, at);
    if (word !== undefined && !templateWords.some((each) => each === word)) {
      throw wrongTemplate(`{${word}}`, listed(templateWords.map((each) => `{${each}}`)));
    }
  }
}

function check(argument: TemplateArgument): void {
  if (typeof argument === "string") checkText(argument);
  else if (typeof argument === "object" && argument !== null) for (const each of Object.values(argument)) check(each);
}

/**
 * Reads `--args`: a JSON list.
 * @throws ChainError usage `wrongParameter` for what is no list, and for a word in braces that stands for nothing.
 */
export function readTemplates(text: string): readonly TemplateArgument[] {
  let list: unknown;
  try {
    list = parseBoundedJson(text, jsonLimits.plain);
  } catch {
    throw wrongTemplate(text, listForm);
  }
  if (!Array.isArray(list)) throw wrongTemplate(text, listForm);
  const templates: readonly TemplateArgument[] = list;
  for (const each of templates) check(each);
  return templates;
}

function filledText(text: string, values: TemplateValues): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    const word = templateWords.find((each) => each === wordAt(text, at));
    if (word === undefined) continue;
    out += text.slice(from, at) + String(word === "random" ? values.random() : values[word]);
    from = at + word.length + 2;
  }
  return out + text.slice(from);
}

/** The argument for one transaction; what has no words in braces stays as it is. */
export function fillTemplate(argument: TemplateArgument, values: TemplateValues): unknown {
  if (typeof argument === "string") return filledText(argument, values);
  if (Array.isArray(argument)) return argument.map((each: TemplateArgument) => fillTemplate(each, values));
  if (typeof argument !== "object" || argument === null) return argument;
  return Object.fromEntries(Object.entries(argument).map(([name, each]) => [name, fillTemplate(each, values)]));
}
