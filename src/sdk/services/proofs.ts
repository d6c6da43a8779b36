import { contractInterface } from "../../chain/abi/contractInterface";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { type CheckedBlock, checkBlock } from "../../chain/verification/checkBlock";
import {
  type CheckedReceipt,
  type CheckedTransaction,
  checkReceipt as checkReceiptOf,
  checkTransaction as checkTransactionOf,
} from "../../chain/verification/checkTransaction";
import { callsOfInterfaces, eventsOfInterfaces } from "../../chain/verification/knownInterfaces";
import type { LinkName } from "../../chain/verification/link";
import { readGenesisContent } from "../../chain/verification/readGenesis";
import { sealerSet } from "../../chain/verification/sealerSet";
import { verifyBlock as verifyBlockOf } from "../../chain/verification/verifyBlock";
import { verifyReceipt as verifyReceiptOf } from "../../chain/verification/verifyReceipt";
import { verifyTransaction as verifyTransactionOf } from "../../chain/verification/verifyTransaction";
import { cryptoSuite } from "../../crypto/suites";
import type { Abi } from "../abi/abi";
import type { Chain } from "../base/chain";
import type { Address, Block, Hex, Receipt, RequestOptions, Transaction } from "../base/records";

export type { LinkName };

/** One step on the way from what was asked to sealers that there is a reason to believe. */
export interface ProofLink {
  readonly name: LinkName;
  /** `unproven`: nothing speaks against it. `false`: the answer contradicts itself or what is proven. */
  readonly state: "proven" | "unproven" | "false";
  /** Why, as a word: `hashMatches`, `otherSealers`, … */
  readonly reason: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * What was proven of an answer, link by link from what was asked to sealers that there is a reason to believe. Nothing less than `verified`
 * deserves a tick. `outcome` is `contained` where all is proven but which transaction of the block a receipt belongs to: equal receipts
 * of a block share the Merkle path of the first, so that one of several equal calls is proven to have had this result, not that it was
 * this call; `uncovered` names members that no hash covers, so that a node may say anything there.
 */
export interface Finding {
  readonly verified: boolean;
  readonly outcome: "proven" | "contained" | "unproven" | "false";
  readonly links: readonly ProofLink[];
  /** Said beside: nothing that the chain commits to decides it. */
  readonly apart: readonly ProofLink[];
  readonly uncovered: readonly string[];
}

/** What is believed of a chain without asking it. Everything is compared with it, nothing in it may come from the node in question. */
export interface Trust {
  readonly chainId: string;
  readonly groupId: string;
  /** Sealers with their weights, as a `config.genesis` or a pin has them: node IDs of 128 hex digits. */
  readonly sealers: readonly { readonly nodeId: string; readonly weight: number | bigint }[];
  /** Block at which the sealers were these; default 0, the genesis. Changes after it are followed, header by header. */
  readonly height?: number;
  /** Hash of block 0's content (`readGenesisHash` on a node that is believed); without it block 0 can't be verified. */
  readonly genesisHash?: Hex;
}

/** A contract whose ABI is at hand, and not from the node in question. */
export interface KnownContract {
  readonly address: Address;
  readonly abi: Abi;
}

/** How something is asked for and checked. */
export interface CheckOptions extends RequestOptions {
  readonly trust: Trust;
  /**
   * Contracts that are called, and whose events come: hashes don't tell an event's topics from its data, or where the
   * data of a call ends; an ABI does. Without it a receipt with events stays `unproven`, as does one with anonymous events.
   */
  readonly contracts?: readonly KnownContract[];
  /** Address of the archive query service. */
  readonly archive?: string;
}

function trustOf({ chainId, groupId, sealers, height = 0, genesisHash }: Trust): ChainTrust {
  return {
    source: "pinned",
    chainId,
    groupId,
    sealers: sealerSet(sealers.map(({ nodeId, weight }) => ({ nodeId: nodeId.toLowerCase(), weight: BigInt(weight) }))),
    height,
    ...(genesisHash === undefined ? {} : { genesisHash }),
  };
}

/** The interfaces of an address under each suite: an SM chain runs code of standard compilers, too. */
function known(contracts: readonly KnownContract[] = []) {
  const suites = ["standard", "sm"] as const;
  const read = contracts.map(({ address, abi }) => ({
    address: address.toLowerCase(),
    interfaces: suites.map((suite) => contractInterface(abi, cryptoSuite(suite))),
  }));
  const byAddress = new Map(read.map(({ address, interfaces }) => [address, interfaces] as const));
  const interfacesAt = (address: string) => byAddress.get(address.toLowerCase()) ?? [];
  return { knownEvents: eventsOfInterfaces(interfacesAt), knownCalls: callsOfInterfaces(interfacesAt) };
}

const checkOptions = ({ trust, contracts: _, ...rest }: CheckOptions) => ({ ...rest, trust: trustOf(trust) });

/**
 * Asks for a block by number or hash, and says what of it is proven.
 * @param asked number or hash
 * @param options what is believed of the chain
 * @returns the block, and what of it is proven
 * @throws ChainError rpc 3006 or 3008 when there is none; RangeError for sealers that can't be
 * @example
 * ```ts
 * const { block, finding } = await proofs.getVerifiedBlock(chain, 12, { trust });
 * console.log(block.hash, finding.verified);
 * ```
 */
export async function getVerifiedBlock(
  chain: Chain,
  asked: number | string,
  options: CheckOptions,
): Promise<{ readonly block: Block<"hashes">; readonly finding: Finding }> {
  const { block, verdict }: CheckedBlock = await checkBlock(chain, asked, checkOptions(options));
  return { block, finding: verdict };
}

/**
 * Asks for a transaction with its block, and says what of it is proven.
 * @param options what is believed of the chain
 * @returns the transaction, and what of it is proven
 * @throws ChainError rpc 3008 when it is unknown
 * @example
 * ```ts
 * const { transaction, finding } = await proofs.getVerifiedTransaction(chain, hash, { trust });
 * console.log(transaction.from, finding.outcome);
 * ```
 */
export async function getVerifiedTransaction(
  chain: Chain,
  hash: string,
  options: CheckOptions,
): Promise<{ readonly transaction: Transaction; readonly finding: Finding }> {
  const { transaction, verdict }: CheckedTransaction = await checkTransactionOf(chain, hash, {
    ...checkOptions(options),
    knownCalls: known(options.contracts).knownCalls,
  });
  return { transaction, finding: verdict };
}

/**
 * Asks for a receipt with its transaction and block, and says what of it is proven.
 * @param options what is believed of the chain
 * @returns the receipt, and what of it is proven
 * @throws ChainError rpc 3008 when it is unknown
 * @example
 * ```ts
 * const contracts = [{ address, abi: shopAbi }];
 * const { receipt, finding } = await proofs.getVerifiedReceipt(chain, hash, { trust, contracts });
 * console.log(receipt.status, finding.verified);
 * ```
 */
export async function getVerifiedReceipt(
  chain: Chain,
  hash: string,
  options: CheckOptions,
): Promise<{ readonly receipt: Receipt; readonly finding: Finding }> {
  const { knownEvents, knownCalls } = known(options.contracts);
  const { receipt, verdict }: CheckedReceipt = await checkReceiptOf(
    chain,
    hash,
    { ...checkOptions(options), knownCalls },
    knownEvents,
  );
  return { receipt, finding: verdict };
}

/**
 * Hash of block 0's content, computed here: what to put into `Trust` after asking a node that is believed.
 * @returns 32 bytes in hex
 * @example
 * ```ts
 * const genesisHash = await proofs.readGenesisHash(chain);
 * console.log((await proofs.getVerifiedBlock(chain, 0, { trust: { ...trust, genesisHash } })).finding.verified);
 * ```
 */
export function readGenesisHash(chain: Chain, options?: RequestOptions): Promise<Hex> {
  return readGenesisContent(chain, options);
}

/** Answers that are at hand, of whatever origin, and what they are checked against: no node is asked. */
export interface Evidence {
  readonly suite: "standard" | "sm";
  readonly trust: Trust;
  /** As in `CheckOptions`. */
  readonly contracts?: readonly KnownContract[];
}

const basisOf = ({ suite, trust }: Evidence) => ({
  suite: cryptoSuite(suite),
  chainId: trust.chainId,
  groupId: trust.groupId,
  trust: trustOf(trust),
  followed: undefined,
});

/**
 * What a block proves that came from anywhere, with hashes or whole transactions.
 * @param evidence the block, what was asked, and what is believed
 * @returns what is proven
 * @example
 * ```ts
 * const block = await getBlock(chain, { number: 12 });
 * console.log(proofs.verifyBlock({ suite: "sm", trust, asked: 12, block }).outcome);
 * ```
 */
export function verifyBlock(
  evidence: Evidence & { readonly asked: number | string; readonly block: unknown; readonly sample?: unknown },
): Finding {
  return verifyBlockOf(basisOf(evidence), evidence);
}

/**
 * What a transaction with its Merkle path and its block proves that came from anywhere.
 * @param evidence the transaction with its path, its block, and what is believed
 * @returns what is proven
 * @example
 * ```ts
 * const transaction = await getTransaction(chain, { hash, withProof: true });
 * const block = await getBlock(chain, { number: 12 });
 * console.log(proofs.verifyTransaction({ suite: "sm", trust, asked: hash, transaction, block }).outcome);
 * ```
 */
export function verifyTransaction(
  evidence: Evidence & { readonly asked: string; readonly transaction: unknown; readonly block: unknown },
): Finding {
  return verifyTransactionOf(basisOf(evidence), { ...evidence, knownCalls: known(evidence.contracts).knownCalls });
}

/**
 * The same of a receipt with its Merkle path.
 * @param evidence the receipt with its path, its transaction and block, and what is believed
 * @returns what is proven
 * @example
 * ```ts
 * const query = { hash, withProof: true };
 * const [transaction, receipt] = await Promise.all([getTransaction(chain, query), getReceipt(chain, query)]);
 * const block = await getBlock(chain, { number: receipt.blockNumber });
 * console.log(proofs.verifyReceipt({ suite: "sm", trust, asked: hash, transaction, receipt, block }).outcome);
 * ```
 */
export function verifyReceipt(
  evidence: Evidence & {
    readonly asked: string;
    readonly transaction: unknown;
    readonly receipt: unknown;
    readonly block: unknown;
  },
): Finding {
  return verifyReceiptOf(basisOf(evidence), { ...evidence, ...known(evidence.contracts) });
}
