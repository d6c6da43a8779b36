// `npm run coverage:lines`: how many lines of each room the unit tests run, and which rooms are below their goal. What other suites run
// in processes of their own (language server, command line, embedded chain, workbench) is not counted. Folders of tests may be named:
// `npm run coverage:lines -- test/unit/window test/unit/extension test/unit/webview` tells of the extension alone in a third of the time.
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./lint/sources";
import { spawnInherit } from "./test/process";

interface Lines {
  readonly total: number;
  readonly covered: number;
}

/** Percent of the lines that the unit tests are to run. */
const goals: Readonly<Record<string, number>> = {
  "extension/kit": 90,
  "extension/state": 90,
  "extension/flows": 90,
  "extension/features": 70,
};

/** A shelf of the extension, else the room. */
function roomOf(path: string): string {
  const [, room = "", shelf = "", ...more] = relative(root, path).split(sep);
  return room === "extension" && more.length > 0 ? `${room}/${shelf}` : room;
}

const percentOf = ({ total, covered }: Lines): number => (total === 0 ? 100 : (covered / total) * 100);

async function main(): Promise<void> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const code = await spawnInherit(process.execPath, [
    vitest,
    "run",
    "--project",
    "unit*",
    "--coverage",
    ...process.argv.slice(2),
  ]);
  const summary = JSON.parse(readFileSync(join(root, "out/coverage/coverage-summary.json"), "utf8")) as Record<
    string,
    { readonly lines: Lines }
  >;
  const rooms = new Map<string, Lines>();
  const files = Object.entries(summary).filter(([path]) => path !== "total");
  for (const [path, { lines }] of files) {
    const { total, covered } = rooms.get(roomOf(path)) ?? { total: 0, covered: 0 };
    rooms.set(roomOf(path), { total: total + lines.total, covered: covered + lines.covered });
  }
  console.log("\nLines that the unit tests run:");
  for (const [room, lines] of [...rooms].sort(([one], [other]) => one.localeCompare(other))) {
    const percent = percentOf(lines);
    const goal = goals[room];
    const message = goal === undefined ? "" : percent < goal ? `  BELOW its goal of ${goal} %` : `  goal ${goal} %`;
    console.log(`${room.padEnd(20)} ${percent.toFixed(1).padStart(5)} %  ${lines.covered} of ${lines.total}${message}`);
  }
  const holes = files
    .filter(([path]) => goals[roomOf(path)] !== undefined)
    .map(([path, { lines }]) => ({ path: relative(root, path), left: lines.total - lines.covered, lines }))
    .sort((one, other) => other.left - one.left)
    .slice(0, 15);
  console.log("\nMost lines that none of them runs:");
  for (const { path, left, lines } of holes) console.log(`${String(left).padStart(4)} of ${lines.total}  ${path}`);
  process.exitCode = code;
}

await main();
