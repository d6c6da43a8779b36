import { type Address, isSameAddress } from "../../../crypto/bytes/hex";
import type { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { atLeast } from "../../../text/versions";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { getAccountStatus, getPendingAccountStatuses } from "../account/accountStatus";
import { listBalanceGovernors } from "../balance/balance";
import { getContractAdmin } from "../contractAuth/contractAdmin";
import { isContractAvailable, isStuck } from "../contractAuth/contractStatus";
import { hasDeployAuth } from "../contractAuth/deployAuth";
import { checkMethodAuth } from "../contractAuth/methodAuth";
import { getCommitteeInfo } from "../governance/committee";
import { getProposal } from "../governance/proposal";
import { takesVotes } from "../governance/voteCount";

/** What a user is about to do, with what decides whether they may (docs/protocol/governance-client.md, "Rights"). */
export type Operation =
  /** Open to every account on every chain. */
  | { readonly kind: "makeDirectory" | "makeLink" | "makeTable" }
  /** Open to every account while permission management is off; then only the committee by proposal. */
  | { readonly kind: "setSystemConfig" | "addSealer" | "addObserver" | "setWeight" | "removeNode" }
  /** The same, or a governor directly. */
  | { readonly kind: "setTermWeight" | "makeShard" | "linkShard" }
  /** A governor, whether permissions are enforced or not. */
  | { readonly kind: "propose" | "setAccountStatus" | "setBalanceGovernor" }
  | { readonly kind: "vote" | "revoke"; readonly proposal: number }
  | { readonly kind: "changeBalance" }
  | { readonly kind: "deploy" }
  /** The admin of the contract. */
  | { readonly kind: "setMethodAuth" | "setContractStatus"; readonly contract: Address }
  /** A transaction to a contract, tables included. `method`: signature or selector. */
  | { readonly kind: "callMethod"; readonly contract: Address; readonly method: string };

type Refusal = ChainError | undefined;
/** A frozen account can do nothing at all, an abolished one for good. */
async function accountRefusal(session: ChainSession, account: Address, options?: RequestOptions): Promise<Refusal> {
  if (!session.authEnabled || !atLeast(session.compatibilityVersion, "3.1.0")) return undefined;
  const [now, changed] = await Promise.all([
    getAccountStatus(session, account, options),
    getPendingAccountStatuses(session, options),
  ]);
  // What the newest block changed counts from the next one on, in which this would be.
  const { status } = changed.get(account.toLowerCase()) ?? { status: now };
  if (status === "normal") return undefined;
  return clientError(status === "frozen" ? "accountFrozen" : "accountAbolished", { account });
}

async function governorRefusal(session: ChainSession, account: Address, options?: RequestOptions): Promise<Refusal> {
  const { governors } = await getCommitteeInfo(session, options);
  if (governors.some((governor) => isSameAddress(governor.address, account))) return undefined;
  return clientError("notGovernor", { account, governors: governors.map(({ address }) => address) });
}

async function adminRefusal(
  session: ChainSession,
  account: Address,
  contract: Address,
  options?: RequestOptions,
): Promise<Refusal> {
  const admin = await getContractAdmin(session, contract, options);
  if (admin === undefined) {
    const stuck = await isStuck(session, contract, options);
    return clientError(stuck ? "contractStuck" : "noContractAdmin", { contract });
  }
  return isSameAddress(admin, account) ? undefined : clientError("notContractAdmin", { account, contract, admin });
}

async function proposalRefusal(
  session: ChainSession,
  account: Address,
  { kind, proposal: id }: Operation & { kind: "vote" | "revoke" },
  options?: RequestOptions,
): Promise<Refusal> {
  const governor = await governorRefusal(session, account, options);
  if (governor) return governor;
  const { status, proposer, lastBlock, agree, against } = await getProposal(session, id, options);
  if (!takesVotes({ status })) return clientError("proposalNotOpen", { id, status });
  if (kind === "vote") {
    const voted = [...agree, ...against].some((voter) => isSameAddress(voter, account));
    return voted ? clientError("alreadyVoted", { account, id }) : undefined;
  }
  if (!isSameAddress(proposer, account)) return clientError("notProposer", { id, proposer });
  // A vote on one that has run out still counts; it can only no more be revoked.
  return status === "expired" ? clientError("proposalExpired", { id, lastBlock }) : undefined;
}

async function callRefusal(
  session: ChainSession,
  account: Address,
  { contract, method }: Operation & { kind: "callMethod" },
  options?: RequestOptions,
): Promise<Refusal> {
  if (!session.authEnabled) return undefined;
  // No record, no restriction: the contract is from before permission management.
  const admin = (await getContractAdmin(session, contract, options)) ?? "";
  if (admin === "")
    return (await isStuck(session, contract, options)) ? clientError("contractStuck", { contract }) : undefined;
  const available = await isContractAvailable(session, contract, options);
  if (!available) return clientError("contractFrozen", { contract, admin });
  const allowed = await checkMethodAuth(session, { contract, method }, account, options);
  return allowed ? undefined : clientError("methodNotAllowed", { account, contract, method, admin });
}

async function balanceRefusal(session: ChainSession, account: Address, options?: RequestOptions): Promise<Refusal> {
  const callers = await listBalanceGovernors(session, options);
  if (callers.some((caller) => isSameAddress(caller, account))) return undefined;
  return clientError("notBalanceGovernor", { account, callers: callers });
}

async function operationRefusal(
  session: ChainSession,
  account: Address,
  operation: Operation,
  options?: RequestOptions,
): Promise<Refusal> {
  switch (operation.kind) {
    case "makeDirectory":
    case "makeLink":
    case "makeTable":
      return undefined;
    case "setSystemConfig":
    case "addSealer":
    case "addObserver":
    case "setWeight":
    case "removeNode":
      return session.authEnabled ? clientError("onlyByProposal") : undefined;
    case "setTermWeight":
    case "makeShard":
    case "linkShard":
      return session.authEnabled ? governorRefusal(session, account, options) : undefined;
    case "propose":
    case "setAccountStatus":
    case "setBalanceGovernor":
      return governorRefusal(session, account, options);
    case "vote":
    case "revoke":
      return proposalRefusal(session, account, operation, options);
    case "changeBalance":
      return balanceRefusal(session, account, options);
    case "deploy":
      if (!session.authEnabled || (await hasDeployAuth(session, account, options))) return undefined;
      return clientError("deployNotAllowed", { account });
    case "setMethodAuth":
    case "setContractStatus":
      return adminRefusal(session, account, operation.contract, options);
    case "callMethod":
      return callRefusal(session, account, operation, options);
  }
}

/**
 * Asks the chain whether the account may do it, before anything is signed. Gives undefined when it may, and else the error that says
 * who may instead. Nothing is promised: another transaction may come between.
 * @throws ChainError what the queries throw: `noCommittee`, `proposalNotFound`, `builtinSwitchedOff`, transport errors.
 */
export async function checkRights(
  session: ChainSession,
  account: Address,
  operation: Operation,
  options?: RequestOptions,
): Promise<ChainError | undefined> {
  return (
    (await accountRefusal(session, account, options)) ?? (await operationRefusal(session, account, operation, options))
  );
}
