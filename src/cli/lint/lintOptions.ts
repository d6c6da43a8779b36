import { parseArgs } from "node:util";
import { argumentWords } from "../../text/argumentTrouble";
import { t, text } from "../../text/catalogue";
import type { Usage } from "../usageText";
import { type ConfigReading, configReadingArguments, configReadingUsage, readConfigReading } from "./configReading";

export type LintFormat = "text" | "json" | "sarif" | "github";

export interface LintOptions extends ConfigReading {
  readonly patterns: readonly string[];
  readonly format: LintFormat;
  readonly fix: boolean;
}

export const lintUsage: Usage = {
  synopsis: "chainside lint [options] FILE|FOLDER|PATTERN…",
  summary: text("Checks config.ini, config.genesis, and nodes.json of FISCO BCOS nodes."),
  options: [
    ["--format text|json|sarif|github", text("output format (default: text)")],
    ...configReadingUsage,
    ["--fix", text("fix what can be fixed in only one way, then report the rest")],
  ],
  exitCodes: text("Exit code: 0 no errors, 1 errors found, 2 wrong command line or unreadable file."),
};

const formats: readonly string[] = ["text", "json", "sarif", "github"];

/** Reads the command line of `chainside lint`, or tells what is wrong with it. */
export function parseLintOptions(
  args: readonly string[],
): LintOptions | { readonly help: true } | { readonly problem: string } {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return { problem: argumentWords(error) };
  }
  const { values, positionals } = parsed;
  if (values.help) return { help: true };
  if (positionals.length === 0) return { problem: t("specify at least one file, folder, or pattern") };
  const reading = readConfigReading(values, formats);
  if ("problem" in reading) return reading;
  return {
    ...reading,
    patterns: positionals,
    format: values.format as LintFormat,
    fix: values.fix,
  };
}

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...configReadingArguments,
      fix: { type: "boolean", default: false },
    },
  });
}
