import * as vscode from "vscode";
import { getBlockByNumber } from "../../../chain/rpc/getBlockByNumber";
import type { ChainTrust } from "../../../chain/verification/chainTrust";
import { genesisHash, sealersInGenesisText } from "../../../chain/verification/genesisText";
import { sealerSet } from "../../../chain/verification/sealerSet";
import { type Hex, hexToBytes } from "../../../crypto/hex";
import { cryptoSuite } from "../../../crypto/suites";
import type { GenesisFacts } from "../../../facts/genesisFacts";
import { genesisFacts } from "../../../nodeConfig/genesisFacts";
import { mostBytes, readWhole } from "../../kit/files/readFile";
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
    // the same sealer twice: nodes start with it, and nobody can say what it means
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
export async function genesisFiles(): Promise<GenesisFile[]> {
  if (!vscode.workspace.isTrusted) return [];
  const uris = await vscode.workspace.findFiles("**/config.genesis", "**/node_modules/**", mostFiles);
  const read = await Promise.all(uris.map((uri) => readGenesisFile(uri).catch(() => undefined)));
  return read.filter((each) => each !== undefined);
}

/** Whether the file is that of this group, as far as names and genesis hash say. */
export function describes({ facts, trust }: GenesisFile, group: ChainGroup): boolean {
  const { session } = group;
  return (
    facts.chainId === session.chainId &&
    facts.groupId === session.groupId &&
    (facts.sm ? "sm" : "standard") === session.suite.name &&
    (trust.genesisHash === undefined || trust.genesisHash === group.genesisHash.toLowerCase())
  );
}

const ownChains = new WeakMap<ChainGroup, Promise<ChainTrust | undefined>>();

/** The embedded chain is a process of this window, asked over loopback: its own genesis block says who seals. */
function ownChain(group: ChainGroup): Promise<ChainTrust | undefined> {
  const known = ownChains.get(group);
  if (known) return known;
  const found = askOwnChain(group);
  ownChains.set(group, found);
  found.catch(() => ownChains.delete(group));
  return found;
}

async function askOwnChain(group: ChainGroup): Promise<ChainTrust | undefined> {
  const { chainId, groupId, client } = group.session;
  const { extraData } = await getBlockByNumber(client, 0, "header");
  const sealers = sealersInGenesisText(new TextDecoder().decode(hexToBytes(extraData)));
  const genesis = group.genesisHash.toLowerCase() as Hex;
  return sealers && { source: "ownChain", chainId, groupId, sealers, height: 0, genesisHash: genesis };
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
      ...(own.genesisHash === undefined ? {} : { genesisHash: own.genesisHash }),
    };
  }
  if (group.connection.origin === "embedded") return ownChain(group);
  const files = (await genesisFiles()).filter((file) => describes(file, group));
  const found = files.find(({ trust }) => own?.genesisHash === undefined || own.genesisHash === trust.genesisHash);
  return found?.trust;
}
