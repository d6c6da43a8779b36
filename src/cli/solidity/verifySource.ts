import { contractNotFound } from "../../chain/artifact/contractNotFound";
import { verifyRunning } from "../../chain/proxy/verifyRunning";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { verifyFile } from "../../solidity/service/verifyFile";
import { fileAndName } from "../../text/sourceNames";
import { chainTargetOf } from "./chainTargetOf";
import { compileSources, contractIn, type SourceOrigin } from "./compileSources";

/**
 * Compiles a source for the chain and compares it with the code that runs at an address, of a proxy with that of its implementation.
 * @param target the address as the person named it
 * @throws ChainError usage `noCodeAt`, `noSuchContract`, `proxyUnreadable`, and what compiling throws
 */
export async function verifySource(
  session: ChainSession,
  address: Address,
  {
    target = address,
    source,
    solc,
    place,
  }: {
    readonly target?: string;
    readonly source: string;
    readonly solc?: string | undefined;
    readonly place?: SourceOrigin;
  },
) {
  const { file, name } = fileAndName(source);
  const choice = { suite: session.suite.name, chain: await chainTargetOf(session), place, solc };
  const result = await compileSources([file], choice);
  if (name !== undefined || !result.files[0]?.project) contractIn(result, name);
  const named = target === address ? {} : { name: target };
  const verified = await verifyRunning(session, address, (code) => verifyFile(result, code, name)[0], {
    target,
    ...named,
  });
  if (!verified) throw contractNotFound(file, name, undefined);
  return verified;
}
