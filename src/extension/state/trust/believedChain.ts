import * as vscode from "vscode";
import { ChainError } from "../../../chain/errors/chainError";
import { getBlockByNumber } from "../../../chain/rpc/getBlockByNumber";
import type { ChainTrust } from "../../../chain/verification/chainTrust";
import { genesisHash, sealersInGenesisText } from "../../../chain/verification/genesisText";
import { headerLinks } from "../../../chain/verification/headerLinks";
import { sealerSet } from "../../../chain/verification/sealerSet";
import { type Hex, hexToBytes } from "../../../crypto/bytes/hex";
import { cryptoSuite } from "../../../crypto/suites";
import type { GenesisFacts } from "../../../facts/genesisFacts";
import { mostBytes } from "../../../files/regularFile";
import { genesisFacts } from "../../../nodeConfig/genesisFacts";
import { readWhole } from "../../kit/files/readFile";
import type { ChainGroup } from "../connections/chainGroup";

/** A chain that a `config.genesis` of the workspace describes. */
export interface GenesisFile {
  readonly uri: vscode.Uri;
  readonly facts: GenesisFacts;
  readonly trust: ChainTrust;
}

const mostFiles = 50;

function trustOf(facts: GenesisFacts): ChainTrust | undefined {
  try {
    const hash = genesisHash(cryptoSuite(facts.sm ? "sm" : "standard"), facts);
    return {
      source: "genesisFile",
      chainId: facts.chainId,
      groupId: facts.groupId,
      sealers: sealerSet(facts.sealers),
      height: 0,
      ...(hash === undefined ? {} : { genesisHash: hash }),
    };
  } catch (error) {
    // the same sealer twice: nodes start with it, and no one can say what it means
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads one file; undefined where a node would refuse it. */
export async function readGenesisFile(uri: vscode.Uri): Promise<GenesisFile | undefined> {
  const facts = genesisFacts(new TextDecoder().decode(await readWhole(uri, mostBytes.configuration)));
  const trust = facts && trustOf(facts);
  return facts && trust ? { uri, facts, trust } : undefined;
}

/** The chains that files of the workspace describe. What an untrusted workspace says is worth nothing. */
async function genesisFiles(): Promise<GenesisFile[]> {
  if (!vscode.workspace.isTrusted) return [];
  const uris = await vscode.workspace.findFiles("**/config.genesis", "**/node_modules/**", mostFiles);
  const read = await Promise.all(uris.map((uri) => readGenesisFile(uri).catch(() => undefined)));
  return read.filter((each) => each !== undefined);
}

/**
 * Whether the file is that of this group, as far as names and the content of block 0 say: not by the hash by which the chain goes, which a
 * node gives block 0 when it executes it.
 * @throws ChainError what a request throws, where block 0 has to be asked for.
 */
export async function describes({ facts, trust }: GenesisFile, group: ChainGroup): Promise<boolean> {
  const { session } = group;
  if (facts.chainId !== session.chainId || facts.groupId !== session.groupId) return false;
  if ((facts.sm ? "sm" : "standard") !== session.suite.name) return false;
  if (trust.genesisHash === undefined || trust.genesisHash === group.genesisHash.toLowerCase()) return true;
  return trust.genesisHash === (await group.genesisContent());
}

/** The files of the workspace that are of this group. */
export async function filesOf(group: ChainGroup): Promise<GenesisFile[]> {
  const files = await genesisFiles();
  const own = await Promise.all(files.map((file) => describes(file, group)));
  return files.filter((_, index) => own[index]);
}

/** What the embedded chain's own genesis block says. */
class OwnChain {
  trust: Promise<ChainTrust | undefined> | undefined;
}

/** The embedded chain is a process of this window, asked over loopback: its own genesis block says who seals. */
function ownChain(group: ChainGroup): Promise<ChainTrust | undefined> {
  const own = group.kept.of(OwnChain);
  if (!own.trust) {
    own.trust = askOwnChain(group);
    own.trust.catch(() => {
      own.trust = undefined;
    });
  }
  return own.trust;
}

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
 * What a pinned hash says: it is that of block 0's content, unless the chain goes by it and its block 0 has another content
 * (`requirePinned` has seen that it is one of both).
 */
async function pinnedGenesis(
  group: ChainGroup,
  pinned: Hex | undefined,
): Promise<Pick<ChainTrust, "genesisHash" | "chainHash">> {
  if (pinned === undefined) return {};
  const isName = pinned === group.genesisHash.toLowerCase() && pinned !== (await group.genesisContent());
  return isName ? { chainHash: pinned } : { genesisHash: pinned };
}

/** Whether the sealers of a file signed a block 1 whose parent is the pinned one: nothing else binds that hash to what the file says. */
async function signedChild(group: ChainGroup, trust: ChainTrust, parent: Hex): Promise<boolean> {
  try {
    const block = await getBlockByNumber(group.session.client, 1, "header");
    const { links } = headerLinks(group.session.suite, block, trust);
    return links.every(({ state }) => state === "proven") && block.parentInfo[0]?.blockHash.toLowerCase() === parent;
  } catch (error) {
    // at height 0 no one has signed anything
    if (error instanceof ChainError && error.kind === "rpc") return false;
    throw error;
  }
}

/**
 * What is believed of a group without asking it: what the user pinned, else a `config.genesis` in the workspace that is of this chain.
 * A pinned genesis hash holds for the file too.
 */
export async function believedChain(group: ChainGroup): Promise<ChainTrust | undefined> {
  const { pin } = group.connection.profile;
  const own = pin?.groups.get(group.groupId);
  if (pin && own?.sealers) {
    return {
      source: "pinned",
      chainId: pin.chainId,
      groupId: group.groupId,
      sealers: own.sealers,
      height: own.height,
      ...(await pinnedGenesis(group, own.genesisHash)),
    };
  }
  if (group.connection.origin === "embedded") return ownChain(group);
  const pinned = await pinnedGenesis(group, own?.genesisHash);
  const isPinned = ({ genesisHash }: ChainTrust): boolean =>
    pinned.genesisHash === undefined || pinned.genesisHash === genesisHash;
  for (const { trust } of await filesOf(group)) {
    if (!isPinned(trust)) continue;
    if (pinned.chainHash === undefined) return trust;
    if (await signedChild(group, trust, pinned.chainHash)) return { ...trust, chainHash: pinned.chainHash };
  }
  return undefined;
}
