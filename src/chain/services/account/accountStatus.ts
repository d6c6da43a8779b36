import type { Signer } from "../../../crypto/cryptoSuite";
import type { Address } from "../../../crypto/hex";
import type { RequestOptions } from "../../client";
import type { ChainSession } from "../../session";
import { readBuiltin, type WriteOptions, type WriteOutcome, writeBuiltin } from "../builtinCall";
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
  const [status] = await readBuiltin(session, request, options);
  return statuses[Number(status)] ?? "normal";
}

/**
 * Freezes, unfreezes or abolishes an account, from the next block on. A governor does it directly, without a proposal, and to no governor.
 * @throws ChainError usage `needsCompatibility`; `precompiled` −50000 (not a governor), −51900 (a contract); `execution` 15 for a governor's or an abolished account.
 */
export async function setAccountStatus(
  session: ChainSession,
  signer: Signer,
  { account, status }: { readonly account: Address; readonly status: AccountStatus },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireVersion(session, "setting the status of an account", "3.1.0");
  const args = [account, statuses.indexOf(status)];
  return writeBuiltin(session, signer, { contract: "AccountManager", function: "setAccountStatus", args }, options);
}
