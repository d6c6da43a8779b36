// `npm test`: every suite, each with what it needs installed by itself. Ends with the line `N passed, N failed`.
//   --only A,B    some suites: lint, unit, protocol, interop, extension, oldest, ui, ui-oldest, tlcp, windows, java
//   --all         every suite whole: otherwise suites that cost much are a smoke where nothing that they test has changed (test/scope.ts)
//   --cold        the same, and no compiler's answer of an earlier run counts: each is compiled again and compared
//   --desktop     the suites in VS Code run in a downloaded desktop VS Code (a developer's machine)
//   --grep TEXT   only tests whose name holds the text
//   --changed     the daily loop: quick lint, and the unit tests that reach what is not committed (`--since REV`: what came since)
//   --repeat N    up to N failing files of the workbench (the suite inside its extension host is one) are run once more, when all else has
//                 ended; the last lines name them (default 0)
import { join } from "node:path";
import { differing, useCompiledFolder } from "../test/support/compiledFolder";
import { root } from "./lint/sources";
import { loaders } from "./loaders.mjs";
import { hasMaven } from "./test/java";
import { endSuites, runApart, runInLanes, type SuiteRun } from "./test/lanes";
import { isExtra, readOptions, type SuiteName, suiteNames, type TestOptions } from "./test/options";
import { prepareHost } from "./test/prepareHost";
import { prepareDatabases, prepareProtocol } from "./test/prepareTools";
import { spawnInherit } from "./test/process";
import { decideScope, fingerprint, rememberPassed } from "./test/scope";
import { watchForSecrets } from "./test/secretWatch";

/** The VS Code that a suite drives. */
const hostOf: Partial<Record<SuiteName, "newest" | "oldest">> = {
  extension: "newest",
  oldest: "oldest",
  ui: "newest",
  "ui-oldest": "oldest",
};

async function build(): Promise<void> {
  const code = await spawnInherit(process.execPath, [...loaders(), join(root, "scripts/build.ts"), "--meta"]);
  if (code !== 0) throw new Error("The build failed, so nothing was tested.");
  process.env["CHAINSIDE_BUILT"] = "1";
}

async function prepareWindows(chosen: readonly SuiteName[], { desktop }: TestOptions): Promise<void> {
  const hosts = new Set(chosen.flatMap((name) => hostOf[name] ?? []));
  if (hosts.size > 0 && !desktop) await prepareHost({ oldest: hosts.has("oldest") });
}

/**
 * Runs failing files of the workbench once more, as far as `--repeat` allows. Whatever is repeated is named in the last lines, so that none
 * passes unseen.
 */
async function repeatFailing(runs: readonly SuiteRun[], repeats: number): Promise<SuiteRun[]> {
  let left = repeats;
  const settled: SuiteRun[] = [];
  for (const run of runs) {
    const failing = run.failedFiles ?? [];
    if (!hostOf[run.name] || failing.length === 0 || failing.length > left) {
      settled.push(run);
      continue;
    }
    left -= failing.length;
    const files = failing.filter((file) => file !== "test/extension");
    const again = await runApart(run.name, { files });
    const repeated = `REPEATED: ${failing.join(", ")}, ${run.failed} failed at first`;
    const notes = [repeated, run.notes, again.notes].filter((note) => note !== undefined).join("; ");
    const passed = files.length > 0 ? run.passed + run.failed - again.failed : again.passed;
    const failures = [run.failures, again.failures].filter((each) => each !== undefined).join("\n\n");
    const seconds = run.seconds + again.seconds;
    settled.push({ ...again, passed, skipped: run.skipped ?? 0, seconds, notes, failures });
  }
  return settled;
}

function summary({ name, passed, failed, skipped, seconds, processorSeconds, notes }: SuiteRun): string {
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
  const processors = processorSeconds === undefined ? "" : `, ${Math.round(processorSeconds)} s of processors`;
  return `${name.padEnd(10)} ${counts} (${seconds} s${processors})${notes ? ` — ${notes}` : ""}`;
}

/** Whether all of a suite has passed, and nothing of it was left out. */
function isWhole({ failed, passed, scope, notes }: SuiteRun, { grep, changed, desktop }: TestOptions): boolean {
  return (
    failed === 0 && passed > 0 && scope === "whole" && !grep && !changed && !desktop && !notes?.includes("NOT RUN")
  );
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const usual = (name: SuiteName): boolean => (name !== "java" || hasMaven()) && (options.all || !isExtra(name));
  const chosen = options.only ?? suiteNames.filter(usual);
  const secrets = watchForSecrets();
  await useCompiledFolder(options.cold);
  if (chosen.some((name) => name !== "lint")) await build();
  if (chosen.includes("unit")) await prepareDatabases();
  if (chosen.includes("protocol")) await prepareProtocol();
  const scopes = new Map(chosen.map((name) => [name, decideScope(name, options)]));
  const prints = new Map(chosen.map((name) => [name, fingerprint(name)]));
  const ready = prepareWindows(chosen, options);
  const runs = await repeatFailing(await runInLanes(chosen, options, ready, scopes), options.repeats);
  for (const run of runs) {
    const print = prints.get(run.name);
    if (isWhole(run, options) && print !== undefined && print === fingerprint(run.name)) rememberPassed(print);
  }
  console.log("\n=== secrets");
  const watched = secrets.finish();
  const lines = runs.map(summary);
  lines.push(
    `${"secrets".padEnd(10)} ${watched.passed} passed, ${watched.failed} failed${watched.notes ? ` — ${watched.notes}` : ""}`,
  );
  const wrong = differing();
  if (wrong.length > 0) lines.push(`compilers  answered one input in two ways: ${wrong.join(", ")}`);
  if (!chosen.includes("java") && options.only === undefined) {
    lines.push("java       NOT RUN: neither Maven nor a JDK is installed, so the official Java SDK was not tried");
  }
  const sum = (of: (run: { passed: number; failed: number; skipped?: number }) => number) =>
    [...runs, watched].reduce((all, run) => all + of(run), 0);
  const [passed, failed, skipped] = [
    sum((run) => run.passed),
    sum((run) => run.failed),
    sum((run) => run.skipped ?? 0),
  ];
  const failedAll = failed + wrong.length;
  if (skipped > 0) lines.push(`${skipped} skipped: the runs above say which`);
  for (const { name, failures } of runs) if (failures) console.log(`\n=== failures of ${name}\n\n${failures}`);
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${passed} passed, ${failedAll} failed`);
  process.exitCode = failedAll > 0 || runs.every((run) => run.passed === 0) ? 1 : 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endSuites();
    process.exit(1);
  });
}

main().catch((error: unknown) => {
  endSuites();
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
});
