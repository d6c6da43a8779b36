import { createInterface, type Interface } from "node:readline/promises";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { complain, print } from "./print";
import { WrongInput } from "./showError";

/** Asks one line of the person at the terminal. */
export type Question = (words: string) => Promise<string>;

/** Whether an answer agrees. */
export const isYes = (answer: string): boolean => /^(?:y|yes)$/i.test(answer.trim());

/** The line that a person types; undefined where they end the question instead (Ctrl+C, Ctrl+D). */
export async function typedLine(terminal: Interface, words: string): Promise<string | undefined> {
  const ended = new Promise<undefined>((resolve) => {
    terminal.once("close", () => resolve(undefined));
  });
  // some releases of Node.js reject the question then, others only close the terminal
  const typed = terminal.question(words).catch(() => undefined);
  return Promise.race([typed, ended]);
}

/** Asks at the terminal; undefined where no person sits there. */
export function terminalQuestion(): Question | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (words) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return (await typedLine(terminal, `${visibleLine(words)} `)) ?? "";
    } finally {
      terminal.close();
    }
  };
}

/** Lines of a terminal that the question and the line before it take. */
const besides = 2;

const isTerminal = (): boolean => Boolean(process.stdout.isTTY && process.stdin.isTTY);

/** Prints lines; on a terminal a screen at a time, `q` ends it. */
export async function printPaged(lines: readonly string[]): Promise<void> {
  const height = Math.max(5, (process.stdout.rows ?? 24) - besides);
  if (!isTerminal() || lines.length <= height) return print(lines.join("\n"));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (let at = 0; at < lines.length; at += height) {
      print(lines.slice(at, at + height).join("\n"));
      const left = lines.length - at - height;
      if (left <= 0) return;
      const answer = await typedLine(terminal, `${t("{0} more lines; Enter shows them, q ends", left)} `);
      if (answer === undefined || /^q/i.test(answer.trim())) return;
    }
  } finally {
    terminal.close();
  }
}

/**
 * Asks before files or programs of nodes are changed; `--yes` is the answer where it was given beforehand.
 * @param lines what is changed, shown before the question
 * @throws WrongInput `consentNeeded` where no person can be asked, `declined`
 */
export async function requireYes(lines: readonly string[], yes: boolean): Promise<void> {
  if (yes) return;
  const question = terminalQuestion();
  if (!question)
    throw new WrongInput(
      "consentNeeded",
      t("This changes files of nodes. Specify --yes where no one can be asked, or --dry-run to look first."),
    );
  complain(lines.join("\n"));
  if (!isYes(await question(t("Go ahead? [y/N]")))) throw new WrongInput("declined", t("Nothing was changed."));
}
