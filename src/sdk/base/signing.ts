import { clientError } from "../../errors/clientError";
import type { Account } from "./accounts";
import type { Chain } from "./chain";

/**
 * The account that signs: the given one, or the chain's.
 * @throws ChainError usage `noAccount`
 */
export function accountOf(chain: Chain, given: Account | undefined): Account {
  const account = given ?? chain.account;
  if (account) return account;
  throw clientError("noAccount");
}
