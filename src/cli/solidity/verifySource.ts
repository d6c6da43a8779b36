import { clientError } from "../../chain/errors/clientError";
import { requireCode } from "../../chain/rpc/contractCode";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { verifyFile } from "../../solidity/service/verifyFile";
import { fileAndName } from "../../text/sourceNames";
import { chainTargetOf } from "./chainTargetOf";
import { compileSources, contractIn, type SourceOrigin } from "./compileSources";

/**
 * Compiles a source for the chain and compares it with the code at an address.
 * @param target the address as the person named it
 * @throws ChainError usage `noCodeAt`, `noSuchContract`, and what compiling throws
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
  const code = await requireCode(session.client, address, { target });
  const choice = { suite: session.suite.name, chain: await chainTargetOf(session), place, solc };
  const result = await compileSources([file], choice);
  if (name !== undefined || !result.files[0]?.project) contractIn(result, name);
  const [best] = verifyFile(result, code, name);
  if (!best) throw clientError("noSuchContract", { name: name ?? "", file, names: "" });
  return best;
}
