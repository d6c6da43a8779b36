// Packages of PyPI that tests ask other engines with, installed beside what is built and kept there.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { findProgram } from "../../../scripts/test/findProgram";
import { fromNetwork } from "../../../scripts/test/fromNetwork";

/** A file's name may be as long as 255 bytes; more is added while it is unfinished. */
const maxName = 200;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const kept = resolve(import.meta.dirname, "../../../out/test/python");

/** Whether this machine has Python with its installer. */
export const hasPython = (): boolean =>
  findProgram(["python3"]) !== undefined &&
  spawnSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0;

/** The folder of a package, installed where it isn't there. @param versions the package itself and what it needs, each with its version */
export async function pythonPackages(...versions: readonly string[]): Promise<string> {
  const whole = versions.join("+");
  const folder = join(kept, whole.length <= maxName ? whole : `${versions[0]}+${sha256(whole)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(kept, { recursive: true });
  const args = ["-m", "pip", "install", "-q", "--no-deps", "--only-binary=:all:", "--target", unfinished, ...versions];
  const install = (): boolean => spawnSync("python3", args, { stdio: ["ignore", 2, 2] }).status === 0;
  if (!(await fromNetwork("pip", install))) throw new Error("pip failed");
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  return folder;
}

/** Asks DuckDB, by a program of its own. Gives rows as JSON has them. */
export async function askDuckDb(sql: string): Promise<unknown[][]> {
  // a question that takes two seconds would have its progress drawn among the rows
  const program = [
    "import duckdb, json, sys",
    "duckdb.sql('SET enable_progress_bar = false')",
    "print(json.dumps(duckdb.sql(sys.argv[1]).fetchall(), default=str))",
  ].join("\n");
  const env = { ...process.env, PYTHONPATH: await pythonPackages("duckdb==2.0.1") };
  return JSON.parse(execFileSync("python3", ["-c", program, sql], { env, encoding: "utf8" })) as unknown[][];
}
