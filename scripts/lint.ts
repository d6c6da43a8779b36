// `npm run lint`: types, formatting and style, import boundaries, unused code, translations, manifest. All of it runs at once, and each
// outcome is printed as it comes.
//   --quick       leaves out the search for unused code, members and variants
//   --since REV   looks at format and style only of files that differ from a revision, committed or not
//   --prove       proves every regular expression again that this machine hasn't proven, and writes the list of those that are
//   --own-proofs  believes no proof of another machine
import { execFileSync, fork, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./lint/ownRules";
import { root } from "./lint/sources";

const quick = process.argv.includes("--quick");
const sinceAt = process.argv.indexOf("--since");
const since = sinceAt < 0 ? undefined : process.argv[sinceAt + 1];
const failed: string[] = [];

function tell({ name, ok, output }: Outcome): void {
  console.log(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (ok) return;
  console.log(output.trimEnd());
  failed.push(name);
}

function tool(name: string, command: string, ...args: string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(join(root, "node_modules/.bin", command), args, {
      cwd: root,
      shell: process.platform === "win32",
    });
    let output = "";
    const take = (data: Buffer): void => {
      output += data.toString();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => {
      output += error.message;
    });
    child.on("close", (code) => {
      tell({ name, ok: code === 0, output });
      resolve();
    });
  });
}

/** Files that differ from a revision, and new ones; undefined where git can't tell. */
function changedSince(revision: string): string[] | undefined {
  const list = (...args: string[]): string[] =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split("\0");
  try {
    const differing = list("diff", "--name-only", "--no-renames", "-z", revision);
    const added = list("ls-files", "--others", "--exclude-standard", "-z");
    return [...differing, ...added].filter((path) => path !== "" && existsSync(join(root, path)));
  } catch {
    return undefined;
  }
}

/** All files take four times as long as one. */
function formatAndStyle(): Promise<void> {
  const files = since === undefined ? undefined : changedSince(since);
  const ofAll = files === undefined || files.includes("biome.json");
  // None of them may be one that it checks.
  const named = ofAll ? [] : ["--no-errors-on-unmatched", "--files-ignore-unknown=true", "--", ...files];
  if (!ofAll && files.length === 0) {
    tell({ name: "format and style", ok: true, output: "" });
    return Promise.resolve();
  }
  return tool("format and style", "biome", "check", "--error-on-warnings", ...named);
}

/** A process for some of our own rules. */
function ownRules(which: "sources" | "types"): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(join(root, "scripts/lint/ownRules.ts"), [which, ...process.argv.slice(2)], { cwd: root });
    child.on("message", (outcome) => tell(outcome as Outcome));
    child.on("close", (code) => {
      if (code !== 0) tell({ name: `rules of our own (${which})`, ok: false, output: `ended with code ${code}` });
      resolve();
    });
  });
}

async function main(): Promise<void> {
  const pages = join(root, "src/webview");
  const hasPages =
    existsSync(pages) && readdirSync(pages, { recursive: true }).some((name) => String(name).endsWith(".ts"));
  const production = ["--production", "-c", "scripts/lint/knip.production.json"];
  // What it found in a file it need not look for again until the file changes.
  const remembering = (which: string): string[] => [
    "--no-progress",
    "--cache",
    "--cache-location",
    `node_modules/.cache/chainside/knip-${which}`,
  ];
  await Promise.all([
    formatAndStyle(),
    tool("types", "tsc", "-p", "tsconfig.json"),
    ...(hasPages ? [tool("types of the web pages", "tsc", "-p", "src/webview/tsconfig.json")] : []),
    ownRules("sources"),
    ...(quick
      ? []
      : [
          ownRules("types"),
          tool("unused code and dependencies", "knip", ...remembering("all")),
          tool("code that only tests reach", "knip", ...remembering("production"), ...production),
        ]),
  ]);
  if (failed.length > 0) console.log(`\nFAILED: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

void main();
