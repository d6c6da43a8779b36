import type { Hex } from "../../crypto/bytes/hex";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import type { GenesisFacts } from "../../facts/genesisFacts";
import { getBlockByNumber } from "../rpc/blocks";
import type { ChainSession } from "../session";
import type { ChainTrust } from "../verification/chainTrust";
import { genesisHash } from "../verification/genesisText";
import { headerLinks } from "../verification/headerLinks";
import { sealerSet } from "../verification/sealerSet";
import type { ChainPin } from "./chainPin";

/** What a config.genesis says of its chain, and what is believed where the person trusts the file. */
export interface StatedGenesis {
  readonly facts: GenesisFacts;
  readonly trust: ChainTrust;
}

/** A group of a chain, as far as it tells which chain it is. */
export interface TellingGroup {
  readonly session: ChainSession;
  /** The hash by which the chain goes, as a node tells it. */
  chainHash(): Promise<Hex>;
  /** The hash of block 0's content. */
  genesisContent(): Promise<Hex>;
}

/** What a config.genesis says; undefined where it says what can't be meant. */
export function statedGenesis(facts: GenesisFacts): StatedGenesis | undefined {
  try {
    const hash = genesisHash(cryptoSuite(facts.sm ? "sm" : "standard"), facts);
    const trust: ChainTrust = {
      source: "genesisFile",
      chainId: facts.chainId,
      groupId: facts.groupId,
      sealers: sealerSet(facts.sealers),
      height: 0,
      ...(hash === undefined ? {} : { genesisHash: hash }),
    };
    return { facts, trust };
  } catch (error) {
    // the same sealer twice: nodes start with it, and what it means isn't known
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Whether a config.genesis is that of this group, as far as names and the content of block 0 say: not by the hash by which the chain goes,
 * which a node gives block 0 when it executes it.
 * @throws ChainError what a request throws, where block 0 has to be asked for.
 */
export async function isGenesisOf({ facts, trust }: StatedGenesis, group: TellingGroup): Promise<boolean> {
  const { session } = group;
  if (facts.chainId !== session.chainId || facts.groupId !== session.groupId) return false;
  if ((facts.sm ? "sm" : "standard") !== session.suite.name) return false;
  if (trust.genesisHash === undefined || trust.genesisHash === (await group.chainHash())) return true;
  return trust.genesisHash === (await group.genesisContent());
}

/**
 * What a pinned hash says: it is that of block 0's content, unless the chain goes by it and its block 0 has another content
 * (`requirePinned` has seen that it is one of both).
 */
async function pinnedGenesis(
  group: TellingGroup,
  pinned: Hex | undefined,
): Promise<Pick<ChainTrust, "genesisHash" | "chainHash">> {
  if (pinned === undefined) return {};
  const isName = pinned === (await group.chainHash()) && pinned !== (await group.genesisContent());
  return isName ? { chainHash: pinned } : { genesisHash: pinned };
}

/** Whether the sealers of a file signed a block 1 whose parent is the pinned one: nothing else binds that hash to what the file says. */
async function signedChild({ session }: TellingGroup, trust: ChainTrust, parent: Hex): Promise<boolean> {
  try {
    const block = await getBlockByNumber(session.client, 1, "header");
    const { links } = headerLinks(session.suite, block, trust);
    return links.every(({ state }) => state === "proven") && block.parentInfo[0]?.blockHash.toLowerCase() === parent;
  } catch (error) {
    // at height 0 nothing is signed
    if (error instanceof ChainError && error.kind === "rpc") return false;
    throw error;
  }
}

/** What a pin says of a group's sealers; undefined where it names none. @throws ChainError what a request throws */
export async function pinnedSealers(group: TellingGroup, pin: ChainPin | undefined): Promise<ChainTrust | undefined> {
  const { groupId } = group.session;
  const own = pin?.groups.get(groupId);
  if (!pin || !own?.sealers) return undefined;
  return {
    source: "pinned",
    chainId: pin.chainId,
    groupId,
    sealers: own.sealers,
    height: own.height,
    ...(await pinnedGenesis(group, own.genesisHash)),
  };
}

/**
 * What a config.genesis of this group says, out of those that the person trusts; a pinned genesis hash holds for it too.
 * @throws ChainError what a request throws
 */
export async function believedGenesis(
  group: TellingGroup,
  pin: ChainPin | undefined,
  files: readonly StatedGenesis[],
): Promise<ChainTrust | undefined> {
  const pinned = await pinnedGenesis(group, pin?.groups.get(group.session.groupId)?.genesisHash);
  for (const file of files) {
    const { trust } = file;
    if (pinned.genesisHash !== undefined && pinned.genesisHash !== trust.genesisHash) continue;
    if (!(await isGenesisOf(file, group))) continue;
    if (pinned.chainHash === undefined) return trust;
    if (await signedChild(group, trust, pinned.chainHash)) return { ...trust, chainHash: pinned.chainHash };
  }
  return undefined;
}
