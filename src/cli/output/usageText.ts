import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { complain, print } from "./print";

/** How a command is to be called, ready to be said in either language. */
export interface Usage {
  /** The command line as it is typed, a line for each way to call it. */
  readonly synopsis: string | readonly string[];
  /** One paragraph, or several. */
  readonly summary: LocalizableText | readonly LocalizableText[];
  /** Every option as it is typed, with what it does; `--locale`, `--time-zone`, and `--help` are those of every command. */
  readonly options: readonly (readonly [string, LocalizableText])[];
  /** What is to be known beside the options. */
  readonly notes?: readonly LocalizableText[];
  readonly exitCodes: LocalizableText;
}

const flagWidth = 35;

const everywhere: Usage["options"] = [
  ["--locale LOCALE", text("language of the messages: en or zh-cn (default: the terminal's)")],
  [
    "--time-zone ZONE",
    text("zone of times: Asia/Shanghai, UTC, or +08:00 (default: the system's, or the variable TZ)"),
  ],
  ["--help", text("show this text")],
];

/** Each way to call a command, a line each. */
function synopsisText({ synopsis }: Usage): string {
  const [first = "", ...more] = [synopsis].flat();
  return [t("usage: {0}", first), ...more.map((line) => `       ${line}`)].join("\n");
}

/** The usage of a command for the terminal, its options in one column. */
export function usageText(usage: Usage): string {
  const { summary, options, notes = [], exitCodes } = usage;
  const lines = [...options, ...everywhere].map(([flag, meaning]) => `  ${flag.padEnd(flagWidth - 1)} ${say(meaning)}`);
  const paragraphs = (texts: readonly LocalizableText[]): string[] => texts.flatMap((each) => ["", say(each)]);
  return [
    synopsisText(usage),
    ...paragraphs([summary].flat()),
    "",
    ...lines,
    ...paragraphs([...notes, exitCodes]),
  ].join("\n");
}

/** Answers `--help`. Gives the exit code. */
export function showUsage(usage: Usage): number {
  print(usageText(usage));
  return 0;
}

/** Says what is wrong with the command line, how the command is called, and where its options are explained. Gives the exit code. */
export function refuse(command: string, problem: string, usage: Usage): number {
  const help = t("Run {0} to see all options.", `chainside ${command} --help`);
  complain(`chainside ${command}: ${problem}\n\n${synopsisText(usage)}\n\n${help}`);
  return 2;
}
