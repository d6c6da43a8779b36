import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireCreatablePath } from "./bfsPath";
import type { BfsEntry } from "./listDirectory";

/** Makes an entry of a type, missing parents included. The node means it for its own use; for a directory, `mkdir` is the way. */
export async function touch(
  session: ChainSession,
  signer: Signer,
  path: string,
  type: BfsEntry["type"],
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireCreatablePath(session, path);
  return writePrecompiled(session, signer, { contract: "BFS", function: "touch", args: [path, type] }, options);
}
