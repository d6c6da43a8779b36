import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { type CheckOptions, checkProject } from "./checkProject";

/** A small fault, the first place in a source replaced. `survives`: why no test can find it, or none looks for it. */
interface Mutant {
  readonly file: string;
  readonly replace: string;
  readonly with: string;
  readonly survives?: string;
}

/**
 * Puts the faults of a folder's `mutants.json` into a copy of it, one by one, and runs its tests. Gives the mutants that ended otherwise
 * than listed.
 */
export async function checkMutants(folder: string, compiler: SolidityCompiler, options: CheckOptions) {
  const mutants = JSON.parse(readFileSync(join(folder, "mutants.json"), "utf8")) as readonly Mutant[];
  const problems: string[] = [];
  for (const mutant of mutants) {
    const copy = mkdtempSync(join(tmpdir(), "chainside-mutant-"));
    try {
      cpSync(folder, copy, { recursive: true });
      const path = join(copy, mutant.file);
      const source = readFileSync(path, "utf8");
      if (!source.includes(mutant.replace)) throw new Error(`${mutant.file} has no "${mutant.replace}"`);
      writeFileSync(
        path,
        source.replace(mutant.replace, () => mutant.with),
      );
      const check = await checkProject(copy, compiler, options);
      const name = `${mutant.file}: ${mutant.replace} → ${mutant.with}`;
      if (check.results.length === 0) problems.push(`${name}: does not compile: ${check.problems[1]?.slice(0, 200)}`);
      else if ((check.problems.length === 0) !== (mutant.survives !== undefined)) {
        problems.push(`${name}: ${check.problems.length === 0 ? "not found" : "found, though listed as surviving"}`);
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }
  return { count: mutants.length, problems };
}
