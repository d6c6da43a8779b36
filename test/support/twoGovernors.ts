import { propose } from "../../src/chain/services/governance/propose";
import type { ChainSession } from "../../src/chain/session";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";

/** Makes the chain's two accounts governors who must agree: neither has the rates alone. */
export async function twoGovernors(session: ChainSession, seed: string): Promise<[Signer, Signer]> {
  const [first, second] = seededAccounts(session.suite, seed, 2).map(({ privateKey }) =>
    privateKeySigner(session.suite, typeof privateKey === "string" ? hexToBytes(privateKey) : privateKey),
  );
  if (!first || !second) throw new Error("the chain has two accounts");
  await propose(session, first, { kind: "setGovernorWeight", account: second.address, weight: 1 });
  await propose(session, first, { kind: "setRate", participatesRate: 60, winRate: 60 });
  return [first, second];
}
