// Each suite, run in this process and its programs.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../lint/sources";
import { loaders } from "../loaders.mjs";
import { runExtensionSuite } from "./extensionSuite";
import { runJavaSuite } from "./java";
import type { SuiteName, TestOptions } from "./options";
import { type SuiteResult, spawnInherit } from "./process";
import type { Scope } from "./scope";

/** The folder of the suites' reports and of what they printed. */
export const reports = join(root, "out", "reports");

/** Files of the workbench that are the smoke of its suites: what a window without VS Code doesn't try. */
const smokeFiles: Partial<Record<SuiteName, readonly string[]>> = {
  "ui-oldest": ["views"],
  // Without those whose twin in `test/unit/window` tries the same in milliseconds; of these, the one that most other windows begin with.
  ui: [
    "views",
    "embeddedChain",
    "notebook",
    "solidity",
    "debugger",
    "configEditing",
    "restrictedMode",
    "chainHistory",
    "pageLooks",
  ],
};

/** Of suites whose tests are picked by their names: one of each kind. */
const smokeNames: Partial<Record<SuiteName, string>> = {
  oldest: "activation",
  windows: "compiles what a pattern|keeps its blocks over|finds what is wrong in files|stops where a breakpoint",
};

/** Runs a suite, a smoke of it, or only some of its files. */
export function runSuite(
  name: SuiteName,
  options: TestOptions,
  files: readonly string[] = [],
  scope: Scope = "whole",
): Promise<SuiteResult> {
  const isSmoke = scope === "smoke";
  const grep = isSmoke ? smokeNames[name] : options.grep;
  switch (name) {
    case "lint":
      return runLint(options);
    case "extension":
      return inHost("newest", options);
    case "oldest":
      return inHost("oldest", { ...options, grep });
    case "java":
      return runJavaSuite(scope);
    case "windows":
      return import("./windows").then(({ runWindowsSuite }) => runWindowsSuite(grep));
    case "tlcp":
      return import("./tlcpPeers").then(({ runTlcpPeers }) => runTlcpPeers());
    default: {
      const smoke = isSmoke ? (smokeFiles[name] ?? []).map((file) => `test/ui/${file}.test.ts`) : [];
      return runVitest(name, options, files.length > 0 ? files : smoke);
    }
  }
}

async function runLint({ changed, all, since }: TestOptions): Promise<SuiteResult> {
  const lint = join(root, "scripts/lint.ts");
  const option = changed ? ["--quick", "--since", since] : all ? ["--own-proofs"] : [];
  const code = await spawnInherit(process.execPath, [...loaders(), lint, ...option]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** The suite inside a real extension host; it is one window, so it counts as one file. */
async function inHost(host: "newest" | "oldest", { desktop, grep }: TestOptions): Promise<SuiteResult> {
  const result = await runExtensionSuite({ desktop, host, grep });
  return { ...result, failedFiles: result.failed > 0 ? ["test/extension"] : [] };
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

/** Tests leave much that is soon of no use: what is collected seldom has died by then, and need not be copied. */
const roomForTheYoung = ["--max-semi-space-size=64"];

async function runVitest(
  project: SuiteName,
  { desktop, changed, since, grep }: TestOptions,
  files: readonly string[],
): Promise<SuiteResult> {
  const report = join(reports, `${project}.json`);
  const again = join(reports, `${project}.again.txt`);
  for (const old of [report, again]) rmSync(old, { force: true });
  mkdirSync(reports, { recursive: true });
  const code = await spawnInherit(
    process.execPath,
    [
      ...roomForTheYoung,
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      project === "unit" ? "unit*" : project, // with those that are run alone
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(grep ? ["-t", grep] : []),
      ...(changed ? ["--changed", since] : []),
      ...files,
    ],
    { CHAINSIDE_PRESSED_AGAIN: again, ...(desktop ? { UI_HOST: "desktop" } : {}) },
  );
  try {
    const counted = total(JSON.parse(readFileSync(report, "utf8")) as VitestReport);
    // An error outside of any test, such as a promise that no one waited for, stands in no test's result.
    const outside = code !== 0 && counted.failed === 0;
    if (outside) console.error(`the ${project} suite ended with code ${code} though no test failed`);
    return { ...counted, failed: outside ? 1 : counted.failed, notes: pressedAgain(again) };
  } catch (error) {
    console.error(`no report of the ${project} suite: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  }
}

/** What the workbench's tests had to press a second time (`test/ui/pressing.ts`), and how often; undefined for nothing. */
function pressedAgain(list: string): string | undefined {
  if (!existsSync(list)) return undefined;
  const times = new Map<string, number>();
  for (const what of readFileSync(list, "utf8").split("\n")) {
    if (what !== "") times.set(what, (times.get(what) ?? 0) + 1);
  }
  return `pressed again: ${[...times].map(([what, count]) => `${what} ${count} ×`).join(", ")}`;
}

function total({ testResults }: VitestReport): SuiteResult {
  const sum = { passed: 0, failed: 0, skipped: 0, failedFiles: [] as string[] };
  for (const file of testResults) {
    const { passed, failed, skipped } = fileResult(file);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    if (failed > 0) sum.failedFiles.push(relative(root, file.name));
  }
  return sum;
}

/** A file that fails to load, or whose set-up fails, holds no failed test: it still counts as one failure. */
function fileResult(file: VitestReport["testResults"][number]) {
  const count = (...states: string[]) => file.assertionResults.filter(({ status }) => states.includes(status)).length;
  const failed = count("failed");
  return {
    passed: count("passed"),
    failed: file.status === "failed" ? Math.max(failed, 1) : failed,
    skipped: count("pending", "skipped", "todo", "disabled"),
  };
}
