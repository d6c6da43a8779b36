import { checksumAddress } from "../../chain/transaction/contractAddress";
import { transactionStatus } from "../../chain/transaction/transactionStatus";
import { t } from "../../text/catalogue";
import { noted } from "../../text/joining";
import type { InterfaceNames } from "../chain/interfaceNames";
import { FailureTrace } from "../report/failureTrace";
import type { FailingInput, StackLine, TestFailure } from "../testProject";
import type { Attempt, ContractRun } from "./contractRun";
import type { KeptFailures } from "./keptFailures";

/** Times of today in milliseconds have 13 digits; in seconds they have 10. */
const firstMs = 1_000_000_000_000n;
/** How far from the chain's time a number is still taken for a time. */
const nearMs = 10n * 365n * 86_400_000n;

const isNear = (text: string, nowMs: bigint): boolean => {
  const distance = BigInt(text) - nowMs;
  return distance <= nearMs && distance >= -nearMs;
};

/**
 * What may be behind a failure on a chain that counts milliseconds: a range that ends before it begins, as `type(uint32).max` lies before
 * its time, or a value that is such a time.
 * @param words what is said of the failure
 * @param timestamp `block.timestamp` as the test found it
 * @returns an empty text where nothing speaks for it
 */
function timeHint(words: readonly string[], timestamp: bigint): string {
  if (timestamp < firstMs) return "";
  const isEmptyRange = words.some((each) => /\bmax is less than min\b/i.test(each));
  const isTime = words.some((each) => (each.match(/\b\d{13}\b/g) ?? []).some((number) => isNear(number, timestamp)));
  if (!isEmptyRange && !isTime) return "";
  return t(
    "block.timestamp counts milliseconds here ({0}). If the code counts seconds, run it with --feature feature_evm_timestamp, or write /// @custom:chain feature=feature_evm_timestamp above the test contract.",
    String(timestamp),
  );
}

/** What a run needs beside the contract. */
export interface RunTools {
  readonly names: InterfaceNames;
  readonly seed: string;
  /** Only whether a test fails counts: nothing is made simpler or run again for its trace. */
  readonly verdictOnly?: boolean;
  /** What tests failed with before, and where that is kept; undefined: nowhere. */
  readonly kept?: KeptFailures | undefined;
  /** Told of the runs of a long test. */
  progress?(done: number, of: number): void;
}

/** Why an attempt failed, in one line. @param missing an address without a contract, where that is why */
function messageOf({ result, state, problem }: Attempt, names: InterfaceNames, missing: string | undefined): string {
  if (problem !== undefined) return state.unmet ?? problem;
  const words = names.revert(result.output, state.labels);
  if (words !== "") return words;
  if (missing !== undefined) return t("Call to an address without a contract: {0}", missing);
  return result.status === transactionStatus.revertInstruction
    ? "EvmError: Revert"
    : t("The transaction ended with status {0}.", result.status);
}

/** Runs a failed execution once more to see where it fails, and tells of it. */
export async function failureOf(
  run: ContractRun,
  tools: RunTools,
  failed: Attempt,
  again: () => Promise<unknown>,
  values?: { readonly texts: readonly string[]; readonly input: FailingInput },
): Promise<TestFailure> {
  if (tools.verdictOnly) return { message: messageOf(failed, tools.names, undefined), stack: [], trace: [] };
  const trace = new FailureTrace(run.context, tools.names);
  await trace.watch(run.context.evm(run.firstBlock), again);
  const { missing } = trace;
  const { comparison } = failed.state;
  const place = placeOf(run, trace.stack);
  const isShown = failed.problem === undefined || failed.problem === comparison?.message;
  const message = messageOf(failed, tools.names, missing && addressText(run, missing));
  const words = [message, comparison?.actual ?? "", comparison?.expected ?? ""];
  const hint = timeHint(words, run.context.environment().timestamp);
  return {
    message: hint === "" ? message : `${message}\n${hint}`,
    ...(isShown && comparison?.actual !== undefined && comparison.expected !== undefined
      ? { actual: comparison.actual, expected: comparison.expected }
      : {}),
    ...(place ? { place: { file: place.file, line: place.line, column: place.column } } : {}),
    stack: trace.stack,
    ...(values ? { counterexample: values.texts, input: values.input } : {}),
    trace: trace.lines,
  };
}

const addressText = ({ context, base }: ContractRun, address: string): string => {
  const checksummed = checksumAddress(context.suite, `0x${address}`);
  return noted(checksummed, base.labels.get(address) ?? "");
};

/** The place to show: in the test's own file, else the innermost that is the project's own. */
function placeOf(run: ContractRun, stack: readonly StackLine[]): StackLine | undefined {
  const own = run.project.modules[run.test.module]?.sources.find(({ name }) => name === run.test.sourceName)?.path;
  return stack.find(({ file }) => file === own) ?? stack.find(({ foreign }) => !foreign);
}
