import type { Address } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";

/** A member of the committee. */
export interface Governor {
  readonly address: Address;
  readonly weight: number;
}

/** Who governs the chain, and how many of them a proposal takes. */
export interface CommitteeInfo {
  readonly governors: readonly Governor[];
  /** Percent of all weight that must have voted before a vote counts. 0: any vote of one governor is enough. */
  readonly participatesRate: number;
  /** Percent of the voting weight that must agree. 0: a proposal passes even against a majority. */
  readonly winRate: number;
  readonly committee: Address;
  readonly proposalManager: Address;
}

/**
 * The committee's contracts have other addresses on every chain, so they are asked for (docs/protocol/governance-client.md, "Contracts").
 */
interface CommitteeContracts {
  readonly committee: Address;
  readonly proposalManager: Address;
}

/**
 * Whether there is a committee is not the question whether permissions are enforced: chains of 3.3 and newer have one with checks off.
 * @throws ChainError usage `noCommittee`.
 */
export async function committeeContracts(session: ChainSession, options?: RequestOptions): Promise<CommitteeContracts> {
  try {
    const read = (name: string): Promise<unknown[]> =>
      readPrecompiled(session, { contract: "CommitteeManager", function: name, args: [] }, options);
    const [[committee], [proposalManager]] = await Promise.all([read("_committee"), read("_proposalMgr")]);
    return { committee: committee as Address, proposalManager: proposalManager as Address };
  } catch (error) {
    throw noCommittee(error) ?? error;
  }
}

/** Whether there is a committee. @throws ChainError what a request throws: a node that doesn't answer has said neither. */
export async function hasCommittee(session: ChainSession, options?: RequestOptions): Promise<boolean> {
  try {
    await committeeContracts(session, options);
    return true;
  } catch (error) {
    if (error instanceof ChainError && error.code === "noCommittee") return false;
    throw error;
  }
}

/** A chain without a committee answers in several ways: no contract, no data, a revert without words. */
function noCommittee(error: unknown): ChainError | undefined {
  if (!(error instanceof ChainError)) return undefined;
  const absent = error.code === "builtinMissing" || error.code === "abiEmptyAnswer";
  const silent = error.kind === "execution" && error.nodeMessage === undefined;
  return absent || silent ? clientError("noCommittee", {}, { cause: error }) : undefined;
}

/**
 * Governors, their weights and the two rates.
 * @throws ChainError usage `noCommittee`.
 */
export async function getCommitteeInfo(session: ChainSession, options?: RequestOptions): Promise<CommitteeInfo> {
  const { committee, proposalManager } = await committeeContracts(session, options);
  const request = { contract: "Committee", address: committee, function: "getCommitteeInfo", args: [] } as const;
  const [participatesRate, winRate, addresses, weights] = await readPrecompiled(session, request, options);
  return {
    participatesRate: Number(participatesRate),
    winRate: Number(winRate),
    governors: (addresses as Address[]).map((address, index) => ({
      address,
      weight: Number((weights as string[])[index]),
    })),
    committee,
    proposalManager,
  };
}

/** @throws ChainError usage `noCommittee`. */
export async function isGovernor(session: ChainSession, account: Address, options?: RequestOptions): Promise<boolean> {
  try {
    const request = { contract: "CommitteeManager", function: "isGovernor", args: [account] } as const;
    const [answer] = await readPrecompiled(session, request, options);
    return answer === true;
  } catch (error) {
    throw noCommittee(error) ?? error;
  }
}
