import type { ExecutionRecording, RecordingChanges } from "../../chain/dev/executionRecording";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { type ChainRules, timeSeen } from "../execution/chainRules";
import type { ExecutionResult } from "../execution/executionResult";
import type { BlockFacts, ExecutableTransaction, TransactionExecutor } from "../execution/transactionExecutor";
import { noAddress } from "../precompiled/host/addresses";
import { accountsOf, applyChanges, recordExecution } from "./recordExecution";

/** A transaction or call in its place: the state is that before it. */
interface PlacedRun {
  readonly asked: ExecutableTransaction;
  readonly rules: ChainRules;
  readonly facts: BlockFacts;
  readonly changes: RecordingChanges;
  readonly run: (transaction: ExecutableTransaction) => Promise<ExecutionResult>;
}

/** Runs it with everything noted. What it changed is taken back; what `changes` put in place of the state stays. */
export async function recordRun(
  executor: TransactionExecutor,
  { asked, rules, facts, changes, run }: PlacedRun,
): Promise<ExecutionRecording> {
  const { store, suite } = executor;
  applyChanges(store, suite, changes);
  const transaction = changes.input === undefined ? asked : { ...asked, input: hexToBytes(changes.input) };
  const checkpoint = store.checkpoint();
  const { result, steps } = await recordExecution(executor.evm(rules.revision), () => run(transaction));
  executor.forgetBlock();
  store.revert(checkpoint);
  const { sender, to, input, value } = transaction;
  return {
    format: 1,
    suite: suite.name,
    status: result.status,
    output: bytesToHex(result.output),
    gasUsed: String(result.gasUsed),
    contractAddress: result.contractAddress && `0x${result.contractAddress}`,
    transaction: {
      from: `0x${sender || noAddress}`,
      to: to === "" || to.startsWith("0x") ? to : `0x${to}`,
      input: bytesToHex(input),
      value: String(value),
      gasPrice: rules.gasPrice,
      gasLimit: String(rules.gasLimit),
    },
    block: { number: facts.number, timestamp: String(timeSeen(rules, facts.timestampMs)) },
    executorVersion: rules.executorVersion,
    revision: rules.revision,
    ...steps,
    ...accountsOf(store, steps.frames),
  };
}
