import { nouns } from "../../src/operations/catalogue";
import type { Field, Fields } from "../../src/operations/model/fields";
import type { Operation } from "../../src/operations/model/operation";
import { sayInEnglish } from "../../src/text/catalogue";

/** Where the page stands, below the project. */
export const operationsFile = "docs/operations.md";

const effects = { asks: "reads", signs: "signs", dev: "embedded chain only" } as const;
const weightText = { ordinary: "", grave: ", grave", irreversible: ", can't be undone" } as const;
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function fieldText([name, field]: readonly [string, Field]): string {
  const { kind, among, from, to, usual, optional, label } = field;
  const range = from === undefined ? "" : to === undefined ? `from ${from}` : `${from} to ${to}`;
  const details = [among ? among.join(", ") : kind, range, usual === undefined ? "" : `default ${usual}`];
  const message = details.filter(Boolean).join("; ");
  return `\`${name}\`${optional ? "?" : ""}: ${sayInEnglish(label)} (${message})`;
}

const fieldsText = (fields: Fields): string => Object.entries(fields).map(fieldText).join("<br>");

function row(operation: Operation): string {
  const { noun, verb, word, summary, effect, weight = "ordinary", fields, console: forms = [] } = operation;
  const names = [...new Set(forms.map(({ name }) => `\`${name}\``))].join(", ");
  const does = `${effects[effect]}${weightText[weight]}`;
  const cells = [`\`${noun} ${verb}\``, sayInEnglish(summary), fieldsText(fields), does, `\`${word}\``, names];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** docs/operations.md: every operation with its fields, by noun. */
export async function operationsPage(): Promise<string> {
  const parts: string[] = [];
  let count = 0;
  for (const [noun, { summary, load }] of Object.entries(nouns)) {
    const operations = await load();
    count += operations.length;
    parts.push(
      `## ${noun}\n\n${sayInEnglish(summary)}`,
      [
        "| operation | does | fields | effect | in scenarios | official console |",
        "|---|---|---|---|---|---|",
        ...operations.map(row),
      ].join("\n"),
    );
  }
  const head = [
    "# Operations",
    "Every operation of the catalogue (`src/operations`). On the command line it is `chainside NOUN VERB` with its required fields in this order (docs/command-line.md), in scenarios its",
    "word; `chainside shell` takes the name that the official console has for it. A field with `?` may be left out.",
  ];
  const total = `${count} operations. Written by \`npm run operations\`.`;
  return `${[head.slice(0, 1), head.slice(1).join("\n"), total, ...parts].join("\n\n")}\n`;
}
