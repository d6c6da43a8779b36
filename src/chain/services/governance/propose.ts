import { type Address, type Hex, isAddress } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { executionError, isReturnCode, precompiledError } from "../../../errors/nodeError";
import { precompiledInterface } from "../../abi/precompiledContracts";
import { decodeRevert, revertText } from "../../abi/revert";
import { questionsFor, type RequestOptions } from "../../client/client";
import type { TransactionReceipt } from "../../rpc/receiptSchema";
import type { ChainSession } from "../../session";
import { type WriteOptions, writePrecompiled } from "../../transaction/precompiledCall";
import { withTransactionHash } from "../../transaction/transact";
import { transactionStatus } from "../../transaction/transactionStatus";
import {
  checkedNodeId,
  type NodeCheckOptions,
  requireNodeId,
  requireWeight,
  whyLastSealer,
  whyNotObserver,
  whyNotSealer,
} from "../consensus/nodeChecks";
import { checkSystemConfig } from "../systemConfig/checkSystemConfig";
import { getProposal, type Proposal } from "./proposal";

/** Blocks until a proposal expires, as the official tools have it: a week of one-second blocks. */
export const usualInterval = 604_800;

/** What the committee is asked to do. */
export type ProposalRequest =
  /** Weight 0 removes the governor, a new account becomes one. */
  | { readonly kind: "setGovernorWeight"; readonly account: string; readonly weight: number }
  /** Percent, 0 to 100. */
  | { readonly kind: "setRate"; readonly participatesRate: number; readonly winRate: number }
  | { readonly kind: "upgradeVoteComputer"; readonly address: string }
  | { readonly kind: "setDeployAuthType"; readonly type: DeployAuthType }
  | { readonly kind: "modifyDeployAuth"; readonly account: string; readonly open: boolean }
  | { readonly kind: "resetAdmin"; readonly contract: string; readonly admin: string }
  /** `override`: propose it although it locks people out of the chain. */
  | { readonly kind: "setSystemConfig"; readonly key: string; readonly value: string; readonly override?: boolean }
  | { readonly kind: "addSealer"; readonly nodeId: string; readonly weight: number; readonly skipChecks?: boolean }
  | { readonly kind: "addObserver"; readonly nodeId: string; readonly skipChecks?: boolean }
  | { readonly kind: "setConsensusWeight"; readonly nodeId: string; readonly weight: number }
  | { readonly kind: "removeNode"; readonly nodeId: string; readonly skipChecks?: boolean };

/** Who may deploy: every account, only accounts opened for it, all but accounts closed to it. */
export const deployAuthTypes = ["none", "whiteList", "blackList"] as const;

/** Who may deploy: every account, only accounts opened for it, all but accounts closed to it. */
export type DeployAuthType = (typeof deployAuthTypes)[number];

export interface ProposalOutcome {
  readonly proposal: Proposal;
  /** It passed with this transaction and was executed. */
  readonly executed: boolean;
  readonly receipt: TransactionReceipt;
}

function requireAccount(text: string): Address {
  if (!isAddress(text)) throw clientError("badTarget", { given: text });
  return text;
}

function requireRate(rate: number): number {
  if (!Number.isSafeInteger(rate) || rate < 0 || rate > 100) throw clientError("invalidRate", { rate });
  return rate;
}

/** The function of the committee's contract and its arguments, without the interval. */
async function proposalCall(
  session: ChainSession,
  request: ProposalRequest,
  options: RequestOptions = {},
): Promise<{ function: string; args: readonly unknown[] }> {
  switch (request.kind) {
    case "setGovernorWeight": {
      const weight = request.weight === 0 ? 0 : requireWeight(request.weight);
      return { function: "createUpdateGovernorProposal", args: [requireAccount(request.account), weight] };
    }
    case "setRate":
      return {
        function: "createSetRateProposal",
        args: [requireRate(request.participatesRate), requireRate(request.winRate)],
      };
    case "upgradeVoteComputer":
      return { function: "createUpgradeVoteComputerProposal", args: [requireAccount(request.address)] };
    case "setDeployAuthType":
      return { function: "createSetDeployAuthTypeProposal", args: [deployAuthTypes.indexOf(request.type)] };
    case "modifyDeployAuth":
      return { function: "createModifyDeployAuthProposal", args: [requireAccount(request.account), request.open] };
    case "resetAdmin": {
      const args = [requireAccount(request.admin), requireAccount(request.contract)];
      return { function: "createResetAdminProposal", args };
    }
    case "setSystemConfig": {
      const { key, value, warnings } = await checkSystemConfig(session, request.key, request.value, options);
      const danger = warnings.find((warning) => warning.severity === "locksOut");
      if (danger && !request.override) throw danger.error;
      return { function: "createSetSysConfigProposal", args: [key, value] };
    }
    case "addSealer":
      return addNodeCall(session, request, requireWeight(request.weight), options);
    case "addObserver":
      return addNodeCall(session, request, 0n, options);
    case "setConsensusWeight": {
      const args = [requireNodeId(request.nodeId), requireWeight(request.weight), false];
      return { function: "createSetConsensusWeightProposal", args };
    }
    case "removeNode": {
      const nodeId = await checkedNodeId(session, request, whyLastSealer, options.signal);
      return { function: "createRmNodeProposal", args: [nodeId] };
    }
  }
}

/** Weight 0 adds an observer. */
async function addNodeCall(
  session: ChainSession,
  request: { readonly nodeId: string } & NodeCheckOptions,
  weight: bigint,
  { signal }: RequestOptions,
): Promise<{ function: string; args: readonly unknown[] }> {
  const nodeId = await checkedNodeId(session, request, weight === 0n ? whyNotObserver : whyNotSealer, signal);
  return { function: "createSetConsensusWeightProposal", args: [nodeId, weight, true] };
}

/** What the committee's one event says of an execution: its data, and the number in it. Undefined where nothing was executed. */
export function executionResult(
  session: ChainSession,
  logs: TransactionReceipt["logEntries"],
): { readonly data: Hex; readonly result: bigint | undefined } | undefined {
  const abi = precompiledInterface("CommitteeManager", session.suite);
  const topic = abi.events.find((event) => event.name === "execResult")?.topic;
  const log = logs.find((entry) => entry.topics[0]?.toLowerCase() === topic);
  if (!log) return undefined;
  const value = abi.decodeEvent(log)?.arguments[0]?.value;
  return { data: log.data, result: typeof value === "string" ? BigInt(value) : undefined };
}

/**
 * Whether the transaction executed a proposal: the committee's one event says with which result.
 * Executor version 1 puts the input of the inner call there when that call was refused (a frozen contract), and before 3.6 an inner
 * failure's text may stand there (docs/protocol/governance-client.md, "Execution").
 * @throws ChainError `precompiled` with the number that the executed operation returned, or `executionUnclear`; `execution` with its
 * reason.
 */
export async function readExecution(
  session: ChainSession,
  receipt: TransactionReceipt,
  proposalId: number,
): Promise<boolean> {
  const executed = executionResult(session, receipt.logEntries);
  if (!executed) return false;
  const details = { proposalId, transactionHash: receipt.transactionHash };
  const reason = revertText(decodeRevert(executed.data));
  if (reason !== undefined) throw await executionError(transactionStatus.precompiledError, reason, details);
  const { result = 0n } = executed;
  if (isReturnCode(result)) throw await precompiledError(Number(result), details);
  if (result !== 0n) throw clientError("executionUnclear", details);
  return true;
}

/**
 * Why no proposal of these values would be made: what `propose` finds before anything is signed. Values that lock people out aren't meant:
 * a person may agree to them.
 * @throws ChainError what a request throws
 */
export const proposalError = async (
  session: ChainSession,
  request: ProposalRequest,
): Promise<ChainError | undefined> => {
  try {
    await proposalCall(session, request.kind === "setSystemConfig" ? { ...request, override: true } : request);
    return undefined;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "usage" && error.code !== "cancelled") return error;
    throw error;
  }
};

/**
 * Creates a proposal; the proposer agrees at once, which with the rates of a new chain already passes and executes it.
 * @throws ChainError usage for wrong values, and as `addSealer`, `setSystemConfig` check theirs, before signing; `execution` 16 with the
 * contract's words (`you must be governor`, `Current proposal not end` …); `precompiled` when it passed and its execution failed.
 */
export async function propose(
  session: ChainSession,
  signer: Signer,
  request: ProposalRequest,
  { interval = usualInterval, ...options }: WriteOptions & { readonly interval?: number } = {},
): Promise<ProposalOutcome> {
  if (!Number.isSafeInteger(interval) || interval < 1) throw clientError("invalidInterval", { interval });
  const call = await proposalCall(session, request, questionsFor(options));
  const creation = { contract: "CommitteeManager", function: call.function, args: [...call.args, interval] } as const;
  const { receipt } = await writePrecompiled(session, signer, creation, options);
  const [id] = precompiledInterface("CommitteeManager", session.suite).decodeOutput(call.function, receipt.output);
  return proposalOutcome(session, Number(id?.value), receipt, await readExecution(session, receipt, Number(id?.value)));
}

/**
 * A proposal as it stands after a transaction.
 * @throws ChainError what a request throws, with the hash of the transaction: it is done, and not to be sent again
 */
export async function proposalOutcome(
  session: ChainSession,
  id: number,
  receipt: TransactionReceipt,
  executed: boolean,
): Promise<ProposalOutcome> {
  const proposal = await getProposal(session, id).catch((error: unknown) => {
    throw withTransactionHash(error, receipt.transactionHash);
  });
  return { proposal, executed, receipt };
}
