import { execFile } from "node:child_process";
import { access, constants, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { minuteMs } from "../../../time/units";

/** A program of others that looks at sources. */
export interface Analyzer {
  readonly name: string;
  readonly program: string;
  /** Whether a package of the project may have it: its own version and rules then. */
  readonly isPackage?: true;
  /**
   * Its words for one file.
   * @param report where it may write its report; else it prints it
   */
  words(file: string, report: string): readonly string[];
}

export const analyzers: readonly Analyzer[] = [
  { name: "Slither", program: "slither", words: (file, report) => [file, "--json", report] },
  { name: "solhint", program: "solhint", isPackage: true, words: (file) => ["-f", "json", file] },
  { name: "Mythril", program: "myth", words: (file) => ["analyze", file, "-o", "json"] },
  {
    name: "Wake",
    program: "wake",
    words: (file, report) => ["detect", "--export", "sarif", "--export-path", report, "all", file],
  },
];

const longestMs = 10 * minuteMs;
const mostBytes = 64 * 1024 * 1024;

const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];

async function firstThere(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** Where an analyzer is: the project's own package, from the file's folder up to the open one, or a program that the shell finds. */
export async function foundAnalyzer(analyzer: Analyzer, file: string, folder: string): Promise<string | undefined> {
  const homes: string[] = [];
  for (let at = dirname(file); analyzer.isPackage && at.startsWith(folder); at = dirname(at)) {
    homes.push(join(at, "node_modules", ".bin"));
    if (at === folder) break;
  }
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((each) => each !== "");
  return firstThere(
    [...homes, ...path].flatMap((home) => endings.map((ending) => join(home, analyzer.program + ending))),
  );
}

/** What an analyzer reported of a file, as text; what it said where it reported nothing. */
export async function reportOf(
  analyzer: Analyzer,
  { program, file, folder, signal }: { program: string; file: string; folder: string; signal: AbortSignal },
): Promise<{ readonly report: string; readonly said: string }> {
  const home = await mkdtemp(join(tmpdir(), "chainside-report-"));
  const written = join(home, "report.json");
  try {
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((done, failed) => {
      execFile(
        program,
        [...analyzer.words(file, written)],
        // A script of Windows runs by its shell alone.
        { cwd: folder, signal, timeout: longestMs, maxBuffer: mostBytes, shell: program.endsWith(".cmd") },
        (error, out, err) => {
          // An exit code says how much was found.
          if (error && (error.code === "ENOENT" || signal.aborted)) failed(error);
          else done({ stdout: out, stderr: err });
        },
      );
    });
    const onDisk = await readFile(written, "utf8").catch(() => undefined);
    return { report: onDisk ?? stdout, said: stderr === "" ? stdout : stderr };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
