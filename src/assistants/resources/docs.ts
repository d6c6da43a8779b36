import type { Operation } from "../../operations/model/operation";
import { inChosenLanguage, say, t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import type { ResourceHead } from "./resource";

interface Page {
  readonly title: () => string;
  readonly text: (operations: readonly Operation[]) => Promise<string>;
}

function operationText({ noun, verb, summary, fields, effect }: Operation): string {
  const lines = Object.entries(fields).map(([name, { label, optional }]) => {
    const needed = optional ? t("{0} (optional)", say(label)) : say(label);
    return `- ${labelled(`\`${name}\``, needed)}`;
  });
  return [`## ${noun} ${verb}`, "", `${say(summary)} (${effect})`, ...(lines.length > 0 ? ["", ...lines] : [])].join(
    "\n",
  );
}

const pages: Readonly<Record<string, Page>> = {
  operations: {
    title: () => t("All operations with their fields"),
    text: async (operations) => operations.map(operationText).join("\n\n"),
  },
  results: {
    title: () => t("Shapes of all answers of tools, as JSON schemas"),
    text: async (operations) => {
      const { answerSchema, resultSchema } = await import("../tools/answerSchema");
      const results = operations.map((each) => [`${each.noun} ${each.verb}`, resultSchema(each)] as const);
      const schemas = { answer: answerSchema({}), results: Object.fromEntries(results) };
      return ["```json", JSON.stringify(schemas), "```"].join("\n");
    },
  },
  "config-ini": {
    title: () => t("Every key of config.ini"),
    text: async () => {
      const { sectionSpecs } = await import("../../nodeConfig/schema/keySpec");
      return sectionSpecs("config")
        .map(({ name, keys, ...section }) => {
          const lines = keys.map((key) => `- ${labelled(`\`${key.key}\``, inChosenLanguage(key))}`);
          return [`## [${name}]`, "", inChosenLanguage(section), "", ...lines].join("\n");
        })
        .join("\n\n");
    },
  },
  errors: {
    title: () => t("Error codes of nodes with their meaning"),
    text: async () => {
      const { default: spaces } = await import("../../errors/dictionary.json");
      return Object.entries(spaces)
        .map(([space, entries]) => {
          const lines = Object.entries(entries).map(
            ([code, { name, meaning }]) => `- ${labelled(`${code} ${name}`, inChosenLanguage(meaning))}`,
          );
          return [`## ${space}`, "", ...lines].join("\n");
        })
        .join("\n\n");
    },
  },
};

const mimeType = "text/markdown";

/** Our own pages, made of what the program knows. */
export const docHeads = (): readonly ResourceHead[] =>
  Object.entries(pages).map(([name, { title }]) => ({ uri: `chainside://docs/${name}`, name: title(), mimeType }));

/** One of them; undefined where there is none. */
export const readDoc = (name: string, operations: readonly Operation[]): Promise<string> | undefined =>
  Object.hasOwn(pages, name) ? pages[name]?.text(operations) : undefined;
