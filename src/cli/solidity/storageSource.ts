import { isEmbedded } from "../../chain/dev/devPowers";
import { getCode } from "../../chain/rpc/contractCode";
import type { ChainSession } from "../../chain/session";
import type { Hex } from "../../crypto/bytes/hex";
import type { InspectionOrder } from "../../debugger/inspect/messages";
import { chainTargetOf } from "./chainTargetOf";

type StorageSource = Extract<InspectionOrder, { kind: "storage" }>["from"];

interface Named {
  readonly urls: readonly string[];
  readonly token?: string | undefined;
  /** The web3 port that is named. */
  readonly web3?: string | undefined;
  /** Most blocks to execute again. */
  readonly blocks?: number | undefined;
}

/** Where the words of a storage come from: the web3 port that is named, the embedded chain, or else all blocks of the chain. */
export async function storageSource(
  session: ChainSession,
  { urls: [url = ""], token, web3, blocks }: Named,
  address: Hex,
): Promise<StorageSource> {
  const { group } = session.client;
  if (web3 !== undefined) {
    const target = await chainTargetOf(session);
    const code = await getCode(session.client, address);
    return { kind: "web3", url: web3, code, suite: session.suite.name, target };
  }
  if (await isEmbedded(session.client))
    return { kind: "embedded", url, group, ...(token === undefined ? {} : { token }) };
  return { kind: "rebuilt", url, group, ...(blocks === undefined ? {} : { blocks }) };
}
