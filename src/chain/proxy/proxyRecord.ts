import { type Address, bytesToHex, type Hex, hexToBytes } from "../../crypto/bytes/hex";
import type { RequestOptions } from "../client/client";
import { isEmbedded } from "../dev/devPowers";
import { getBlockHashByNumber } from "../rpc/blocks";
import type { ChainSession } from "../session";
import type { Settlement } from "../transaction/settlement";
import type { ContractProxy } from "./contractProxy";

/** A chain as records of proxies tell it from others of its name. */
export interface RecordedChain {
  /** Chain and group: `chain0/group0`. */
  readonly name: string;
  /** Hash of its first block. */
  readonly genesis: Hex;
  /** It is made anew at will. */
  readonly isEmbedded: boolean;
}

/** Code that is deployed, as records of proxies find it again. */
export interface DeployedAt {
  readonly chain: RecordedChain;
  /** The proxy that runs it, where it is reached through one. */
  readonly proxy?: Address;
  readonly implementation: Address;
  /** By the chain's own hash. */
  readonly codeHash: Hex;
}

/** What a transaction does: a proxy is made, or, where `at` names one, pointed to other code. */
export interface ProxyChange {
  readonly at: DeployedAt;
  readonly kind: ContractProxy["kind"];
  readonly beacon?: Address | undefined;
  /** The source that is named is what the code was compiled from. */
  readonly isSource: boolean;
}

/** What is written down of proxies, one after the other. */
export type ProxyStep =
  /** Code was deployed that a proxy is to run. */
  | { readonly step: "deployed"; readonly at: DeployedAt }
  /** Before it is sent. */
  | {
      readonly step: "signed";
      readonly change: ProxyChange;
      readonly transaction: Hex;
      /** The last block that may hold it. */
      readonly blockLimit: number;
    }
  | {
      readonly step: "done";
      readonly chain: RecordedChain;
      readonly transaction: Hex;
      readonly proxy: Address;
      readonly block: number;
    }
  | { readonly step: "failed"; readonly chain: RecordedChain; readonly transaction: Hex };

/** What a project keeps of the proxies of a chain. */
export interface ProxyRecords {
  /** The file, as the project names it. */
  readonly file: string;
  /** Where code of the source is deployed. */
  readonly implementations: readonly Address[];
  readonly chain: RecordedChain;
  readonly pending: readonly PendingChange[];
}

/** A transaction of which it wasn't written down what became of it. */
export interface PendingChange {
  readonly transaction: Hex;
  /** Undefined where it makes one. */
  readonly proxy?: Address | undefined;
  readonly implementation: Address;
  readonly blockLimit: number;
}

/** What became of a transaction, as far as records ask. */
export type RecordedOutcome =
  | { readonly kind: "succeeded"; readonly block: number; readonly made: Address | undefined }
  | { readonly kind: "failed" };

/** Undefined where it isn't known. */
export function recordedOutcome(settlement: Settlement): RecordedOutcome | undefined {
  if (settlement.kind === "unknown") return undefined;
  if (settlement.kind !== "inBlock" || settlement.receipt.status !== 0) return { kind: "failed" };
  const { contractAddress, blockNumber: block } = settlement.receipt;
  return { kind: "succeeded", block, made: (contractAddress || undefined) as Address | undefined };
}

/** What is written down of it. */
export function stepOf(
  chain: RecordedChain,
  { transaction, proxy }: Pick<PendingChange, "transaction" | "proxy">,
  outcome: RecordedOutcome,
): ProxyStep {
  const at = outcome.kind === "succeeded" ? (proxy ?? outcome.made) : undefined;
  return outcome.kind === "succeeded" && at
    ? { step: "done", chain, transaction, proxy: at, block: outcome.block }
    : { step: "failed", chain, transaction };
}

/** How records name the chain of a session. @throws ChainError what a request throws */
export async function recordedChain(
  { client, chainId, groupId }: ChainSession,
  options?: RequestOptions,
): Promise<RecordedChain> {
  const [genesis, embedded] = await Promise.all([
    getBlockHashByNumber(client, 0, options),
    isEmbedded(client, options),
  ]);
  return { name: `${chainId}/${groupId}`, genesis, isEmbedded: embedded };
}

/** How records name code that is deployed. @throws ChainError what a request throws */
export async function deployedAt(
  session: ChainSession,
  { proxy, implementation, code }: { readonly proxy?: Address; readonly implementation: Address; readonly code: Hex },
  options?: RequestOptions,
): Promise<DeployedAt> {
  const chain = await recordedChain(session, options);
  const codeHash = bytesToHex(session.suite.hash(hexToBytes(code)));
  return { chain, implementation, codeHash, ...(proxy ? { proxy } : {}) };
}
