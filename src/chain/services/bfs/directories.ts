import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import { requireCreatablePath } from "./bfsPath";
import type { BfsEntry } from "./listDirectory";

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

/** The one version that the repair exists for, as the node numbers it: 3.3.0. */
const repairedVersion = 0x0303_0000;

/** Repairs directories that a chain brought along from before 3.3. Needed once, after such an upgrade. */
export async function fixBfs(session: ChainSession, signer: Signer, options?: WriteOptions): Promise<WriteOutcome> {
  requireVersion(session, "fixBfs", "3.3.0");
  return writePrecompiled(session, signer, { contract: "BFS", function: "fixBfs", args: [repairedVersion] }, options);
}
