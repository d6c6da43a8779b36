import { createInterface } from "node:readline/promises";
import { t } from "../../text/catalogue";
import { print } from "./print";
import { typedLine } from "./terminalQuestion";

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
