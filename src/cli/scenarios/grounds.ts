import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { createClient } from "../../chain/client";
import { openSession } from "../../chain/openSession";
import type { ChainSession } from "../../chain/session";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { hexToBytes } from "../../crypto/hex";
import { privateKeySigner } from "../../crypto/privateKeySigner";
import type { Flavour } from "../../scenarios/language/scenario";
import { freshSigner } from "../../scenarios/run/freshSigner";
import type { Ground } from "../../scenarios/run/ground";
import { moveOn } from "../../scenarios/run/moveOn";
import { withSession } from "../connection/connect";
import { loadArtifact } from "../contract/artifactFile";
import { keyFileSigner, signerOf } from "../contract/contractGround";
import { passwordOf } from "../options/signingOptions";
import { sourceTarget } from "../solidity/sourceTarget";
import type { RunCommandOptions } from "./runOptions";

/** What was compiled for chains of the same kind: the flavours of a matrix share it. */
export type Compiled = Map<string, Promise<ContractArtifact>>;

async function contractFor(
  session: ChainSession,
  compiled: Compiled,
  path: string,
  solc: string | undefined,
): Promise<ContractArtifact> {
  if (!sourceTarget(path)) return loadArtifact(path);
  const { chainTargetOf } = await import("../solidity/chainTargetOf");
  const { compiledArtifact } = await import("../contract/compiledArtifact");
  const key = JSON.stringify([path, solc, session.suite.name, await chainTargetOf(session)]);
  const found = compiled.get(key) ?? compiledArtifact(session, path, solc);
  compiled.set(key, found);
  return found;
}

const common = (session: ChainSession, compiled: Compiled): Omit<Ground, "admin"> => ({
  session,
  contract: (path, solc) => contractFor(session, compiled, path, solc),
  signer: ({ key, passwordEnv }) =>
    keyFileSigner(session, { keyFile: key, ...passwordOf({ "password-env": passwordEnv }) }),
  freshSigner: () => freshSigner(session.suite),
});

/** Works on a fresh embedded chain, which ends with the work. */
export async function onEmbeddedChain<Result>(
  { suite, auth, executor, nodeVersion, compatibility, features }: Flavour,
  compiled: Compiled,
  work: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  const { startDevChain } = await import("../../devchain/startDevChain");
  const chain = await startDevChain({
    port: 0,
    openDev: true,
    ...(suite === undefined ? {} : { suite }),
    ...(auth === undefined ? {} : { auth }),
    ...(executor === undefined ? {} : { executorVersion: executor }),
    ...(nodeVersion === undefined ? {} : { nodeVersion }),
    ...(compatibility === undefined ? {} : { compatibilityVersion: compatibility }),
    ...(features === undefined ? {} : { features }),
  });
  const transport = createHttpTransport({ url: chain.url });
  try {
    const session = await openSession(createClient(transport, ""));
    const [first] = chain.accounts;
    const admin = first && privateKeySigner(session.suite, hexToBytes(first.privateKey));
    const mine = async (count: number): Promise<void> => {
      await transport.request("dev_mine", [session.groupId, count]);
    };
    return await work({ ...common(session, compiled), admin, mine });
  } finally {
    await transport.close();
    await chain.close();
  }
}

/** Works on the chain of `--url`. */
export function onChain<Result>(
  connection: NonNullable<RunCommandOptions["connection"]>,
  { keyFile, ...password }: RunCommandOptions,
  compiled: Compiled,
  work: (ground: Ground) => Promise<Result>,
): Promise<Result> {
  return withSession(connection, async (session) => {
    const admin = keyFile === undefined ? undefined : await signerOf(session, { keyFile, ...password });
    // who names a key lets transactions be signed there
    const mine = (count: number, signal: AbortSignal): Promise<void> => moveOn(session, count, signal);
    return work({ ...common(session, compiled), admin, ...(admin ? { mine } : {}) });
  });
}
