import { stat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { Formatter } from "../../solidity/format/formatter";
import { formatByForge, installedForge } from "../../solidity/format/installedForge";
import { projectStyle, type StyleChoice } from "../../solidity/format/projectStyle";
import { projectRootOf } from "../../solidity/project/projectRoot";
import { type LocalizableText, say, sayInEnglish, t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { type CommandLine, commandOf } from "../options/commandLine";
import { namedFiles } from "../options/filePatterns";
import { oneOf } from "../options/optionValues";
import { writeOutput } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";
import { namedSources } from "../solidity/namedSources";

const usage: Usage = {
  synopsis: "chainside format [FILE|FOLDER…] [options]",
  summary: text(
    "Formats Solidity as its project writes it: by .prettierrc, .editorconfig, or the section fmt of foundry.toml, which are read, never run. A file that isn't finished Solidity stays as it is.",
  ),
  options: [
    ["--check", text("write nothing; exit code 1 if a file isn't formatted")],
    [
      "--style auto|prettier|forge|forge-fmt",
      text(
        "auto: a style near forge fmt's in Foundry projects without .prettierrc (default: auto); forge-fmt: the forge that is installed formats itself",
      ),
    ],
    ["--json", text("print what was done as JSON")],
  ],
  exitCodes: text("Exit code: 0 all files are formatted, 1 some aren't, 2 wrong command line."),
};

interface FormatOptions {
  readonly paths: readonly string[];
  readonly check: boolean;
  readonly style: StyleChoice | "forge-fmt";
  readonly json: boolean;
}

const formatArguments = {
  check: { type: "boolean", default: false },
  style: { type: "string", default: "auto" },
  json: { type: "boolean", default: false },
} as const;

const commandLine: CommandLine<typeof formatArguments, FormatOptions> = {
  name: "format",
  usage,
  options: formatArguments,
  read: ({ values: { check, style, json }, positionals }) => ({
    paths: positionals.length > 0 ? positionals : ["."],
    check,
    style: oneOf("style", style, ["auto", "prettier", "forge", "forge-fmt"]),
    json,
  }),
};

/** What came of one file. */
type Outcome =
  | { readonly state: "same" | "written" | "differs" }
  /** `last`: no other file will fare better. */
  | { readonly state: "refused"; readonly reason: LocalizableText; readonly last?: true };

/** By the forge that is installed where that was asked for, else by our own formatter in the project's style. */
async function formatted(
  path: string,
  source: string,
  choice: FormatOptions["style"],
  formatter: Formatter,
  unread: Set<string>,
) {
  if (choice === "forge-fmt") return formatByForge(source, projectRootOf(dirname(path)), await installedForge());
  const found = await projectStyle(path, choice);
  for (const file of found.unread) unread.add(file);
  return formatter.format(source, found.style);
}

async function formatFile(
  path: string,
  { check, style: choice }: FormatOptions,
  formatter: Formatter,
  unread: Set<string>,
): Promise<Outcome> {
  const bytes = await readGivenFile(path, maxBytes.source);
  const source = bytes.toString("utf8");
  if (!Buffer.from(source, "utf8").equals(bytes)) return { state: "refused", reason: text("The file isn't in UTF-8.") };
  const made = await formatted(path, source, choice, formatter, unread);
  if (made.kind === "refused")
    return { state: "refused", reason: made.reason, ...("missing" in made ? { last: true } : {}) };
  if (made.text === source) return { state: "same" };
  if (check) return { state: "differs" };
  await writeOutput(path, made.text);
  return { state: "written" };
}

const shown = (path: string): string => visibleLine(relative(process.cwd(), path) || path);

async function format(options: FormatOptions): Promise<number> {
  const paths = await namedFiles(options.paths, "both");
  for (const path of paths) await stat(path);
  const files = await namedSources(paths);
  if (files.length === 0) {
    complain(`chainside format: ${t("No Solidity file found in {0}.", listed(paths))}`);
    return 2;
  }
  const formatter = new Formatter();
  const unread = new Set<string>();
  const done: { readonly path: string; readonly outcome: Outcome }[] = [];
  try {
    for (const path of files) {
      const outcome = await formatFile(path, options, formatter, unread);
      done.push({ path, outcome });
      if (outcome.state === "refused" && outcome.last) {
        if (!options.json) complain(`chainside format: ${say(outcome.reason)}`);
        break;
      }
      if (options.json) continue;
      if (outcome.state === "refused") complain(t("{0}: not formatted. {1}", shown(path), say(outcome.reason)));
      else if (outcome.state !== "same") print(shown(path));
    }
  } finally {
    formatter.close();
  }
  for (const file of unread)
    complain(t("{0} isn't read: it's a program, or not in a form that Chainside knows.", shown(file)));
  if (options.json)
    printJson(
      JSON.stringify({
        files: done.map(({ path, outcome }) => ({
          file: relative(process.cwd(), path),
          state: outcome.state,
          ...(outcome.state === "refused" ? { reason: sayInEnglish(outcome.reason) } : {}),
        })),
        unread: [...unread].map((file) => relative(process.cwd(), file)),
      }),
    );
  return done.every(({ outcome }) => outcome.state === "same" || outcome.state === "written") ? 0 : 1;
}

/** `chainside format`: Solidity as its project writes it, from the command line. */
export const runFormat = commandOf(commandLine, format);
