import { createInterface, type Interface } from "node:readline/promises";
import { visibleLine } from "../../text/visibleText";

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

/** Asks at the terminal; undefined where no one sits there. */
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
