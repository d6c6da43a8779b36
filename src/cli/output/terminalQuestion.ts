import { createInterface } from "node:readline/promises";
import { visibleLine } from "../../text/visibleText";

/** Asks one line of the person at the terminal. */
export type Question = (words: string) => Promise<string>;

/** Whether an answer agrees. */
export const isYes = (answer: string): boolean => /^(?:y|yes)$/i.test(answer.trim());

/** Asks at the terminal; undefined where no one sits there. */
export function terminalQuestion(): Question | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (words) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    const ended = new Promise<string>((resolve) => {
      terminal.once("close", () => resolve(""));
    });
    try {
      return await Promise.race([terminal.question(`${visibleLine(words)} `), ended]);
    } finally {
      terminal.close();
    }
  };
}
