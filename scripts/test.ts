// `npm test`: every suite, each with what it needs installed by itself. Ends with the line `N passed, N failed`.
//   --only A,B    some suites: lint, unit, protocol, interop, extension, oldest, ui, ui-oldest, tlcp, java
//   --desktop     the suites in VS Code run in a downloaded desktop VS Code (a developer's machine)
//   --grep TEXT   only tests whose name holds the text
//   --changed     the daily loop: quick lint, and the unit tests that reach what is not committed (`--since REV`: what came since)
//   --repeat N    up to N failing files of the workbench (the suite inside its extension host is one) are run once more, alone; the last lines
//                 name them (default 0)
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./lint/sources";
import { runExtensionSuite } from "./test/extensionSuite";
import { hasMaven, runJavaSuite } from "./test/java";
import { prepareHost } from "./test/prepareHost";
import { type SuiteResult, spawnInherit } from "./test/process";
import { processorSeconds } from "./test/processorTime";
import { watchForSecrets } from "./test/secretWatch";

const suiteNames = [
  "lint",
  "unit",
  "protocol",
  "interop",
  "extension",
  "oldest",
  "ui",
  "ui-oldest",
  "tlcp",
  "java",
] as const;
type SuiteName = (typeof suiteNames)[number];

const flag = (name: string): string | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : (process.argv[index + 1] ?? "");
};
const desktop = process.argv.includes("--desktop");
const grep = flag("grep");
const changed = process.argv.includes("--changed");

async function runLint(): Promise<SuiteResult> {
  const code = await spawnInherit(process.execPath, [
    "--import",
    "tsx",
    join(root, "scripts/lint.ts"),
    ...(changed ? ["--quick"] : []),
  ]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

/** Runs some files of a project (all without any given) and gives what each file came to. */
async function vitestFiles(
  project: string,
  files: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Map<string, SuiteResult>> {
  const report = join(root, "out", "reports", `${project}.json`);
  rmSync(report, { force: true });
  mkdirSync(join(root, "out", "reports"), { recursive: true });
  await spawnInherit(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      project === "unit" ? "unit*" : project, // with those that are run alone
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(grep ? ["-t", grep] : []),
      ...(changed ? ["--changed", flag("since") ?? "HEAD"] : []),
      ...files,
    ],
    { UI_HOST: desktop ? "desktop" : (process.env["UI_HOST"] ?? ""), ...environment },
  );
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  return new Map(testResults.map((file) => [file.name, fileResult(file)]));
}

/** A file that fails to load, or whose set-up fails, holds no failed test: it still counts as one failure. */
function fileResult(file: VitestReport["testResults"][number]): SuiteResult {
  const count = (...states: string[]) => file.assertionResults.filter(({ status }) => states.includes(status)).length;
  const failed = count("failed");
  return {
    passed: count("passed"),
    failed: file.status === "failed" ? Math.max(failed, 1) : failed,
    skipped: count("pending", "skipped", "todo", "disabled"),
  };
}

/** How many files of the workbench may still be run once more. Nothing is, unless the caller allows it. */
let repeatsLeft = Number(flag("repeat") ?? 0);

/**
 * Runs a project of tests. A file that drives the workbench and fails is run once more, alone, only as far as `--repeat` allows; the last
 * lines name each, so that no repeat passes unseen.
 */
async function runVitest(project: string): Promise<SuiteResult> {
  let notes: string | undefined;
  try {
    const results = await vitestFiles(project, []);
    const failed = [...results].filter(([, { failed }]) => failed > 0).map(([file]) => file);
    if (project.startsWith("ui") && failed.length > 0 && failed.length <= repeatsLeft) {
      repeatsLeft -= failed.length;
      const names = failed.map((file) => relative(root, file)).join(", ");
      console.log(`\nRepeated, alone, in a new window: ${names}`);
      const again = await vitestFiles(project, failed, { UI_ONE_BY_ONE: "1" });
      for (const [file, result] of again) results.set(file, result);
      notes = `REPEATED: ${names}`;
    }
    const total = { passed: 0, failed: 0, skipped: 0 };
    for (const { passed, failed, skipped } of results.values()) {
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped ?? 0;
    }
    return { ...total, notes };
  } catch (error) {
    console.error(`no report of the ${project} suite: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  }
}

/** The suite inside a real extension host; it is one window, so `--repeat` counts it as one file. */
async function runInHost(host: "newest" | "oldest"): Promise<SuiteResult> {
  const result = await runExtensionSuite({ desktop, host, grep });
  if (result.failed === 0 || repeatsLeft === 0) return result;
  repeatsLeft -= 1;
  console.log("\nRepeated, in a new window: the whole suite");
  const again = await runExtensionSuite({ desktop, host, grep });
  return { ...again, notes: `REPEATED: ${result.failed} failed at first` };
}

async function build(): Promise<boolean> {
  return (await spawnInherit(process.execPath, ["--import", "tsx", join(root, "scripts/build.ts"), "--meta"])) === 0;
}

const suites: Record<SuiteName, () => Promise<SuiteResult>> = {
  lint: runLint,
  unit: () => runVitest("unit"),
  protocol: () => runVitest("protocol"),
  interop: () => runVitest("interop"),
  extension: () => runInHost("newest"),
  oldest: () => runInHost("oldest"),
  ui: () => runVitest("ui"),
  "ui-oldest": () => runVitest("ui-oldest"),
  tlcp: async () => (await import("./test/tlcpPeers")).runTlcpPeers(),
  java: runJavaSuite,
};

/**
 * Suites that run at the same time: each uses one processor at most, and none of them looks at a clock. Windows of the desktop take the focus
 * from each other.
 */
const together: readonly (readonly SuiteName[])[] = [
  ["interop", "java", "tlcp"],
  ...(changed ? [["lint", "unit"] as const] : []),
  ...(desktop ? [] : [["extension", "oldest"] as const]),
];

/** The suites in their order, as groups that run at once. */
function groupsOf(chosen: readonly SuiteName[]): SuiteName[][] {
  const groups: SuiteName[][] = [];
  for (const name of chosen) {
    const beside = together.find((names) => names.includes(name)) ?? [name];
    if (groups.some((group) => group.includes(name))) continue;
    groups.push(chosen.filter((each) => beside.includes(each)));
  }
  return groups;
}

/** The VS Code that a suite drives. */
const hostOf: Partial<Record<SuiteName, "newest" | "oldest">> = {
  extension: "newest",
  oldest: "oldest",
  ui: "newest",
  "ui-oldest": "oldest",
};

function chosenSuites(): SuiteName[] {
  const only = changed ? "lint,unit" : flag("only");
  if (only === undefined) return suiteNames.filter((name) => name !== "java" || hasMaven());
  const names = only.split(",").filter((name) => name.length > 0);
  const unknown = names.filter((name) => !suiteNames.includes(name as SuiteName));
  if (unknown.length > 0 || names.length === 0) {
    console.error(`unknown suite "${unknown.join(", ")}"; there are: ${suiteNames.join(", ")}`);
    process.exit(2);
  }
  return names as SuiteName[];
}

async function main(): Promise<void> {
  const chosen = chosenSuites();
  const secrets = watchForSecrets();
  const hosts = new Set(chosen.flatMap((name) => hostOf[name] ?? []));
  if (hosts.size > 0 && !desktop) await prepareHost({ oldest: hosts.has("oldest") });
  if (chosen.some((name) => name !== "lint" && name !== "unit") && !(await build())) {
    console.log("0 passed, 1 failed");
    process.exitCode = 1;
    return;
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  let tests = 0;
  const lines: string[] = [];
  const note = async (name: string, run: () => Promise<SuiteResult>): Promise<SuiteResult> => {
    const started = Date.now();
    const result = await run();
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped ?? 0;
    const seconds = Math.round((Date.now() - started) / 1000);
    lines.push(
      `${name.padEnd(10)} ${result.passed} passed, ${result.failed} failed${result.skipped ? `, ${result.skipped} skipped` : ""} (${seconds} s)${result.notes ? ` — ${result.notes}` : ""}`,
    );
    return result;
  };
  for (const group of groupsOf(chosen)) {
    console.log(`\n=== ${group.join(", ")}`);
    const before = processorSeconds();
    for (const { passed } of await Promise.all(group.map((name) => note(name, suites[name])))) tests += passed;
    const after = processorSeconds();
    if (before !== undefined && after !== undefined) {
      lines.push(`${"".padEnd(10)} ${Math.round(after - before)} s of processor time`);
    }
  }
  console.log("\n=== secrets");
  await note("secrets", async () => secrets.finish());
  if (!chosen.includes("java") && flag("only") === undefined && !changed) {
    lines.push("java       NOT RUN: neither Maven nor a JDK is installed, so the official Java SDK was not tried");
  }
  if (total.skipped > 0) lines.push(`${total.skipped} skipped: the runs above say which`);
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || tests === 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
});
