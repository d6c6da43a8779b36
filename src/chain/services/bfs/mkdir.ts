import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writeBuiltin } from "../builtinCall";
import { requireCreatablePath } from "./bfsPath";

/**
 * Makes a directory below `/apps` or `/tables`, missing parents included. Anybody may.
 * @throws ChainError usage `bfsPath…` before signing, `precompiled` −53002 when it is there already, −53003 when something else is in the way.
 */
export async function mkdir(
  session: ChainSession,
  signer: Signer,
  path: string,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireCreatablePath(session, path);
  return writeBuiltin(session, signer, { contract: "BFS", function: "mkdir", args: [path] }, options);
}
