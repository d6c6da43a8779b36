import {
  type AddSealerRequest,
  addObserver as addObserverOf,
  addSealer as addSealerOf,
  removeNode as removeNodeOf,
  setTermWeight as setTermWeightOf,
  setWeight as setWeightOf,
} from "../../chain/services/consensus/memberChanges";
import type { NodeCheckOptions } from "../../chain/services/consensus/nodeChecks";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { WriteOptions, WriteResult } from "../base/records";

export type { AddSealerRequest, NodeCheckOptions };

/**
 * Makes an observer a sealer, from the next block on. Where permissions are enforced, only by a proposal (`governance.propose`).
 * @param request the node, and its weight
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `nodeNotInGroup`, `nodeNotSynced`, … before signing; precompiled −50000 without the right
 * @example
 * ```ts
 * const [nodeId = ""] = await getObservers(chain);
 * await consensus.addSealer(chain, account, { nodeId, weight: 1 });
 * ```
 */
export const addSealer: (
  chain: Chain,
  account: Account,
  request: AddSealerRequest,
  options?: WriteOptions,
) => Promise<WriteResult> = addSealerOf;

/**
 * Makes a node an observer, or a sealer one again.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `nodeNotInGroup`, `lastSealer`, … before signing
 * @example
 * ```ts
 * await consensus.addObserver(chain, account, { nodeId: "ab".repeat(64) });
 * ```
 */
export const addObserver: (
  chain: Chain,
  account: Account,
  request: { readonly nodeId: string } & NodeCheckOptions,
  options?: WriteOptions,
) => Promise<WriteResult> = addObserverOf;

/**
 * Takes a node out of the group.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @throws ChainError usage `lastSealer` before signing; precompiled −51103
 * @example
 * ```ts
 * await consensus.removeNode(chain, account, { nodeId: "ab".repeat(64) });
 * ```
 */
export const removeNode: (
  chain: Chain,
  account: Account,
  request: { readonly nodeId: string } & NodeCheckOptions,
  options?: WriteOptions,
) => Promise<WriteResult> = removeNodeOf;

/**
 * Sets the voting weight of a sealer.
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * await consensus.setWeight(chain, account, { nodeId: "ab".repeat(64), weight: 2 });
 * ```
 */
export const setWeight: (
  chain: Chain,
  account: Account,
  request: { readonly nodeId: string; readonly weight: number | bigint },
  options?: WriteOptions,
) => Promise<WriteResult> = setWeightOf;

/**
 * Sets how often a sealer gets its turn on a chain whose sealers change by term (since 3.12).
 * @returns the return code of the built-in contract and the receipt, when the transaction is in a block
 * @example
 * ```ts
 * await consensus.setTermWeight(chain, account, { nodeId: "ab".repeat(64), termWeight: 2 });
 * ```
 */
export const setTermWeight: (
  chain: Chain,
  account: Account,
  request: { readonly nodeId: string; readonly termWeight: number | bigint },
  options?: WriteOptions,
) => Promise<WriteResult> = setTermWeightOf;
