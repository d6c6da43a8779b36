import * as vscode from "vscode";
import {
  believedGenesis,
  isGenesisOf,
  pinnedSealers,
  type StatedGenesis,
  statedGenesis,
  type TellingGroup,
} from "../../../chain/profile/belief";
import { getBlockByNumber } from "../../../chain/rpc/blocks";
import type { ChainTrust } from "../../../chain/verification/chainTrust";
import { sealersInGenesisText } from "../../../chain/verification/genesisText";
import { type Hex, hexToBytes } from "../../../crypto/bytes/hex";
import { maxBytes } from "../../../files/regularFile";
import { genesisFacts } from "../../../nodeConfig/genesisFacts";
import { AskedOnce } from "../../../time/askedOnce";
import { installedFolders } from "../../kit/files/foreignFolders";
import { readWhole } from "../../kit/files/readFile";
import type { ChainGroup } from "../connections/chainGroup";

/** A chain that a `config.genesis` of the workspace describes. */
interface GenesisFile extends StatedGenesis {
  readonly uri: vscode.Uri;
}

const maxFiles = 50;

/** Reads one file; undefined where a node would refuse it. */
export async function readGenesisFile(uri: vscode.Uri): Promise<GenesisFile | undefined> {
  const facts = genesisFacts(new TextDecoder().decode(await readWhole(uri, maxBytes.configuration)));
  const declared = facts && statedGenesis(facts);
  return declared && { uri, ...declared };
}

/** The chains that files of the workspace describe. What an untrusted workspace says is worth nothing. */
async function genesisFiles(): Promise<GenesisFile[]> {
  if (!vscode.workspace.isTrusted) return [];
  const uris = await vscode.workspace.findFiles("**/config.genesis", installedFolders.glob, maxFiles);
  const read = await Promise.all(uris.map((uri) => readGenesisFile(uri).catch(() => undefined)));
  return read.filter((each) => each !== undefined);
}

const telling = (group: ChainGroup): TellingGroup => ({
  session: group.session,
  chainHash: async () => group.genesisHash.toLowerCase() as Hex,
  genesisContent: () => group.genesisContent(),
});

/** Whether the file is that of this group. @throws ChainError what a request throws */
export const describes = (file: StatedGenesis, group: ChainGroup): Promise<boolean> =>
  isGenesisOf(file, telling(group));

/** The files of the workspace that are of this group. */
export async function filesOf(group: ChainGroup): Promise<GenesisFile[]> {
  const files = await genesisFiles();
  const own = await Promise.all(files.map((file) => describes(file, group)));
  return files.filter((_, index) => own[index]);
}

/** What the embedded chain's own genesis block says. */
class OwnChain extends AskedOnce<ChainTrust | undefined> {}

/** The embedded chain is a process of this window, asked over loopback: its own genesis block says who seals. */
const ownChain = (group: ChainGroup): Promise<ChainTrust | undefined> =>
  group.kept.of(OwnChain).get(() => askOwnChain(group));

async function askOwnChain(group: ChainGroup): Promise<ChainTrust | undefined> {
  const { chainId, groupId, client } = group.session;
  const [{ extraData }, genesisHash] = await Promise.all([
    getBlockByNumber(client, 0, "header"),
    group.genesisContent(),
  ]);
  const sealers = sealersInGenesisText(new TextDecoder().decode(hexToBytes(extraData)));
  const chainHash = group.genesisHash.toLowerCase() as Hex;
  return sealers && { source: "ownChain", chainId, groupId, sealers, height: 0, genesisHash, chainHash };
}

/**
 * What is believed of a group without asking it: what the user pinned, else a `config.genesis` in the workspace that is of this chain.
 * A pinned genesis hash holds for the file too.
 */
export async function believedChain(group: ChainGroup): Promise<ChainTrust | undefined> {
  const { pin } = group.connection.profile;
  const pinned = await pinnedSealers(telling(group), pin);
  if (pinned) return pinned;
  if (group.connection.origin === "embedded") return ownChain(group);
  return believedGenesis(telling(group), pin, await genesisFiles());
}
