import nodePath from "node:path";
import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import { compileTests } from "../../contractTests/discover/compileTests";
import { recordTest } from "../../contractTests/record/recordTest";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import { rootOf } from "../../solidity/project/projectRoot";
import { t } from "../../text/catalogue";
import { shortListed } from "../../text/joining";
import { type Debuggee, debuggeeOf } from "./debuggee";
import { ContractFinder } from "./findContract";
import { CannotDebug, type LaunchedProject, launchedPath } from "./launchedPath";
import type { TestLaunch } from "./launchRequest";

const maxNamed = 3;

/** What is to be said of files that aren't compiled as debugging wants it: an optimizer moves steps and values. */
export function asProjectNote(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const names = files.map((path) => nodePath.basename(path));
  return [
    t(
      "Compiled with the project's own settings, as the settings for debugging leave no room on the stack: {0}. Steps and values can be less exact there.",
      shortListed(names, maxNamed),
    ),
  ];
}

/** A recorded test, ready to be looked at. */
interface StartedTest {
  readonly debuggee: Debuggee;
  readonly finder: ContractFinder;
  readonly notes: readonly string[];
  ask(call: Readonly<Record<string, unknown>>): Promise<ExecutionRecording>;
}

/**
 * Compiles a test without optimizer, runs it on a chain of its own with cheat codes as ever, and records all of it: constructor, `setUp`,
 * test.
 * @throws CannotDebug where there is no such test or it does not compile, and what compiling throws.
 */
export async function startTest(
  compiler: SolidityCompiler,
  project: LaunchedProject,
  { file, contract: name, function: wanted, suite = "standard", input }: TestLaunch,
): Promise<StartedTest> {
  const { folder, isNamed, trusted, compiler: chosen } = project;
  const path = launchedPath(file, folder);
  const tests = await compileTests(compiler, {
    root: rootOf(path, isNamed ? folder : undefined),
    files: [path],
    suite,
    chain: {},
    trusted,
    ...(isNamed ? { workspace: folder } : {}),
    mayFetch: true,
    coverage: true,
    ...(chosen === undefined ? {} : { compiler: chosen }),
  });
  if (tests.failed.includes(path)) {
    const error = tests.diagnostics.find(({ severity }) => severity === "error");
    throw new CannotDebug(error?.formattedMessage.trim() ?? t("{0} doesn't compile.", file));
  }
  const contract = tests.contracts.find((each) => each.name === name);
  const test = contract?.tests.find(({ name: own, signature }) => signature === wanted || own === wanted);
  if (!contract || !test) throw new CannotDebug(t("The test {0} doesn't exist.", `${name}.${wanted}`));
  const finder = new ContractFinder(await tests.compiled());
  const { recording, triedValues, ask } = await recordTest(tests, contract, test, input);
  const notes = [
    ...asProjectNote(tests.fellBack),
    ...(triedValues ? [t("The test passes with all tested values. It's debugged with the first ones.")] : []),
  ];
  return {
    debuggee: debuggeeOf(recording, finder),
    finder,
    notes,
    ask: ({ from, to, data, storage, code, balances }) =>
      ask({
        from: String(from),
        to: String(to),
        data: String(data),
        storage: (storage ?? {}) as Record<string, Record<string, string>>,
        code: (code ?? {}) as Record<string, string>,
        balances: (balances ?? {}) as Record<string, string>,
      }),
  };
}
