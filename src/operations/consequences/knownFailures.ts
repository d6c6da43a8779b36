import { getCode } from "../../chain/rpc/contractCode";
import { type AccountStatus, getAccountStatus } from "../../chain/services/account/accountStatus";
import { type BalanceChange, getBalance, listBalanceGovernors } from "../../chain/services/balance/balance";
import { listDirectory } from "../../chain/services/bfs/listDirectory";
import { getGroupMembers } from "../../chain/services/consensus/groupMembers";
import type { ContractStatus } from "../../chain/services/contractAuth/contractStatus";
import { getMethodAuth } from "../../chain/services/contractAuth/methodAuth";
import { isGovernor } from "../../chain/services/governance/committee";
import { getContractShard } from "../../chain/services/sharding/shard";
import type { ChainSession } from "../../chain/session";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";

/**
 * Why the chain is known to refuse a change of any account, by the rules of its built-in contracts
 * (docs/protocol/precompiled-contracts.md); undefined where nothing speaks against it. Which account may make it, rights tell.
 */
type KnownFailure = Promise<ChainError | undefined>;

/** Another weight of a node, or its removal: the node has to be listed, and an observer has no weight. */
export async function memberFailure(session: ChainSession, nodeId: string, change: "weight" | "remove"): KnownFailure {
  const member = (await getGroupMembers(session)).find((each) => each.nodeId.toLowerCase() === nodeId.toLowerCase());
  if (!member) return clientError("nodeUnknown", { nodeId });
  return change === "weight" && member.role === "observer" ? clientError("nodeWithoutWeight", { nodeId }) : undefined;
}

/** What stands at the address of an account that the chain has a record of: it names the built-in contract behind it. */
const isAccountCode = (code: string): boolean =>
  Buffer.from(code.slice(2), "hex").toString("latin1").startsWith("[PRECOMPILED],");

/** Another status of an account: not of a governor, not of a contract, and none after abolishing. */
export async function accountStatusFailure(session: ChainSession, account: Address, to: AccountStatus): KnownFailure {
  if (await isGovernor(session, account)) return clientError("statusOfGovernor", { account });
  const code = await getCode(session.client, account);
  if (/[1-9a-f]/i.test(code.slice(2)) && !isAccountCode(code)) return clientError("accountIsContract", { account });
  if (to === "abolished") return undefined;
  return (await getAccountStatus(session, account)) === "abolished"
    ? clientError("accountAbolished", { account })
    : undefined;
}

/** Another status of a contract: none after abolishing. Without permissions frozen and abolished look alike. */
export function contractStatusFailure(
  { authEnabled }: ChainSession,
  contract: Address,
  { from, to }: { readonly from: ContractStatus | undefined; readonly to: ContractStatus },
): { readonly blocked: ChainError | undefined; readonly byRules: boolean } {
  const blocked =
    from === "abolished" && to !== "abolished" ? clientError("contractAbolished", { contract }) : undefined;
  return { blocked, byRules: authEnabled || from === "normal" };
}

/** An entry on the list of a method that has none. */
export async function methodEntryFailure(
  session: ChainSession,
  { contract, method }: { readonly contract: Address; readonly method: string },
): KnownFailure {
  const { type } = await getMethodAuth(session, { contract, method });
  return type === "none" ? clientError("methodWithoutPolicy", { contract, method }) : undefined;
}

const tooLow = (account: Address, has: bigint): ChainError =>
  clientError("balanceTooLow", { account, has: String(has) });

/** More than there is. */
export async function balanceFailure(session: ChainSession, change: BalanceChange): KnownFailure {
  if (change.kind === "add") return undefined;
  const account = change.kind === "transfer" ? change.from : change.account;
  const has = await getBalance(session, account);
  return has < change.wei ? tooLow(account, has) : undefined;
}

/** A balance caller that is registered already, or isn't, or is the last. */
export async function callerFailure(session: ChainSession, account: Address, registered: boolean): KnownFailure {
  const callers = await listBalanceGovernors(session);
  const known = callers.some((caller) => isSameAddress(caller, account));
  if (registered) return known ? clientError("callerRegistered", { account }) : undefined;
  if (callers.length === 1) return clientError("lastCaller");
  return known ? undefined : clientError("callerUnknown", { account });
}

/** A shard that is there. */
export async function newShardFailure(session: ChainSession, name: string): KnownFailure {
  try {
    await listDirectory(session, `/shards/${name}`, { limit: 1 });
    return clientError("shardExists", { name });
  } catch (error) {
    if (error instanceof ChainError && error.kind === "precompiled") return undefined;
    throw error;
  }
}

/** A contract that is in a shard. */
export async function shardFailure(session: ChainSession, contract: Address): KnownFailure {
  const shard = await getContractShard(session, contract);
  return shard === undefined ? undefined : clientError("contractInShard", { contract, shard });
}
