import type { AbiSource } from "../../chain/abi/knownErrors";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { createClient } from "../../chain/client/client";
import { followingSession, openSession } from "../../chain/openSession";
import type { ChainSession } from "../../chain/session";
import { createHttpTransport } from "../../chain/transport/httpTransport";
import { hexToBytes } from "../../crypto/bytes/hex";
import { freshSigner, privateKeySigner } from "../../crypto/privateKeySigner";
import { adminName, type ChainVariant } from "../../scenarios/language/scenario";
import { moveOn, type RunContext, type RunSigning } from "../../scenarios/run/runContext";
import { sourceTarget } from "../../text/sourceNames";
import { commandAudit } from "../audit/terminalAudit";
import { inProject, withSession } from "../connection/connect";
import { requireSigning, requireWriteAccess } from "../connection/requireSigning";
import { terminalAsk } from "../connection/terminalConsent";
import { loadArtifact } from "../contract/artifactFile";
import { accountOf, signerOf } from "../contract/contractContext";
import { cliServices, folderServices } from "../operations/cliServices";
import { terminalQuestion } from "../output/terminalQuestion";
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

/** What the run itself has compiled, wherever its sources are. */
async function abisOf(compiled: Compiled): Promise<readonly AbiSource[]> {
  const settled = await Promise.allSettled(compiled.values());
  return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value.abi] : []));
}

function common(given: ChainSession, compiled: Compiled): Omit<RunContext, "signing"> {
  const session = followingSession(inProject(given, () => abisOf(compiled)));
  return { session, contract: (path, solc) => contractFor(session, compiled, path, solc) };
}

/** Who typed the command lets the run sign on the chain that the command names, with the keys that it names. */
const keys = (session: ChainSession, { roles }: RunCommandOptions): Omit<RunSigning, "admin" | "audit"> => ({
  signer: async ({ name }) => {
    const given = roles.get(name);
    return given && accountOf(session, given);
  },
  freshSigner: () => freshSigner(session.suite),
});

/** Works on a fresh embedded chain, which ends with the work. */
export async function onEmbeddedChain<Result>(
  { suite, auth, executor, nodeVersion, compatibility, features }: ChainVariant,
  options: RunCommandOptions,
  compiled: Compiled,
  work: (context: RunContext) => Promise<Result>,
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
    const place = { url: chain.url, urls: [chain.url], token: undefined };
    const services = { embedded: async () => session.client, ...folderServices(session, place, undefined, false) };
    return await work({
      ...common(session, compiled),
      services,
      signing: { ...keys(session, options), passing: true, audit: undefined, admin, mine },
    });
  } finally {
    await transport.close();
    await chain.close();
  }
}

/** Works on the chain of `--url`. */
export function onChain<Result>(
  connection: NonNullable<RunCommandOptions["connection"]>,
  options: RunCommandOptions,
  compiled: Compiled,
  work: (context: RunContext) => Promise<Result>,
): Promise<Result> {
  return withSession(connection, async (session) => {
    // a scenario that only reads runs on a read-only connection too
    const agreement = connection.access === "readOnly" ? undefined : await requireSigning(connection);
    const given = options.roles.get(adminName);
    const admin = given && (await signerOf(session, { ...given, connection }));
    // who names a key lets transactions be signed there
    const mine = (count: number, signal: AbortSignal): Promise<void> => moveOn(session, count, signal);
    const own = keys(session, options);
    const asked: Omit<RunSigning, "admin" | "audit"> = {
      signer: async (role) => {
        requireWriteAccess(connection);
        return own.signer(role);
      },
      freshSigner: () => {
        requireWriteAccess(connection);
        return own.freshSigner();
      },
    };
    const { archive, embedded } = cliServices(session, connection);
    const asking = { archive, ...folderServices(session, connection) };
    const services = admin ? { ...asking, embedded } : asking;
    const signing = {
      ...asked,
      admin,
      ...(admin ? { mine } : {}),
      audit: commandAudit(connection, "terminal"),
      confirm: options.confirm,
      force: connection.force,
      ask: terminalAsk(terminalQuestion(), false),
      ...(agreement ? { agreement } : {}),
    };
    return work({ ...common(session, compiled), services, signing });
  });
}
