import { execFile } from "node:child_process";
import { constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import nodePath, { dirname, join, resolve } from "node:path";
import { givenPath } from "../../../files/namedPath";
import { maxBytes, readRegularTextIfAny, readTextIn } from "../../../files/regularFile";
import { canRun, installedProgram } from "../../../processes/installedProgram";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import { mebibyte } from "../../../text/limits/sizes";
import { pathBelow } from "../../../text/pathBelow";
import { minuteMs } from "../../../time/units";

/** A program of others that looks at sources. */
export interface Analyzer {
  readonly name: string;
  readonly program: string;
  /** The package of a project that may have it, with its own version and rules. */
  readonly package?: string;
  /**
   * Its words for one file.
   * @param report where it may write its report; else it prints it
   */
  words(file: string, report: string): readonly string[];
}

export const analyzers: readonly Analyzer[] = [
  { name: "Slither", program: "slither", words: (file, report) => [file, "--json", report] },
  { name: "solhint", program: "solhint", package: "solhint", words: (file) => ["-f", "json", file] },
  { name: "Mythril", program: "myth", words: (file) => ["analyze", file, "-o", "json"] },
];

/** How an analyzer is started: without any shell. */
export interface Installed {
  readonly program: string;
  /** A script that this program's own Node.js runs. */
  readonly script?: string;
}

const maxMs = 10 * minuteMs;

const maxReport = 64 * mebibyte;

/** The script that a package names as its program; undefined where there is none, or it lies outside of the package. */
async function scriptOf(home: string, name: string): Promise<string | undefined> {
  const manifest = await readTextIn(home, "package.json", maxBytes.configuration);
  if (manifest === undefined) return undefined;
  try {
    const { bin } = (parseBoundedJson(manifest, jsonLimits.compiled) ?? {}) as { bin?: unknown };
    const named = typeof bin === "object" && bin !== null ? (bin as Record<string, unknown>)[name] : bin;
    if (typeof named !== "string") return undefined;
    const script = resolve(home, named);
    return pathBelow(home, script, nodePath) !== undefined && (await canRun(script, constants.R_OK))
      ? script
      : undefined;
  } catch {
    return undefined;
  }
}

/** Folders from a file's own up to the open one. */
function foldersUp(file: string, folder: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(file); pathBelow(folder, at, nodePath) !== undefined; at = dirname(at)) folders.push(at);
  return pathBelow(folder, file, nodePath) === undefined ? [] : [...folders, folder];
}

/** Where an analyzer is: the project's own package, or a program of the PATH. */
export async function foundAnalyzer(
  { program, package: name }: Analyzer,
  file: string,
  folder: string,
  path?: string,
  platform?: NodeJS.Platform,
): Promise<Installed | undefined> {
  for (const home of name === undefined ? [] : foldersUp(file, folder)) {
    const script = await scriptOf(join(home, "node_modules", name ?? ""), program);
    if (script !== undefined) return { program: process.execPath, script };
  }
  const there = await installedProgram(program, { path, ...(platform ? { platform } : {}) });
  return there === undefined ? undefined : { program: there };
}

/** What an analyzer reported of a file, as text; what it said where it reported nothing. */
export async function reportOf(
  analyzer: Analyzer,
  { program, script }: Installed,
  { file, folder, signal }: { readonly file: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<{ readonly report: string; readonly message: string }> {
  const home = await mkdtemp(join(tmpdir(), "chainside-report-"));
  const written = join(home, "report.json");
  const words = [...(script === undefined ? [] : [script]), ...analyzer.words(file, written)];
  const env = script === undefined ? process.env : { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
  try {
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((done, failed) => {
      execFile(
        program,
        words,
        { cwd: folder, env, signal, timeout: maxMs, maxBuffer: maxReport },
        (error, out, err) => {
          // An exit code says how much was found.
          if (error && (error.code === "ENOENT" || signal.aborted)) failed(error);
          else done({ stdout: out, stderr: err });
        },
      );
    });
    const onDisk = await readRegularTextIfAny(givenPath(written), maxReport);
    return { report: onDisk ?? stdout, message: stderr === "" ? stdout : stderr };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
