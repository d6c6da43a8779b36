import { type LocalizableText, plainText, text } from "../nodeConfig/localizableText";
import type { Translate } from "./translation";

/** How a command is to be called, ready to be said in either language. */
export interface Usage {
  /** The command line as it is typed. */
  readonly synopsis: string;
  readonly summary: LocalizableText;
  /** Every option as it is typed, with what it does. */
  readonly options: readonly (readonly [string, LocalizableText])[];
  readonly exitCodes: LocalizableText;
}

const flagWidth = 35;

/** The usage of a command for the terminal, its options in one column. */
export function usageText({ synopsis, summary, options, exitCodes }: Usage, translate: Translate): string {
  const said = (message: LocalizableText): string => plainText(message, translate);
  const lines = options.map(([flag, meaning]) => `  ${flag.padEnd(flagWidth)}${said(meaning)}`);
  return [said(text("usage: {0}", synopsis)), "", said(summary), "", ...lines, "", said(exitCodes)].join("\n");
}

/** What `--locale` says in arguments that may be wrong elsewhere: the complaint about them is in that language. */
export function askedLocale(args: readonly string[]): string | undefined {
  const at = args.lastIndexOf("--locale");
  const joined = args.findLast((argument) => argument.startsWith("--locale="));
  return joined?.slice("--locale=".length) ?? (at < 0 ? undefined : args[at + 1]);
}
