import { believedGenesis, genesisSaid, pinnedSealers, type TellingGroup } from "../../chain/profile/belief";
import type { ChainSession } from "../../chain/session";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { readGenesisContent, readGenesisHash } from "../../chain/verification/readGenesis";
import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { genesisFacts } from "../../nodeConfig/genesisFacts";
import { t } from "../../text/catalogue";
import type { Connection } from "../connection/connectionOptions";
import { WrongCommandLine } from "../options/commandLine";

/**
 * What is believed of a chain: by its `config.genesis`, else by the pin of the connection.
 * @throws WrongCommandLine where neither is there; ChainError usage `pinMismatch` for a file of another chain
 */
export async function trustOf(
  { pin }: Connection,
  session: ChainSession,
  genesis: string | undefined,
): Promise<ChainTrust> {
  const group: TellingGroup = {
    session,
    chainHash: () => readGenesisHash(session.client),
    genesisContent: () => readGenesisContent(session),
  };
  if (genesis === undefined) {
    const pinned = await pinnedSealers(group, pin);
    if (pinned) return pinned;
    throw new WrongCommandLine(t("--verify requires --genesis FILE, or a connection whose pin names its sealers"));
  }
  const facts = genesisFacts(await readGivenText(genesis, maxBytes.configuration));
  const declared = facts && genesisSaid(facts);
  if (!declared) throw new WrongCommandLine(t("{0} isn't a config.genesis that a node would take", genesis));
  const believed = await believedGenesis(group, pin, [declared]);
  if (believed) return believed;
  const { chainId, groupId } = declared.trust;
  throw clientError("pinMismatch", {
    name: genesis,
    expected: `${chainId} ${groupId}`,
    found: `${session.chainId} ${session.groupId}`,
  });
}
