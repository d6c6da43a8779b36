import { randomBytes } from "node:crypto";
import type { Address } from "../../../crypto/bytes/hex";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import {
  type ContractMethod,
  checkMethodAuth,
  getMethodAuth,
  type MethodAuth,
  type MethodAuthType,
} from "./methodAuth";

/** The policy of a method, and what it comes to for an account that is on no list. */
export interface MethodAccess extends MethodAuth {
  /** What `checkMethodAuth` answers for an account that isn't named. */
  readonly outsider: boolean;
}

/**
 * The policy of a method with what the chain makes of it for an outsider: the lists alone don't show it, for a method with an empty white
 * list is closed only as long as no method of the contract has an entry (docs/protocol/governance-client.md, "Contract permissions").
 */
export async function getMethodAccess(
  session: ChainSession,
  method: ContractMethod,
  options?: RequestOptions,
): Promise<MethodAccess> {
  const unknownAccount: Address = `0x${randomBytes(20).toString("hex")}`;
  const [auth, outsider] = await Promise.all([
    getMethodAuth(session, method, options),
    checkMethodAuth(session, method, unknownAccount, options),
  ]);
  return { ...auth, outsider };
}

/** A change of a contract's method lists. */
export type MethodStep =
  | { readonly kind: "policy"; readonly method: string; readonly type: Exclude<MethodAuthType, "none"> }
  | { readonly kind: "entry"; readonly method: string; readonly account: Address; readonly open: boolean };

/** The policies of all methods of a contract that are known, by one name for each. */
type MethodPolicies = ReadonlyMap<string, MethodAuth & { readonly outsider?: boolean }>;

/**
 * Whether an account on no list can call each method, by the lists. The white entries of all methods of a contract are one table, and
 * entries of a method that has no white list at the moment are not shown: that there are some is seen by a method with an empty white list
 * that is open.
 */
function open(policies: MethodPolicies): ReadonlySet<string> {
  const white = [...policies].filter(([, { type }]) => type === "whiteList");
  const filled = white.some(([, auth]) => hasEntries(auth) || auth.outsider === true);
  const closed = new Set(white.filter(([, auth]) => hasEntries(auth) || !filled).map(([method]) => method));
  return new Set([...policies.keys()].filter((method) => !closed.has(method)));
}

const hasEntries = (auth: MethodAuth): boolean => auth.open.length + auth.closed.length > 0;

/** Methods that every account can call after the step and could not before, other than by what the step says of its own method. */
export function methodsOpenedBy(policies: MethodPolicies, step: MethodStep): readonly string[] {
  const after = new Map(policies);
  const now = policies.get(step.method) ?? { type: "none", open: [], closed: [] };
  const lists: MethodAuth = { type: now.type, open: now.open, closed: now.closed };
  after.set(step.method, step.kind === "policy" ? policyOf(now, step.type) : withEntry(lists, step));
  const before = open(policies);
  return [...open(after)].filter((method) => policies.has(method) && !before.has(method));
}

/** The other list of the method is not shown: it counts as empty. */
const policyOf = (now: MethodAuth & { readonly outsider?: boolean }, type: Exclude<MethodAuthType, "none">) =>
  now.type === type ? now : { type, open: [], closed: [] };

function withEntry(auth: MethodAuth, { account, open }: MethodStep & { kind: "entry" }): MethodAuth {
  if (auth.type === "none") return auth;
  const others = (list: readonly Address[]): readonly Address[] =>
    list.filter((address) => address.toLowerCase() !== account.toLowerCase());
  return {
    ...auth,
    open: open ? [...others(auth.open), account] : others(auth.open),
    closed: open ? others(auth.closed) : [...others(auth.closed), account],
  };
}
