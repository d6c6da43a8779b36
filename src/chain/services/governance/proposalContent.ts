import { builtinContracts, builtinInterface } from "../../abi/builtinContracts";
import type { RequestOptions } from "../../client";
import { getBlockByNumber } from "../../rpc/getBlockByNumber";
import { getTransactionReceipt } from "../../rpc/getTransactionReceipt";
import type { ChainSession } from "../../session";
import type { Proposal } from "./proposal";
import { deployAuthTypes, type ProposalRequest, usualInterval } from "./propose";

/** What the call that created a proposal asked for; undefined for a call of another function. */
function requestOf(call: string, args: readonly unknown[]): ProposalRequest | undefined {
  const [first, second, third] = args;
  switch (call) {
    case "createUpdateGovernorProposal":
      return { kind: "setGovernorWeight", account: String(first), weight: Number(second) };
    case "createSetRateProposal":
      return { kind: "setRate", participatesRate: Number(first), winRate: Number(second) };
    case "createUpgradeVoteComputerProposal":
      return { kind: "upgradeVoteComputer", address: String(first) };
    case "createSetDeployAuthTypeProposal": {
      const type = deployAuthTypes[Number(first)];
      return type && { kind: "setDeployAuthType", type };
    }
    case "createModifyDeployAuthProposal":
      return { kind: "modifyDeployAuth", account: String(first), open: second === true };
    case "createResetAdminProposal":
      return { kind: "resetAdmin", admin: String(first), contract: String(second) };
    case "createSetSysConfigProposal":
      return { kind: "setSystemConfig", key: String(first), value: String(second) };
    case "createSetConsensusWeightProposal": {
      const [nodeId, weight] = [String(first), Number(second)];
      if (third !== true) return { kind: "setConsensusWeight", nodeId, weight };
      return weight === 0 ? { kind: "addObserver", nodeId } : { kind: "addSealer", nodeId, weight };
    }
    case "createRmNodeProposal":
      return { kind: "removeNode", nodeId: String(first) };
    default:
      return undefined;
  }
}

/**
 * What a proposal would do. The committee's contracts keep that to themselves, but the transaction that created the proposal tells it:
 * it is in the block so far before the last one as the official tools let a proposal run, called the committee's manager, and gave
 * the proposal's number back (docs/protocol/governance-client.md, "Proposals").
 * @returns undefined when it is not there: the proposal runs for another time, or came through a contract.
 * @throws ChainError what a request throws, such as 3003 for an archived block.
 */
export async function readProposalContent(
  session: ChainSession,
  { id, lastBlock }: Pick<Proposal, "id" | "lastBlock">,
  options?: RequestOptions,
): Promise<ProposalRequest | undefined> {
  const created = lastBlock - usualInterval;
  if (created < 1) return undefined;
  const manager = builtinContracts.CommitteeManager.address;
  const abi = builtinInterface("CommitteeManager", session.suite);
  const { transactions } = await getBlockByNumber(session.client, created, "transactions", options);
  for (const { hash, to, input } of transactions) {
    if (to.toLowerCase() !== manager) continue;
    const call = abi.decodeCall(input);
    const request =
      call &&
      requestOf(
        call.name,
        call.arguments.map(({ value }) => value),
      );
    if (!call || !request) continue;
    const { status, output } = await getTransactionReceipt(session.client, hash, false, options);
    if (status !== 0) continue;
    const [given] = abi.decodeOutput(call.signature, output);
    if (Number(given?.value) === id) return request;
  }
  return undefined;
}
