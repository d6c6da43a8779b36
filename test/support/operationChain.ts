// An embedded chain in this process with its accounts as signers, for operations of the catalogue.
import { createClient } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import type { ChainSession } from "../../src/chain/session";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import type { OperationContext } from "../../src/operations/model/operation";
import { ChainInProcess, transportTo } from "./chainInProcess";

export interface OperationChain {
  readonly session: ChainSession;
  /** The first is the governor where there is a committee. */
  readonly signers: readonly [Signer, Signer];
  /** What an operation is prepared on for one of them. */
  as(signer: Signer): OperationContext;
  close(): void;
}

export async function operationChain(options: DevChainOptions = {}): Promise<OperationChain> {
  const chain = await ChainInProcess.start({ accounts: 2, ...options });
  const session = await openSession(createClient(transportTo(chain), "group0"));
  const keys = seededAccounts(session.suite, chain.network.settings.seed, 2);
  const [first, second] = keys.map(({ privateKey }) => privateKeySigner(session.suite, hexToBytes(privateKey)));
  if (!first || !second) throw new Error("the chain has two accounts");
  return {
    session,
    signers: [first, second],
    as: ({ address }) => ({
      session,
      account: address,
      ownAccounts: [first.address, second.address],
      services: { embedded: async () => session.client },
    }),
    close: () => chain.close(),
  };
}
