import type { LintSeverities } from "../../solidity/lint/lint";
import { isLintRule } from "../../solidity/lint/rules";
import type { ChainFacts } from "../../solidity/lint/source/lintSource";
import { lintSeverities } from "../../solidity/lint/source/rule";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { type CommandLine, WrongCommandLine } from "../options/commandLine";
import { oneOf, severalTexts, suiteOf } from "../options/optionValues";
import type { Usage } from "../output/usageText";
import { type ConfigReading, configReadingArguments, configReadingUsage, readConfigReading } from "./configReading";

const formats = ["text", "json", "sarif", "github"] as const;
export type LintFormat = (typeof formats)[number];

export interface LintOptions extends ConfigReading {
  readonly patterns: readonly string[];
  readonly format: LintFormat;
  readonly fix: boolean;
  /** What is known of the chain that Solidity is for. */
  readonly chain: ChainFacts;
  /** Of rules about Solidity. */
  readonly severities: LintSeverities;
  /** Reports of other programs. */
  readonly reports: readonly string[];
}

const usage: Usage = {
  synopsis: "chainside lint [options] FILE|FOLDER|PATTERN…",
  summary: [
    text("Checks config.ini, config.genesis, and nodes.json of FISCO BCOS nodes."),
    text("Checks Solidity for what is different on FISCO BCOS, and for what hands a contract to everyone."),
  ],
  options: [
    ["--format text|json|sarif|github", text("output format (default: text); json and sarif are always in English")],
    ...configReadingUsage,
    ["--fix", text("files of nodes: fix what can be fixed in only one way, then report the rest")],
    ["--suite standard|sm", text("Solidity: keccak256, or SM3 for SM chains (default: standard)")],
    ["--coins on|off", text("Solidity: whether the chain moves coins (default: not known)")],
    [
      "--severity RULE=LEVEL",
      text("Solidity: off, hint, information, warning, or error for a rule, * for all others; several times"),
    ],
    [
      "--report FILE",
      text(
        "Solidity: show what others found, too: JSON of Slither, solhint, or Mythril, or SARIF (Wake and others); several times",
      ),
    ],
    ["--slither FILE", text("the same as --report")],
  ],
  exitCodes: text("Exit code: 0 no errors, 1 errors found, 2 wrong command line or unreadable file."),
};

const lintArguments = {
  ...configReadingArguments,
  fix: { type: "boolean", default: false },
  suite: { type: "string", default: "standard" },
  coins: { type: "string" },
  severity: severalTexts,
  report: severalTexts,
  slither: severalTexts,
} as const;

/** @throws WrongCommandLine */
function severitiesOf(given: readonly string[]): LintSeverities {
  return Object.fromEntries(
    given.map((each) => {
      const [rule = "", level = "", ...rest] = each.split("=");
      const known = lintSeverities.find((one) => one === level);
      if (!known || rest.length > 0)
        throw new WrongCommandLine(
          t("--severity must be a rule and one of {0}, such as coin.moved=off", listed(lintSeverities)),
        );
      if (rule !== "*" && !isLintRule(rule)) throw new WrongCommandLine(t("there is no rule {0}", rule));
      return [rule, known];
    }),
  );
}

/** The command line of `chainside lint`. */
export const lintLine: CommandLine<typeof lintArguments, LintOptions> = {
  name: "lint",
  usage,
  options: lintArguments,
  read: ({ values, positionals: patterns }) => {
    if (patterns.length === 0) throw new WrongCommandLine(t("specify at least one file, folder, or pattern"));
    const format = oneOf("format", values.format, formats);
    const coins = values.coins === undefined ? undefined : oneOf("coins", values.coins, ["on", "off"]) === "on";
    return {
      ...readConfigReading(values),
      patterns,
      format,
      fix: values.fix,
      chain: { suite: suiteOf(values.suite), coins },
      severities: severitiesOf(values.severity),
      reports: [...values.report, ...values.slither],
    };
  },
};
