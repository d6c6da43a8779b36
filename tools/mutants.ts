// `npm run -s check -- mutants ROOM… [--count 20] [--seed 1] [--files TEXT]`: puts faults into files of rooms of `src`, one at a time
// in a copy of the project, and runs the unit tests of the room that reach the file. Prints those that no test finds, and `found N of M`
// for each room. What is chosen is the same for the same seed and sources. Exit code 1 only where it can't run: a fault that nothing
// finds may be one that changes nothing.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Visitor } from "oxc-parser";
import { lineOf, readSources, root, type SourceFile } from "../scripts/lint/sources";
import { seededNumbers } from "../test/support/seededNumbers";

interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The operator in place of another: each changes a boundary, a direction, or an answer. */
const operators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

interface Placed {
  readonly start: number;
  readonly end: number;
}

/** Every fault that can be put into a file. */
function mutantsOf({ path, text, program }: SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const add = (start: number, end: number, replacement: string): void => {
    found.push({ path, line: lineOf(text, start), start, end, text: replacement });
  };
  const operation = (node: { left: Placed; right: Placed; operator: string }): void => {
    const replacement = operators[node.operator];
    const start = text.indexOf(node.operator, node.left.end);
    if (replacement !== undefined && start >= 0 && start < node.right.start)
      add(start, start + node.operator.length, replacement);
  };
  new Visitor({
    BinaryExpression: operation,
    LogicalExpression: operation,
    UnaryExpression: (node) => {
      if (node.operator === "!") add(node.start, node.start + 1, "");
    },
    Literal: (node) => {
      if (typeof node.value === "boolean") add(node.start, node.end, String(!node.value));
      else if (typeof node.value === "number" && Number.isSafeInteger(node.value))
        add(node.start, node.end, String(node.value + 1));
    },
    IfStatement: ({ test }) => add(test.start, test.end, `!(${text.slice(test.start, test.end)})`),
    ConditionalExpression: ({ test }) => add(test.start, test.end, `!(${text.slice(test.start, test.end)})`),
  }).visit(program);
  return found;
}

/** Some of a list, each at most once. */
function some<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = [...all];
  const chosen: T[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen;
}

/** A copy of the project as it is committed, with its packages. */
function makeCopy(): string {
  const copy = join(mkdtempSync(join(tmpdir(), "chainside-mutants-")), "project");
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", copy, "HEAD"], { cwd: root });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  // Tests start programs as they are built; those of the room under test are loaded from its sources.
  if (existsSync(join(root, "dist"))) symlinkSync(join(root, "dist"), join(copy, "dist"));
  return copy;
}

function removeCopy(copy: string): void {
  for (const link of ["node_modules", "dist"]) rmSync(join(copy, link), { force: true });
  execFileSync("git", ["worktree", "remove", "--force", copy], { cwd: root });
}

/** The unit tests of a room that reach what isn't committed in the copy: `true` when one of them fails. */
function isFound(copy: string, room: string): boolean {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const args = [
    "run",
    "--project",
    "unit*",
    "--changed",
    "HEAD",
    "--bail",
    "1",
    "--maxWorkers=1",
    `test/unit/${room}/`,
  ];
  return spawnSync(process.execPath, [vitest, ...args], { cwd: copy, stdio: "ignore" }).status !== 0;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "" },
  },
});
const missing = positionals.filter((room) =>
  ["src", "test/unit"].some((folder) => !existsSync(join(root, folder, room))),
);
if (positionals.length === 0 || missing.length > 0) {
  console.error(
    `usage: npm run -s check -- mutants ROOM… [--count 20] [--seed 1] [--files TEXT]${missing.map((room) => `\nno tests of ${room}`)}`,
  );
  process.exit(2);
}
const copy = makeCopy();
try {
  for (const room of positionals) {
    const random = seededNumbers(Number(values.seed));
    const sources = readSources(`src/${room}`).filter(({ path }) => path.includes(values.files));
    const chosen = some(sources.flatMap(mutantsOf), Number(values.count), () => random(1_000_000) / 1_000_000);
    let found = 0;
    for (const { path, line, start, end, text } of chosen) {
      const file = join(copy, path);
      const source = readFileSync(file, "utf8");
      writeFileSync(file, source.slice(0, start) + text + source.slice(end));
      if (isFound(copy, room)) found += 1;
      else console.log(`not found: ${path}:${line} ${source.slice(start, end)} → ${text}`);
      writeFileSync(file, source);
    }
    console.log(`${room}: found ${found} of ${chosen.length}`);
  }
} finally {
  removeCopy(copy);
}
