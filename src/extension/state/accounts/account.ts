import type { Address } from "../../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";

/** An account that can sign. Its key is not here: only `Accounts.signer` reaches it. */
export interface Account {
  readonly address: Address;
  readonly suite: CryptoSuiteName;
  readonly label: string;
  /**
   * `stored`: key in the secret storage. `development`: of the embedded chain, its key is public; gone when the chain stops. `signer`: key
   * with a remote signer or on a device, whose name is the label.
   */
  readonly origin: "stored" | "development" | "signer";
}

/** One account of each address and suite. */
export function accountId(account: Pick<Account, "suite" | "address">): string {
  return `${account.suite}:${account.address.toLowerCase()}`;
}
