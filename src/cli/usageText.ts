import { type LocalizableText, plainText, text } from "../nodeConfig/localizableText";
import { loadTranslation, type Translate, terminalLocale } from "./translation";

/** How a command is to be called, ready to be said in either language. */
export interface Usage {
  /** The command line as it is typed, a line for each way to call it. */
  readonly synopsis: string | readonly string[];
  /** One paragraph, or several. */
  readonly summary: LocalizableText | readonly LocalizableText[];
  /** Every option as it is typed, with what it does. */
  readonly options: readonly (readonly [string, LocalizableText])[];
  /** What is to be known beside the options. */
  readonly notes?: readonly LocalizableText[];
  readonly exitCodes: LocalizableText;
}

const flagWidth = 35;

/** The usage of a command for the terminal, its options in one column. */
export function usageText(usage: Usage, translate: Translate): string {
  const { synopsis, summary, options, notes = [], exitCodes } = usage;
  const said = (message: LocalizableText): string => plainText(message, translate);
  const [first = "", ...more] = [synopsis].flat();
  const lines = options.map(([flag, meaning]) => `  ${flag.padEnd(flagWidth - 1)} ${said(meaning)}`);
  const paragraphs = (texts: readonly LocalizableText[]): string[] => texts.flatMap((each) => ["", said(each)]);
  return [
    said(text("usage: {0}", first)),
    ...more.map((line) => `       ${line}`),
    ...paragraphs([summary].flat()),
    "",
    ...lines,
    ...paragraphs([...notes, exitCodes]),
  ].join("\n");
}

/** The usage in the language of the terminal, or in that which `--locale` of the arguments asks for. */
export async function usageForTerminal(usage: Usage, args: readonly string[] = []): Promise<string> {
  return usageText(usage, await loadTranslation(askedLocale(args) ?? terminalLocale(process.env)));
}

/** What `--locale` says in arguments that may be wrong elsewhere: the complaint about them is in that language. */
export function askedLocale(args: readonly string[]): string | undefined {
  const at = args.lastIndexOf("--locale");
  const joined = args.findLast((argument) => argument.startsWith("--locale="));
  return joined?.slice("--locale=".length) ?? (at < 0 ? undefined : args[at + 1]);
}
