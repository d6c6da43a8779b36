import { t, text } from "../../text/catalogue";
import { type CommandLine, WrongCommandLine } from "../options/commandLine";
import { oneOf } from "../options/optionValues";
import type { Usage } from "../output/usageText";
import { type ConfigReading, configReadingArguments, configReadingUsage, readConfigReading } from "./configReading";

const formats = ["text", "json", "sarif", "github"] as const;
export type LintFormat = (typeof formats)[number];

export interface LintOptions extends ConfigReading {
  readonly patterns: readonly string[];
  readonly format: LintFormat;
  readonly fix: boolean;
}

const usage: Usage = {
  synopsis: "chainside lint [options] FILE|FOLDER|PATTERN…",
  summary: text("Checks config.ini, config.genesis, and nodes.json of FISCO BCOS nodes."),
  options: [
    ["--format text|json|sarif|github", text("output format (default: text)")],
    ...configReadingUsage,
    ["--fix", text("fix what can be fixed in only one way, then report the rest")],
  ],
  exitCodes: text("Exit code: 0 no errors, 1 errors found, 2 wrong command line or unreadable file."),
};

const lintArguments = { ...configReadingArguments, fix: { type: "boolean", default: false } } as const;

/** The command line of `chainside lint`. */
export const lintLine: CommandLine<typeof lintArguments, LintOptions> = {
  name: "lint",
  usage,
  options: lintArguments,
  read: ({ values, positionals: patterns }) => {
    if (patterns.length === 0) throw new WrongCommandLine(t("specify at least one file, folder, or pattern"));
    const format = oneOf("format", values.format, formats);
    return { ...readConfigReading(values), patterns, format, fix: values.fix };
  },
};
