import { isAddress } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { atLeast } from "../../../text/versions";
import { firstOwnAddress } from "../../abi/precompiledNames";
import { questionsFor } from "../../client/client";
import { getCode } from "../../rpc/contractCode";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireCreatablePath } from "./bfsPath";

interface LinkRequest {
  /** Absolute, below `/apps`: `/apps/Hello/1.0`. */
  readonly path: string;
  readonly address: string;
  /** ABI text to keep with the link. */
  readonly abi?: string;
}

/**
 * The path below `/apps`, as the node takes it, where a link can be.
 * @throws ChainError usage `linkOutsideApps`, `bfsPath…`, `linkForm` (chains before 3.1)
 */
export function requireLinkPath(session: ChainSession, path: string): string {
  if (!path.startsWith("/apps/")) throw clientError("linkOutsideApps", { path });
  requireCreatablePath(session, path);
  const inApps = path.slice("/apps".length);
  if (!takesDeepLinks(session) && inApps.split("/").length !== 3) throw clientError("linkForm", { path });
  return inApps;
}

/** Before, a link is a name and a version. */
const takesDeepLinks = ({ compatibilityVersion }: ChainSession): boolean => atLeast(compatibilityVersion, "3.1.0");

/**
 * Makes a link to a contract, or points an existing one elsewhere. Every account may, also over the link of another account.
 *
 * The node takes the path relative to `/apps` and checks neither address nor target, so both are checked here.
 * @throws ChainError usage `linkOutsideApps`, `bfsPath…`, `badTarget`, `linkTargetMissing`, `linkForm` (chains before 3.1) before
 * signing; `precompiled` −53002 when something else than a link is there.
 */
export async function link(
  session: ChainSession,
  signer: Signer,
  request: LinkRequest,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const { path, address, abi = "" } = request;
  const inApps = requireLinkPath(session, path);
  if (!isAddress(address)) throw clientError("badTarget", { given: address });
  if (BigInt(address) >= firstOwnAddress) {
    const code = await getCode(session.client, address, questionsFor(options));
    if (code === "" || code === "0x") throw clientError("linkTargetMissing", { address });
  }
  if (takesDeepLinks(session)) {
    const args = [inApps, address, abi];
    return writePrecompiled(
      session,
      signer,
      { contract: "BFS", function: "link(string,string,string)", args },
      options,
    );
  }
  const [, name, version] = inApps.split("/");
  const args = [name, version, address, abi];
  return writePrecompiled(
    session,
    signer,
    { contract: "BFS", function: "link(string,string,string,string)", args },
    options,
  );
}
