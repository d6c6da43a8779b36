import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { precompiledContracts, precompiledInterface } from "../../abi/precompiledContracts";
import type { RequestOptions } from "../../client/client";
import { getBlockByNumber, getBlockNumber } from "../../rpc/blocks";
import { getTransactionReceipt } from "../../rpc/transactions";
import type { ChainSession } from "../../session";
import {
  readPrecompiled,
  type WriteOptions,
  type WriteOutcome,
  writePrecompiled,
} from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";

/** `abolished` is for good. */
export type AccountStatus = "normal" | "frozen" | "abolished";
const statuses: readonly AccountStatus[] = ["normal", "frozen", "abolished"];

/**
 * Status of an account; one that the chain has never seen is normal. Enforced only while permission management is on. A change shows once
 * another block has followed it.
 */
export async function getAccountStatus(
  session: ChainSession,
  account: Address,
  options?: RequestOptions,
): Promise<AccountStatus> {
  const request = { contract: "AccountManager", function: "getAccountStatus", args: [account] } as const;
  const [status] = await readPrecompiled(session, request, options);
  return statuses[Number(status)] ?? "normal";
}

/** A change of an account's status that counts from the next block on. */
export interface PendingStatus {
  readonly status: AccountStatus;
  /** Block that made it. */
  readonly blockNumber: number;
}

/**
 * What the newest block changed of accounts' statuses, by address in lower case: it counts from the next block on, until which calls are
 * answered by the status before (docs/protocol/governance-client.md, "Rights"). Changes by a contract are not seen, only those by a
 * transaction of their own.
 */
export async function getPendingAccountStatuses(
  session: ChainSession,
  options?: RequestOptions,
): Promise<ReadonlyMap<string, PendingStatus>> {
  const blockNumber = await getBlockNumber(session.client, options);
  const { transactions } = await getBlockByNumber(session.client, blockNumber, "transactions", options);
  const abi = precompiledInterface("AccountManager", session.suite);
  const manager = precompiledContracts.AccountManager.address;
  const pending = new Map<string, PendingStatus>();
  for (const { hash, to, input } of transactions) {
    const call = isSameAddress(to, manager) ? abi.decodeCall(input) : undefined;
    if (call?.name !== "setAccountStatus") continue;
    const [account = "", wanted] = call.arguments.map(({ value }) => String(value));
    const status = statuses[Number(wanted)];
    if (status === undefined) continue;
    const receipt = await getTransactionReceipt(session.client, hash, false, options);
    const [code] = receipt.status === 0 ? abi.decodeOutput(call.signature, receipt.output) : [];
    if (code !== undefined && BigInt(String(code.value)) === 0n)
      pending.set(account.toLowerCase(), { status, blockNumber });
  }
  return pending;
}

/**
 * Freezes, unfreezes or abolishes an account, from the next block on. A governor does it directly, without a proposal, and to no governor.
 * @throws ChainError usage `needsCompatibility`; `precompiled` −50000 (not a governor), −51900 (a contract); `execution` 15 for a
 * governor's or an abolished account.
 */
export async function setAccountStatus(
  session: ChainSession,
  signer: Signer,
  { account, status }: { readonly account: Address; readonly status: AccountStatus },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireVersion(session, "setting the status of an account", "3.1.0");
  const args = [account, statuses.indexOf(status)];
  return writePrecompiled(session, signer, { contract: "AccountManager", function: "setAccountStatus", args }, options);
}
