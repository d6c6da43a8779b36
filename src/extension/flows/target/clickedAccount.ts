import { type Address, isAddress } from "../../../crypto/hex";

/** The account of a clicked line: of the Accounts view, or a governor of the Governance view. */
export function clickedAccount(target: unknown): Address | undefined {
  if (typeof target !== "object" || target === null) return undefined;
  const { account, accountAddress } = target as { account?: { address?: unknown }; accountAddress?: unknown };
  const address = accountAddress ?? account?.address;
  return typeof address === "string" && isAddress(address) ? (address.toLowerCase() as Address) : undefined;
}
