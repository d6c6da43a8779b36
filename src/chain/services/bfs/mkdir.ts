import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireCreatablePath } from "./bfsPath";

/**
 * Makes a directory below `/apps` or `/tables`, missing parents included. Every account may.
 * @throws ChainError usage `bfsPath…` before signing, `precompiled` −53002 when it is there already, −53003 when something else is in the
 * way.
 */
export async function mkdir(
  session: ChainSession,
  signer: Signer,
  path: string,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireCreatablePath(session, path);
  return writePrecompiled(session, signer, { contract: "BFS", function: "mkdir", args: [path] }, options);
}
