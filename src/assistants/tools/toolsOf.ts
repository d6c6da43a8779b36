import type { Fields } from "../../operations/model/fields";
import type { Operation } from "../../operations/model/operation";
import { consoleNames } from "../../operations/words/fieldText";
import { type LocalizableText, type Lookup, sayInEnglish } from "../../text/catalogue";
import { fieldsSchema } from "./fieldSchema";
import type { Tool } from "./tool";

/** `node(weight?)`: what an operation takes. */
function signature(verb: string, fields: Fields): string {
  const names = Object.entries(fields).map(([name, { optional }]) => (optional ? `${name}?` : name));
  return `${verb}(${names.join(", ")})`;
}

/** The English of a text, and its Chinese: models choose by the words of the person who asks. */
const inBoth = (text: LocalizableText, chinese: Lookup): string =>
  [sayInEnglish(text), chinese(text.text)].filter((part) => part !== undefined).join(" ");

/** A sentence of this length, in characters, loses what comes after one of its commas. */
const maxSentence = { english: 76, chinese: 28 };

/** The first sentence, and of a long one as many of its clauses as fit. */
function firstWords(words: string, end: string, comma: RegExp, max: number): string {
  const at = words.indexOf(end);
  const sentence = at < 0 ? words.replace(/[.。]$/, "") : words.slice(0, at);
  if (sentence.length <= max) return sentence;
  const ends = [...sentence.matchAll(comma)].map(({ index }) => index);
  return sentence.slice(0, ends.findLast((each) => each <= max) ?? ends[0]);
}

/**
 * What it does in both languages, in few words: a list of tools is always in a model's window. The rest stands in
 * `chainside://docs/operations`.
 */
function briefly(summary: LocalizableText, chinese: Lookup): string {
  const translated = chinese(summary.text);
  const english = firstWords(sayInEnglish(summary), ". ", /[,;] /g, maxSentence.english);
  return translated === undefined
    ? english
    : `${english} ${firstWords(translated, "。", /[，；]/g, maxSentence.chinese)}`;
}

function operationLine(operation: Operation, chinese: Lookup): string {
  const { verb, fields, summary } = operation;
  const names = consoleNames(operation);
  const known = names.length > 0 ? ` [${names.join(", ")}]` : "";
  return `- ${signature(verb, fields)}: ${briefly(summary, chinese)}${known}`;
}

const changes = ({ effect }: Operation): boolean => effect !== "asks";

function toolOf(
  noun: string,
  head: readonly string[],
  operations: readonly Operation[],
  writes: boolean,
  chinese: Lookup,
): Tool {
  return {
    name: `${noun.replaceAll(/[^A-Za-z0-9_]/g, "_")}_${writes ? "change" : "read"}`,
    description: [...head, ...operations.map((each) => operationLine(each, chinese))].join("\n"),
    inputSchema: {
      type: "object",
      properties: {
        operation: { type: "string", enum: operations.map(({ verb }) => verb) },
        fields: fieldsSchema(operations.map(({ fields }) => fields)),
        ...(writes ? { preview: { type: "boolean" } } : {}),
      },
      required: ["operation"],
    },
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: writes,
      idempotentHint: operations.every(({ idempotent }) => idempotent === true),
      openWorldHint: true,
    },
    operations: new Map(operations.map((each) => [each.verb, each])),
  };
}

/**
 * The tools of a catalogue: one for what reads and one for what changes of each noun. Nothing in them comes from a chain. The fields of all
 * operations of a tool stand in one object, because several models take no `oneOf` at the root of an input schema.
 * @param nouns what each noun is about
 * @param chinese gives the Chinese of an English text
 */
export function toolsOf(
  operations: readonly Operation[],
  nouns: Readonly<Record<string, { readonly summary: LocalizableText }>>,
  chinese: Lookup,
): readonly Tool[] {
  const byNoun = new Map<string, Operation[]>();
  for (const each of operations) byNoun.set(each.noun, [...(byNoun.get(each.noun) ?? []), each]);
  return [...byNoun].flatMap(([noun, all]) => {
    const about = nouns[noun]?.summary ?? { text: noun, args: [] };
    const [reading, changing] = [all.filter((each) => !changes(each)), all.filter(changes)];
    // what a noun is about is said once: what changes it says it by its operations
    const head = [`${inBoth(about, chinese)}.`];
    return [
      ...(reading.length > 0 ? [toolOf(noun, head, reading, false, chinese)] : []),
      ...(changing.length > 0 ? [toolOf(noun, reading.length > 0 ? [] : head, changing, true, chinese)] : []),
    ];
  });
}
