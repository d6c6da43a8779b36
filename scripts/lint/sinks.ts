import { Visitor } from "oxc-parser";
import { lineOf, readSources } from "./sources";

/**
 * Where text leaves for a screen, a terminal or the clipboard there is one door, which makes foreign text harmless
 * (docs/security.md). Nobody may go around it.
 */
interface Sink {
  readonly below: string;
  /** What is called, as it is written. */
  readonly callee: RegExp;
  /** The files that are the door. */
  readonly doors: readonly string[];
  readonly instead: string;
}

const sinks: readonly Sink[] = [
  {
    below: "src/cli/",
    callee: /^(?:console\.\w+|process\.std(?:out|err)\.write)$/,
    doors: ["src/cli/print.ts", "src/cli/account/passwords.ts"],
    instead: "print, printJson or complain of src/cli/print.ts",
  },
];

/** One line for each call that goes around a door. */
export function checkSinks(): string[] {
  const problems: string[] = [];
  for (const { path, text, program } of readSources("src")) {
    const rules = sinks.filter(({ below, doors }) => path.startsWith(below) && !doors.includes(path));
    if (rules.length === 0) continue;
    const check = ({ callee, start }: { callee: { start: number; end: number }; start: number }): void => {
      const written = text.slice(callee.start, callee.end).replace(/\s/g, "");
      const broken = rules.find((rule) => rule.callee.test(written));
      if (broken) problems.push(`${path}:${lineOf(text, start)} ${written}: take ${broken.instead}`);
    };
    new Visitor({ CallExpression: check, NewExpression: check }).visit(program);
  }
  return problems;
}
