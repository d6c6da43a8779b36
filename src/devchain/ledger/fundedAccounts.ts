import { weiIn } from "../../chain/abi/numberUnits";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { seededAccounts } from "../keys/seededKeys";
import type { DevChainSettings } from "../settings/options";

/** Development accounts that are to have a balance, as 40 hex digits; none without `fund`. */
export function fundedAccounts(suite: CryptoSuite, { fund, seed, accounts }: DevChainSettings): string[] {
  return fund === 0 ? [] : seededAccounts(suite, seed, accounts).map(({ address }) => address.slice(2));
}

/** What each of them has, in wei. */
export const fundedBalance = ({ fund }: DevChainSettings): bigint => BigInt(fund) * weiIn("ether");
