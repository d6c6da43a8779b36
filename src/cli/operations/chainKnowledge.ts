import { believedGenesis, pinnedSealers, type StatedGenesis, statedGenesis } from "../../chain/profile/belief";
import { resolveAddress } from "../../chain/services/bfs/readLink";
import type { ChainSession } from "../../chain/session";
import { readGenesisContent, readGenesisHash } from "../../chain/verification/readGenesis";
import type { Hex } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { installedPatterns } from "../../files/leftOutFolders";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import { genesisFacts } from "../../nodeConfig/genesisFacts";
import type { AddressResolver } from "../../operations/model/fields";
import type { OperationContext } from "../../operations/model/operation";
import { terminalAudit } from "../audit/terminalAudit";
import { type Connection, connectionText } from "../connection/connectionOptions";
import { devAccount } from "../contract/contractContext";
import { recordedProxy, terminalTarget } from "../contract/terminalTarget";
import { foreignHosts } from "../options/foreignHosts";
import { terminalQuestion } from "../output/terminalQuestion";
import { cliServices, terminalServices } from "./cliServices";
import type { OperationRun } from "./performOperation";
import { terminalNames } from "./terminalNames";

/** Where an operation of a command line is done: the chain of its connection, and what a terminal knows of it. */
export async function terminalPlace(
  session: ChainSession,
  connection: Connection,
  signer: Signer | undefined,
): Promise<OperationRun> {
  return {
    session,
    signer,
    access: connection.access,
    connection: connectionText(connection),
    resolve: addressResolver(session, connection),
    known: { ...chainKnowledge(session, connection), services: terminalServices(session, connection) },
    names: () => terminalNames(session, connection),
    question: terminalQuestion(),
    audit: await terminalAudit(connection, { session, signer }),
  };
}

/** On this machine `dev0` stands for that development account, as its key is public. */
const devAddress =
  (session: ChainSession, { urls }: Pick<Connection, "urls">): NonNullable<OperationContext["addressOf"]> =>
  async (word) =>
    foreignHosts(urls).length === 0 ? (await devAccount(session, word))?.address : undefined;

/**
 * What stands for an address: a BFS path, a development account, and of a contract the name of a proxy that the project keeps.
 * @throws ChainError usage `badTarget`, `notALink`, `severalProxies`, `proxyRecordsWrong`
 */
export function addressResolver(session: ChainSession, connection: Pick<Connection, "urls">): AddressResolver {
  const dev = devAddress(session, connection);
  return async (given, kind) =>
    (await dev(given)) ?? (kind === "contract" ? terminalTarget(session, given) : resolveAddress(session, given));
}

const maxFiles = 50;
const deepest = 8;

/** What the config.genesis files below a folder say. One that can't be read says nothing. */
async function genesisFiles(folder: string): Promise<readonly StatedGenesis[]> {
  const { glob } = await import("tinyglobby");
  const found = await glob("**/config.genesis", {
    cwd: folder,
    ignore: installedPatterns,
    deep: deepest,
    followSymbolicLinks: false,
  });
  const read = found
    .sort()
    .slice(0, maxFiles)
    .map(async (file) => {
      const path = namedPath(file, folder);
      const text = path && (await readRegularTextIfAny(path, maxBytes.configuration).catch(() => undefined));
      const facts = text === undefined ? undefined : genesisFacts(text);
      return facts && statedGenesis(facts);
    });
  return (await Promise.all(read)).filter((each) => each !== undefined);
}

/** What the person says of a chain beside what its nodes say: its pin, what a folder of theirs describes, its archive. */
export function chainKnowledge(
  session: ChainSession,
  { pin, archive, workspace, urls }: Pick<Connection, "pin" | "archive" | "workspace" | "urls">,
): Required<Pick<OperationContext, "trust" | "services" | "addressOf">> {
  const group = {
    session,
    chainHash: async () => (await readGenesisHash(session.client)).toLowerCase() as Hex,
    genesisContent: () => readGenesisContent(session),
  };
  const dev = devAddress(session, { urls });
  return {
    trust: async () =>
      (await pinnedSealers(group, pin)) ??
      (workspace === undefined ? undefined : await believedGenesis(group, pin, await genesisFiles(workspace))),
    services: cliServices(session, { archive }),
    addressOf: async (word) => (await dev(word)) ?? (await recordedProxy(session, word))?.address,
  };
}
