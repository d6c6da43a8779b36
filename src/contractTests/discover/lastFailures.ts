import { createHash } from "node:crypto";
import { join } from "node:path";
import { givenPath } from "../../files/namedPath";
import { maxBytes, readRegularText } from "../../files/regularFile";
import { stateFolder } from "../../files/userFolders";
import { writeWholeFile } from "../../files/wholeFile";
import type { TestResult } from "../testProject";

// Which tests failed in the last run of a project, kept beside what programs of ours did, not in the project.

/** A test by its contract (`test/Token.t.sol:TokenTest`) and its signature. */
export interface NamedTest {
  readonly contract: string;
  readonly test: string;
}

/** A run that failed everywhere is run again whole: so many are kept. */
const maxKept = 10_000;

function fileOf(root: string, environment: NodeJS.ProcessEnv): string {
  const name = createHash("sha256").update(root).digest("hex");
  return join(stateFolder(environment), "tests", `${name}.json`);
}

const isNamed = (value: unknown): value is NamedTest => {
  const { contract, test } = (value ?? {}) as Partial<NamedTest>;
  return typeof contract === "string" && typeof test === "string";
};

/** The tests of a project that failed when they ran last; none where it never ran, or what was kept can't be read. */
export async function lastFailures(
  root: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<readonly NamedTest[]> {
  try {
    const text = await readRegularText(givenPath(fileOf(root, environment)), maxBytes.artifact);
    const { failures } = JSON.parse(text) as { readonly failures?: unknown };
    return Array.isArray(failures) ? failures.filter(isNamed) : [];
  } catch {
    return [];
  }
}

const keyOf = ({ contract, test }: NamedTest): string => `${contract} ${test}`;

/**
 * Keeps which tests failed. What failed before and didn't run now still counts as failed.
 * @param whole all tests of the project ran: what it had before says nothing any more
 * @throws Error of the file system
 */
export async function keepFailures(
  root: string,
  results: readonly TestResult[],
  whole: boolean,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const ran = new Set(results.map(keyOf));
  const known = await lastFailures(root, environment);
  const before = whole ? [] : known;
  const failed = results.filter(({ status }) => status === "failed").map(({ contract, test }) => ({ contract, test }));
  const failures = [...failed, ...before.filter((each) => !ran.has(keyOf(each)))].slice(0, maxKept);
  if (failures.length === 0 && known.length === 0) return;
  await writeWholeFile(fileOf(root, environment), `${JSON.stringify({ version: 1, failures }, null, 1)}\n`, 0o600);
}
