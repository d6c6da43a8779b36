import { t } from "../../../text/catalogue";
import { shellWord } from "../../../text/shellLine";

/** A line of a table in Markdown. */
const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Values as a word of a command: names in them are those of an ABI, which may hold anything. */
export const jsonWord = (values: unknown): string => shellWord(JSON.stringify(values), "bash") ?? "";

/** A block of commands in Markdown. */
export const block = (text: string): string => `\`\`\`sh\n${text}\n\`\`\``;

/** Parts of a page with a blank line between. */
export const page = (...parts: readonly string[]): string => `${parts.join("\n\n")}\n`;

/** A table in Markdown, its head first. */
export const table = (...rows: readonly (readonly [string, string])[]): string =>
  rows.flatMap((cells, at) => [row(...cells), ...(at === 0 ? [row("---", "---")] : [])]).join("\n");

/** How the application runs in a container, with its settings from outside. */
export const dockerParts = (name: string, settings: string, port?: number): string[] => [
  "## Docker",
  t(
    "Certificates and keys stay outside of the image: mount them, and name the paths inside of the container in `{0}`.",
    settings,
  ),
  block(
    [
      `docker build -t ${name} .`,
      `docker run ${port === undefined ? "" : `-p 127.0.0.1:${port}:${port} `}-v "$PWD/${settings}:/app/${settings}:ro" ${name}`,
    ].join("\n"),
  ),
];
