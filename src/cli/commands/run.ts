import { existsSync } from "node:fs";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { stringifyExactJson } from "../../chain/json/exactJson";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { isThere } from "../../files/look";
import { givenPath, type NamedPath } from "../../files/namedPath";
import { maxBytes, readRegularText } from "../../files/regularFile";
import { type AbiOf, checkContracts } from "../../scenarios/language/contracts";
import { readScenario } from "../../scenarios/language/readScenario";
import type { Scenario } from "../../scenarios/language/scenario";
import { fitsChain, narrowed, variantText } from "../../scenarios/language/variants";
import { heavySteps } from "../../scenarios/run/performStep";
import type { RunContext } from "../../scenarios/run/runContext";
import { runScenario } from "../../scenarios/run/runScenario";
import { t, text } from "../../text/catalogue";
import { separated } from "../../text/joining";
import { sourceTarget } from "../../text/sourceNames";
import { type Complaint, YamlError } from "../../yaml/complaint";
import { loadArtifact } from "../contract/artifactFile";
import { commandOf } from "../options/commandLine";
import { namedFiles } from "../options/filePatterns";
import { originsOf } from "../options/foreignHosts";
import { stoppable } from "../options/stoppable";
import { writeOutput } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import { errorLines, thrownLines } from "../output/showError";
import { terminalQuestion } from "../output/terminalQuestion";
import {
  complaintLine,
  hasPassed,
  resultsJson,
  runSummary,
  type ScenarioResult,
  scenarioJunit,
  scenarioReport,
  tellComplaints,
} from "../scenarios/report";
import { type Compiled, onChain, onEmbeddedChain } from "../scenarios/runContexts";
import { type RunCommandOptions, runLine } from "../scenarios/runOptions";

async function readText(path: NamedPath): Promise<string | undefined> {
  try {
    return await readRegularText(path, maxBytes.scenario);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Every scenario, or everything that is wrong with any of them. */
async function readAll({
  files,
  variables,
}: RunCommandOptions): Promise<{ scenarios: Scenario[]; complaints: Complaint[] }> {
  const scenarios: Scenario[] = [];
  const complaints: Complaint[] = [];
  for (const file of files) {
    try {
      scenarios.push(await readScenario(file, readText, [...variables.keys()]));
    } catch (thrown) {
      if (!(thrown instanceof YamlError)) throw thrown;
      complaints.push(...thrown.complaints);
    }
  }
  return { scenarios, complaints };
}

/** Why a chain is not what the scenario is for. */
function misfit({ variants }: Scenario, { session }: RunContext): ScenarioResult["skipped"] {
  if (fitsChain(variants, session)) return undefined;
  return text("This scenario applies to other chains: {0}", separated(variants.map(variantText)));
}

interface Runs {
  readonly options: RunCommandOptions;
  readonly compiled: Compiled;
  readonly signal: AbortSignal;
}

async function begin(
  scenario: Scenario,
  { options, signal }: Runs,
  context: RunContext,
): Promise<Pick<ScenarioResult, "steps" | "skipped">> {
  const skipped = options.connection ? misfit(scenario, context) : undefined;
  if (skipped) return { steps: [], skipped };
  const heavy = options.connection && options.confirm.length === 0 && !terminalQuestion() ? heavySteps(scenario) : [];
  const message = text(
    "The agreement to the run doesn't cover this step, and no one can be asked. Specify --confirm NAME: the name of what it is done to.",
  );
  if (heavy.length > 0) throw new YamlError(heavy.map(({ place }) => ({ place, message })));
  return { steps: await runScenario(scenario, context, { variables: options.variables, signal }) };
}

/** A scenario on every chain that it is for. */
async function runAll(scenario: Scenario, runs: Runs, tell: (result: ScenarioResult) => Promise<void>): Promise<void> {
  const { options, compiled } = runs;
  const { connection, asked } = options;
  const { file, title } = scenario;
  const report = async (chain: string, work: () => ReturnType<typeof begin>): Promise<void> => {
    if (runs.signal.aborted)
      return tell({ file, title, chain, steps: [], skipped: text("Not run: the run was stopped.") });
    try {
      await tell({ file, title, chain, ...(await work()) });
    } catch (thrown) {
      const broken =
        thrown instanceof YamlError
          ? thrown.complaints.map((each) => complaintLine(each, process.cwd()))
          : await thrownLines(thrown);
      await tell({ file, title, chain, steps: [], broken });
    }
  };
  if (connection) {
    await report(originsOf(connection.urls), () =>
      onChain(connection, options, compiled, (context) => begin(scenario, runs, context)),
    );
    return;
  }
  for (const variant of narrowed(scenario.variants, asked)) {
    await report(variantText(variant), () =>
      onEmbeddedChain(variant, options, compiled, (context) => begin(scenario, runs, context)),
    );
  }
}

/** ABIs of contracts by their files; what doesn't compile, or isn't there, is told where it is named. */
function abisOfFiles(): AbiOf {
  const known = new Map<string, ReturnType<AbiOf>>();
  const find: AbiOf = async (path) => {
    const source = sourceTarget(path);
    if (!isThere(givenPath(source?.file ?? path))) return text('No file "{0}" found.', source?.file ?? path);
    try {
      if (!source) return artifactInterface(await loadArtifact(path), cryptoSuite("standard"));
      const { compileSources, contractIn } = await import("../solidity/compileSources");
      const { artifactOf } = await import("../contract/compiledArtifact");
      const { contract, project } = contractIn(await compileSources([source.file], { suite: "standard" }), source.name);
      return artifactInterface(artifactOf(contract, project), cryptoSuite("standard"));
    } catch (error) {
      if (error instanceof ChainError) return { text: (await errorLines(error))[0] ?? error.message, args: [] };
      throw error;
    }
  };
  return (path) => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
}

/** What scenarios say of their contracts that the contracts' ABIs don't. */
async function checkScenarios(scenarios: readonly Scenario[]): Promise<Complaint[]> {
  const abiOf = abisOfFiles();
  const found: Complaint[] = [];
  for (const scenario of scenarios) found.push(...(await checkContracts(scenario, abiOf)));
  return found;
}

async function runScenarios(given: RunCommandOptions): Promise<number> {
  const options = { ...given, files: await namedFiles(given.files) };
  const missing = options.files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    complain(`chainside run: ${t('No file "{0}" found.', missing)}`);
    return 2;
  }
  const folder = process.cwd();
  const { scenarios, complaints } = await readAll(options);
  if (options.check) complaints.push(...(await checkScenarios(scenarios)));
  // to a program, that nothing is wrong is an answer, too
  if (complaints.length > 0 || (options.check && options.json)) tellComplaints(complaints, options.json);
  if (complaints.length > 0) return 1;
  if (options.check) return 0;
  const results: ScenarioResult[] = [];
  const tell = options.json ? complain : print;
  const wasStopped = await stoppable(async (signal) => {
    const runs: Runs = { options, compiled: new Map(), signal };
    for (const scenario of scenarios) {
      await runAll(scenario, runs, async (result) => {
        results.push(result);
        tell(await scenarioReport(result, folder));
      });
    }
    return signal.aborted;
  });
  if (options.junit !== undefined) await writeOutput(options.junit, await scenarioJunit(results, folder));
  if (options.json) printJson(stringifyExactJson(resultsJson(results)));
  tell(runSummary(results));
  const ran = results.filter(({ skipped }) => !skipped);
  return !wasStopped && ran.length > 0 && ran.every(hasPassed) ? 0 : 1;
}

/** `chainside run`: scenarios on embedded chains or a real one. */
export const runRun = commandOf(runLine, runScenarios);
