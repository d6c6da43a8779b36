import { performance } from "node:perf_hooks";
import type { AbiParameter } from "../../chain/abi/abiType";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { t } from "../../text/catalogue";
import { type AbiValue, decodeValues, encodeValues } from "../cheats/abiCode";
import { valueText } from "../cheats/valueText";
import { median } from "../report/gasSnapshot";
import type { TestFailure, TestFunction, TestResult } from "../testProject";
import type { Attempt, ContractRun } from "./contractRun";
import { failureOf, type RunTools } from "./failure";
import { FunctionGasMeter } from "./functionGas";
import { fixtureFor, oneSimpler, randomArguments } from "./fuzzInput";
import { runInvariant } from "./invariantRun";
import { Random } from "./random";

/** Most executions that go into making a counterexample simpler. */
const maxShrinks = 1500;

/** So many events of a test are told. */
const maxEvents = 100;

/** The events of an execution as one text each. */
const eventsOf = ({ result }: Attempt): string[] =>
  result.logs
    .slice(0, maxEvents)
    .map(({ address, topics, data }) => [`0x${address}`, ...topics.map(bytesToHex), bytesToHex(data)].join(" "));

const asExpected = (test: TestFunction, attempt: Attempt): boolean => attempt.passed !== test.mustFail;

/** A failure that is none of a place: a test that had to fail and did not. */
const didNotFail = (): TestFailure => ({
  message: t("The test was expected to fail, as its name says, but it passed."),
  stack: [],
  trace: [],
});

function resultOf(
  run: ContractRun,
  test: TestFunction,
  parts: Partial<TestResult> & Pick<TestResult, "status">,
): TestResult {
  return {
    contract: run.test.id,
    test: test.signature,
    kind: test.kind,
    gas: 0,
    meanGas: 0,
    runs: 1,
    durationMs: 0,
    lines: [],
    ...parts,
  };
}

/** A test that is to be run no time at all shows nothing: it doesn't pass. */
function whyNothingRuns({ kind, table, fuzz, invariant }: TestFunction): string | undefined {
  const none = (setting: string): string => t("{0} is 0: nothing was run", setting);
  if (kind === "fuzz" && !table && fuzz.runs === 0) return none("fuzz.runs");
  return kind === "invariant" && invariant.runs === 0 ? none("invariant.runs") : undefined;
}

/** Runs a test without parameters. */
async function runUnit(run: ContractRun, test: TestFunction, tools: RunTools): Promise<TestResult> {
  const attempt = await run.attempt(test.signature, []);
  const gas = Number(attempt.result.gasUsed);
  const { skipped } = attempt;
  const { lines } = attempt.state;
  const events = eventsOf(attempt);
  const common = { gas, meanGas: gas, lines, ...(events.length > 0 ? { events } : {}) };
  if (skipped !== undefined) return resultOf(run, test, { status: "skipped", skipReason: skipped, lines });
  if (asExpected(test, attempt)) return resultOf(run, test, { status: "passed", ...common });
  const failure = test.mustFail
    ? didNotFail()
    : await failureOf(run, tools, attempt, () => run.attempt(test.signature, []));
  return resultOf(run, test, { status: "failed", ...common, failure });
}

/** Makes arguments simpler as long as the test fails with them. */
async function shrink(
  run: ContractRun,
  test: TestFunction,
  parameters: readonly AbiParameter[],
  found: { args: AbiValue[]; attempt: Attempt },
): Promise<{ args: AbiValue[]; attempt: Attempt }> {
  let best = found;
  let left = maxShrinks;
  for (let better = true; better && left > 0; ) {
    better = false;
    const items = parameters.map(({ shape }, index) => ({ shape, value: best.args[index] ?? 0n }));
    for (const args of oneSimpler(items)) {
      if (left-- <= 0) break;
      const attempt = await run.attempt(test.signature, args);
      if (attempt.rejected || asExpected(test, attempt)) continue;
      best = { args, attempt };
      better = true;
      break;
    }
  }
  return best;
}

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : Math.round(numbers.reduce((sum, each) => sum + each, 0) / numbers.length);

const keptOf = ({ test, project }: ContractRun) => ({ id: test.id, root: project.root });

/** The values that a test failed with before; undefined where there are none for its parameters. */
async function keptArguments(
  run: ContractRun,
  test: TestFunction,
  { kept }: RunTools,
  parameters: readonly AbiParameter[],
): Promise<AbiValue[] | undefined> {
  const { data } = (await kept?.read(run.test.id, test.signature)) ?? {};
  if (data === undefined) return undefined;
  const bytes = hexToBytes(data);
  if (Buffer.compare(bytes.subarray(0, 4), run.selector(test.signature)) !== 0) return undefined;
  try {
    return decodeValues(parameters, bytes.subarray(4));
  } catch {
    return undefined;
  }
}

/** Runs a test with many values for its parameters. */
async function runFuzz(run: ContractRun, test: TestFunction, tools: RunTools): Promise<TestResult> {
  const parameters = run.inputs(test.signature);
  if (test.table) return runTable(run, test, tools, parameters);
  const fixtures = await run.fixtures;
  const random = new Random(`${tools.seed}\n${run.test.id}\n${test.signature}`);
  const gas: number[] = [];
  const kept = await keptArguments(run, test, tools, parameters);
  const again = kept && (await run.attempt(test.signature, kept));
  if (kept && again && !again.rejected && again.skipped === undefined && !asExpected(test, again))
    return fuzzFailure(run, test, tools, parameters, { args: kept, attempt: again }, gas);
  let rejects = 0;
  for (let count = 0; count < test.fuzz.runs; count++) {
    const args = randomArguments(parameters, random, run.dictionary, run.enums, fixtures);
    const attempt = await run.attempt(test.signature, args);
    const { skipped, rejected } = attempt;
    if (skipped !== undefined) return resultOf(run, test, { status: "skipped", skipReason: skipped });
    if (rejected) {
      count--;
      if (++rejects <= test.fuzz.maxRejects) continue;
      const failure = { message: t("vm.assume rejected too many inputs ({0})", rejects), stack: [], trace: [] };
      return resultOf(run, test, { status: "failed", runs: gas.length, failure });
    }
    if (!asExpected(test, attempt)) {
      const found = { args, attempt };
      const simplest = tools.verdictOnly ? found : await shrink(run, test, parameters, found);
      return fuzzFailure(run, test, tools, parameters, simplest, gas);
    }
    gas.push(Number(attempt.result.gasUsed));
    if (count % 64 === 63) tools.progress?.(count + 1, test.fuzz.runs);
  }
  return resultOf(run, test, { status: "passed", runs: gas.length, gas: median(gas), meanGas: mean(gas) });
}

/** Why a test can't be run row by row; a row at least has to be there, else it would show nothing. */
function whyNoRows(
  parameters: readonly AbiParameter[],
  columns: readonly (readonly AbiValue[] | undefined)[],
): string | undefined {
  const named = (wanted: (column: readonly AbiValue[] | undefined) => boolean): AbiParameter | undefined =>
    parameters[columns.findIndex(wanted)];
  const missing = named((column) => column === undefined);
  if (missing) {
    return t(
      'No fixture for the parameter "{0}": define a function or public list fixture{0} with its values.',
      missing.name,
    );
  }
  const empty = named((column) => column?.length === 0);
  if (empty) return t('The fixture of the parameter "{0}" has no values: nothing was run.', empty.name);
  const [first] = columns;
  const isUneven = columns.some((column) => column?.length !== first?.length);
  return isUneven ? t("The fixtures of the parameters are of different lengths.") : undefined;
}

/** Runs a test with every row of its fixtures. */
async function runTable(
  run: ContractRun,
  test: TestFunction,
  tools: RunTools,
  parameters: readonly AbiParameter[],
): Promise<TestResult> {
  const fixtures = await run.fixtures;
  const columns = parameters.map((parameter) => fixtureFor(fixtures, parameter));
  const rows = columns[0]?.length ?? 0;
  const message = whyNoRows(parameters, columns);
  if (message !== undefined) {
    return resultOf(run, test, { status: "failed", runs: 0, failure: { message, stack: [], trace: [] } });
  }
  const gas: number[] = [];
  const lines: string[] = [];
  const events: string[] = [];
  for (let row = 0; row < rows; row++) {
    const args = columns.map((column) => column?.[row] ?? 0n);
    const attempt = await run.attempt(test.signature, args);
    const { skipped } = attempt;
    if (skipped !== undefined) return resultOf(run, test, { status: "skipped", skipReason: skipped });
    if (!asExpected(test, attempt)) return fuzzFailure(run, test, tools, parameters, { args, attempt }, gas);
    gas.push(Number(attempt.result.gasUsed));
    lines.push(...attempt.state.lines);
    events.push(...eventsOf(attempt).slice(0, maxEvents - events.length));
  }
  const output = events.length > 0 ? { lines, events } : { lines };
  return resultOf(run, test, { status: "passed", runs: rows, gas: median(gas), meanGas: mean(gas), ...output });
}

async function fuzzFailure(
  run: ContractRun,
  test: TestFunction,
  tools: RunTools,
  parameters: readonly AbiParameter[],
  { args, attempt }: { args: AbiValue[]; attempt: Attempt },
  gas: readonly number[],
): Promise<TestResult> {
  const texts = parameters.map(({ name, shape, type }, index) => {
    const text = valueText(shape, args[index] ?? 0n, run.context.suite);
    return `${name || type} = ${text}`;
  });
  const data = bytesToHex(joinBytes([run.selector(test.signature), encodeValues(parameters, args)]));
  const failure = test.mustFail
    ? { ...didNotFail(), counterexample: texts, input: { data } }
    : await failureOf(run, tools, attempt, () => run.attempt(test.signature, args), { texts, input: { data } });
  return resultOf(run, test, {
    status: "failed",
    runs: gas.length + 1,
    gas: median(gas),
    meanGas: mean(gas),
    lines: [...attempt.state.lines, ...((await tools.kept?.keep(keptOf(run), test.signature, { data })) ?? [])],
    failure,
  });
}

/** Runs one test function on the state that `setUp` left. */
export async function runTest(run: ContractRun, test: TestFunction, tools: RunTools): Promise<TestResult> {
  const nothing = whyNothingRuns(test);
  if (nothing !== undefined) return resultOf(run, test, { status: "skipped", runs: 0, skipReason: nothing });
  const began = performance.now();
  run.base.internalReverts = test.internalReverts;
  run.context.seed = `${tools.seed}\n${run.test.id}\n${test.signature}`;
  const runKind = { unit: runUnit, fuzz: runFuzz, invariant: runInvariant }[test.kind];
  const meter = new FunctionGasMeter(run.context.artifacts);
  const evm = run.context.evm(run.firstBlock);
  if (test.kind !== "invariant") evm.ended = (message, end) => meter.take(message, end);
  const result = await runKind(run, test, tools);
  evm.ended = undefined;
  const functionGas = meter.all();
  return {
    ...result,
    ...(functionGas.length > 0 ? { functionGas } : {}),
    durationMs: Math.round(performance.now() - began),
  };
}
