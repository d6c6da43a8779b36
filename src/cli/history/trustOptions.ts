import { genesisSaid } from "../../chain/profile/belief";
import { clientError } from "../../chain/errors/clientError";
import type { ChainSession } from "../../chain/session";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { readGenesisContent, readGenesisHash } from "../../chain/verification/readGenesis";
import { mostBytes, readGivenText } from "../../files/regularFile";
import { genesisFacts } from "../../nodeConfig/genesisFacts";
import { t } from "../../text/catalogue";
import type { Connection } from "../connection/connectionOptions";
import { WrongCommandLine } from "../options/commandLine";

/** What the pin of a connection by name says of the group, where it names sealers. */
async function pinnedTrust({ pin }: Connection, session: ChainSession): Promise<ChainTrust | undefined> {
  const { chainId, groupId } = session;
  const group = pin?.chainId === chainId ? pin.groups.get(groupId) : undefined;
  if (!group?.sealers) return undefined;
  const { sealers, height, genesisHash } = group;
  const common = { source: "pinned", chainId, groupId, sealers, height } as const;
  if (genesisHash === undefined) return common;
  // a pin may name the hash by which the chain goes, where that isn't the one of block 0's content
  const [named, content] = await Promise.all([readGenesisHash(session.client), readGenesisContent(session)]);
  return genesisHash === named && named !== content
    ? { ...common, chainHash: genesisHash }
    : { ...common, genesisHash };
}

/**
 * What is believed of a chain: by its `config.genesis`, else by the pin of the connection.
 * @throws WrongCommandLine where neither is there; ChainError usage `pinMismatch` for a file of another chain
 */
export async function trustOf(
  connection: Connection,
  session: ChainSession,
  genesis: string | undefined,
): Promise<ChainTrust> {
  if (genesis === undefined) {
    const pinned = await pinnedTrust(connection, session);
    if (pinned) return pinned;
    throw new WrongCommandLine(t("--verify requires --genesis FILE, or a connection whose pin names its sealers"));
  }
  const facts = genesisFacts(await readGivenText(genesis, mostBytes.configuration));
  const trust = facts && genesisSaid(facts)?.trust;
  if (!trust) throw new WrongCommandLine(t("{0} isn't a config.genesis that a node would take", genesis));
  const { chainId, groupId } = session;
  if (trust.chainId !== chainId || trust.groupId !== groupId) {
    const found = `${chainId} ${groupId}`;
    throw clientError("pinMismatch", { name: genesis, expected: `${trust.chainId} ${trust.groupId}`, found });
  }
  return trust;
}
