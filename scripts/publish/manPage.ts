// The manual page of `chainside`, from what the program itself says of its commands and of the catalogue's operations.
import { commandNames, runCommand } from "../../src/cli/commands";
import { nouns } from "../../src/operations/catalogue";
import { callForm } from "../../src/operations/words/fieldText";
import { sayInEnglish, useCatalogue } from "../../src/text/catalogue";

/** What a command line prints, in English. */
async function printed(words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: unknown) => void lines.push(String(line));
  try {
    const code = await runCommand(words, () => useCatalogue("en"));
    if (code !== 0) throw new Error(`chainside ${words.join(" ")} ended with ${code}`);
  } finally {
    console.log = log;
  }
  return lines.join("\n");
}

/** Lines as they are: in roff a backslash, and a dot or an apostrophe at the start of a line, mean something. */
const verbatim = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^(?=[.'])/gm, "\\&")
    .replaceAll(
      /[^\n -~]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );

const block = (text: string): string => `.nf\n${verbatim(text)}\n.fi`;

/** @param version of the package */
export async function manPage(version: string): Promise<string> {
  const about = async (name: string): Promise<string> =>
    `.SS chainside ${verbatim(name)}\n${block(await printed([name, "--help"]))}`;
  const parts = [
    `.TH CHAINSIDE 1 "" "chainside ${version}" "User Commands"`,
    ".SH NAME\nchainside \\- command line for FISCO BCOS 3.x chains",
    `.SH SYNOPSIS\n${block(await printed(["--help"]))}`,
    ".SH COMMANDS",
  ];
  for (const name of commandNames) parts.push(await about(name));
  parts.push(".SH OPERATIONS\nOne operation with its options is told by \\fBchainside help\\fR \\fINOUN VERB\\fR.");
  for (const [noun, { load }] of Object.entries(nouns)) {
    // a command of the same name has the word to itself
    const lines = (await load()).map((operation) => `  ${callForm(operation)}  ${sayInEnglish(operation.summary)}`);
    parts.push(
      commandNames.includes(noun)
        ? `.SS chainside ${noun} (operations)\n${block(lines.join("\n"))}`
        : await about(noun),
    );
  }
  return `${parts.join("\n")}\n`;
}
