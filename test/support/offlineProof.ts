import { headerLinks } from "../../src/chain/verification/headerLinks";
import type { Link, LinkName } from "../../src/chain/verification/link";
import { verifyReceipt } from "../../src/chain/verification/verifyReceipt";
import { verifyTransaction } from "../../src/chain/verification/verifyTransaction";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";

const basisOf = (suite: CryptoSuite) => ({ suite, groupId: "", chainId: "", trust: undefined });

/** Reasons of the links of these names that are not proven; one that is not there at all counts as well. */
function unproven(links: readonly Link[], names: readonly LinkName[]): string[] {
  return names.flatMap((name) => {
    const own = links.filter((link) => link.name === name);
    if (own.length === 0) return [`no ${name}`];
    return own.flatMap(({ state, reason }) => (state === "proven" ? [] : [reason]));
  });
}

/** What keeps a header, block 0 aside, from being what its hash says, signed by enough of its own sealers. */
export function headerFaults(suite: CryptoSuite, block: unknown): string[] {
  const { links, header } = headerLinks(suite, block, undefined);
  return unproven(links, header?.number === 0 ? ["header"] : ["header", "signatures"]);
}

/** What keeps a receipt from standing in a block, whatever stands there of its transaction. */
export function receiptFaults(suite: CryptoSuite, receipt: unknown, block: unknown): string[] {
  return unproven(verifyReceipt(basisOf(suite), { asked: "", receipt, transaction: {}, block }).links, [
    "hash",
    "root",
  ]);
}

/** What keeps a transaction from standing in a block. */
export function transactionFaults(suite: CryptoSuite, transaction: unknown, block: unknown): string[] {
  const answers = { asked: "", transaction, block };
  return unproven(verifyTransaction(basisOf(suite), answers).links, ["hash", "leaf", "root"]);
}
