import type { Address } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import {
  readPrecompiled,
  type WriteOptions,
  type WriteOutcome,
  writePrecompiled,
} from "../../transaction/precompiledCall";

function requireAmount(wei: bigint): bigint {
  if (wei <= 0n) throw clientError("amountZero");
  return wei;
}

/**
 * Balance of an account in wei; 0 for one that the chain has never seen.
 * @throws ChainError usage `builtinSwitchedOff` without feature_balance_precompiled.
 */
export async function getBalance(session: ChainSession, account: Address, options?: RequestOptions): Promise<bigint> {
  const request = { contract: "Balance", function: "getBalance", args: [account] } as const;
  const [balance] = await readPrecompiled(session, request, options);
  return BigInt(String(balance));
}

/** Accounts and contracts that may change balances. Before the first is registered the node has not even a list, and says so by failing. */
export async function listBalanceGovernors(session: ChainSession, options?: RequestOptions): Promise<Address[]> {
  try {
    const [callers] = await readPrecompiled(
      session,
      { contract: "Balance", function: "listCaller", args: [] },
      options,
    );
    return callers as Address[];
  } catch (error) {
    if (error instanceof ChainError && /caller table not exist/.test(error.nodeMessage ?? "")) return [];
    throw error;
  }
}

/** What is to happen to balances. Amounts in wei. */
export type BalanceChange =
  | { readonly kind: "add" | "subtract"; readonly account: Address; readonly wei: bigint }
  | { readonly kind: "transfer"; readonly from: Address; readonly to: Address; readonly wei: bigint };

/**
 * Adds to, takes from or moves between balances. Only a registered balance governor (`listBalanceGovernors`).
 * @throws ChainError usage `amountZero`, `builtinSwitchedOff`; `execution` 15 with the node's reason: no right, or too little there.
 */
export async function changeBalance(
  session: ChainSession,
  signer: Signer,
  change: BalanceChange,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const wei = requireAmount(change.wei);
  if (change.kind === "transfer") {
    const args = [change.from, change.to, wei];
    return writePrecompiled(session, signer, { contract: "Balance", function: "transfer", args }, options);
  }
  const call = change.kind === "add" ? "addBalance" : "subBalance";
  return writePrecompiled(
    session,
    signer,
    { contract: "Balance", function: call, args: [change.account, wei] },
    options,
  );
}

/**
 * Gives an account or contract the right to change balances, or takes it away. Only a governor.
 * @throws ChainError usage `builtinSwitchedOff`; `execution` 15 with the node's reason.
 */
export async function setBalanceGovernor(
  session: ChainSession,
  signer: Signer,
  { account, registered }: { readonly account: Address; readonly registered: boolean },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const call = registered ? "registerCaller" : "unregisterCaller";
  return writePrecompiled(session, signer, { contract: "Balance", function: call, args: [account] }, options);
}
