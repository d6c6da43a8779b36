// What a node's chain settles for all of its nodes: the genesis block, and what they must have alike.
import { type LocalizableText, text } from "../../text/catalogue";
import { atLeast } from "../../text/versions";
import type { AcrossFinding } from "../findings/finding";
import { type GenesisDifference, genesisDifference, sealersOf } from "../settledGenesis";
import { readBool } from "../values/typedRead";
import { called, chainMates, hostOf } from "./besidePeers";
import type { FolderFacts } from "./folderFacts";

/** The folder of the chain above the hosts, as the chain builder lays them. */
const chainOf = (facts: FolderFacts): string => hostOf({ path: hostOf(facts) });

/**
 * Whether two folders are to begin with the same block: they are of one group, and no sign of two chains that lie side by side is there.
 */
function isSameChain(own: FolderFacts, other: FolderFacts, all: readonly FolderFacts[]): boolean {
  if (other.genesis === undefined || chainOf(other) !== chainOf(own)) return false;
  const [mine, theirs] = [sealersOf(own.genesis), sealersOf(other.genesis)];
  const share = mine.some((id) => theirs.includes(id));
  if (own.path === other.path || share) return true;
  if (other.group !== own.group) return false;
  // each is at home in its own chain; of collected files, none stands beside another of its chain
  if (own.consensusId !== undefined && other.consensusId !== undefined)
    return !(mine.includes(own.consensusId) && theirs.includes(other.consensusId));
  return all.some(
    (each) =>
      each !== own &&
      each !== other &&
      each.genesis !== undefined &&
      [own.genesis, other.genesis].includes(each.genesis),
  );
}

/** What is said of a difference between two files that are to settle the same. */
function differenceMessage({ section, key, values, isMoved }: GenesisDifference, other: string): LocalizableText {
  if (isMoved)
    return text(
      "{0} isn't in the same position as in {1}. The order of features is part of the genesis block. With another genesis block, the node is on another chain and never joins this one.",
      key,
      other,
    );
  const [mine, theirs] = values;
  if (section === "consensus" && key === "node.") {
    if (mine === undefined)
      return text(
        "The sealer {0} of {1} is missing here. With another genesis block, the node is on another chain and never joins this one.",
        theirs ?? "",
        other,
      );
    return theirs === undefined
      ? text(
          "{1} doesn't have the sealer {0}. With another genesis block, the node is on another chain and never joins this one.",
          mine,
          other,
        )
      : text(
          "A sealer is {0} here and {1} in {2}. With another genesis block, the node is on another chain and never joins this one.",
          mine,
          theirs,
          other,
        );
  }
  if (mine === undefined)
    return text(
      "{0} isn't set here and is {1} in {2}. With another genesis block, the node is on another chain and never joins this one.",
      key,
      theirs ?? "",
      other,
    );
  return theirs === undefined
    ? text(
        "{0} is {1} here and isn't set in {2}. With another genesis block, the node is on another chain and never joins this one.",
        key,
        mine,
        other,
      )
    : text(
        "{0} is {1} here and {2} in {3}. With another genesis block, the node is on another chain and never joins this one.",
        key,
        mine,
        theirs,
        other,
      );
}

/** A node whose file settles otherwise than those of most of its group is on another chain than they are. */
export function genesisFinding(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  if (own.genesis === undefined) return [];
  const group = all.filter((other) => isSameChain(own, other, all));
  const same = group.filter(({ genesis }) => genesis === own.genesis).length;
  const counts = new Map<string, number>();
  for (const { genesis = "" } of group) counts.set(genesis, (counts.get(genesis) ?? 0) + 1);
  const max = Math.max(...counts.values());
  if (counts.size < 2 || (same === max && [...counts.values()].filter((count) => count === max).length === 1))
    return [];
  const other = group.find(({ genesis }) => genesis !== own.genesis && counts.get(genesis ?? "") === max);
  if (!other) return [];
  const difference = genesisDifference(own.genesis, other.genesis ?? "");
  if (!difference) {
    const message = text(
      "This file differs from {0}'s. With another genesis block, the node is on another chain and never joins this one.",
      called(other, own),
    );
    return [{ rule: "genesis.differs", section: "", message }];
  }
  const { section, key, begin } = difference;
  const message = differenceMessage(difference, called(other, own));
  return [{ rule: "genesis.differs", section, key, message, ...(begin === undefined ? {} : { value: begin }) }];
}

/** Of the other nodes of the chain, one of those that have something otherwise, where most of them have. */
function differingMate(
  own: FolderFacts,
  all: readonly FolderFacts[],
  differs: (other: FolderFacts) => boolean,
): FolderFacts | undefined {
  const mates = chainMates(own, all);
  const others = mates.filter(differs);
  return others.length * 2 > mates.length ? others[0] : undefined;
}

/** Settings of config.genesis that no node compares with what it began with, and that all nodes of a chain must have alike. */
export function uncomparedFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  return uncomparedDefaults.flatMap(([id, usual]) => {
    const valueIn = ({ uncompared }: FolderFacts): string => uncompared[id] ?? usual;
    const other = differingMate(own, all, (each) => valueIn(each) !== valueIn(own));
    if (!other) return [];
    const [section = "", key = ""] = id.split(".");
    const message = text(
      "{0} is {1} here and {2} in {3}. Nodes don't compare it when they start, so this chain's nodes work with different values.",
      id,
      valueIn(own),
      valueIn(other),
      called(other, own),
    );
    return [{ rule: "genesis.differs", severity: "warning", section, key, message } as const];
  });
}
const uncomparedDefaults = [
  ["web3.chain_id", "0"],
  ["chain.block_limit", "1000"],
] as const;

/** What all nodes of a chain must have alike. */
export function alikeFindings(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const findings: AcrossFinding[] = [];
  const otherTls = differingMate(own, all, ({ smTls }) => smTls !== own.smTls);
  if (otherTls && !own.certificates?.none) {
    const message = text(
      "sm_ssl is {0} here and {1} in {2}: the two kinds of TLS can't connect with each other.",
      String(own.smTls),
      String(otherTls.smTls),
      called(otherTls, own),
    );
    findings.push({ rule: "p2p.differs", section: "p2p", key: "sm_ssl", message });
  }
  const otherRoutes = differingMate(own, all, ({ routes }) => routes !== own.routes);
  if (otherRoutes) {
    const message = text(
      "enable_rip_protocol is {0} here and {1} in {2}. It must be the same on all nodes, or their lists of peers are wrong.",
      String(own.routes),
      String(otherRoutes.routes),
      called(otherRoutes, own),
    );
    findings.push({ rule: "p2p.differs", severity: "warning", section: "p2p", key: "enable_rip_protocol", message });
  }
  const trusted = own.certificates?.authorityFingerprints ?? [];
  const otherAuthority = differingMate(own, all, ({ smTls, certificates }) => {
    const theirs = certificates?.authorityFingerprints ?? [];
    return (
      smTls === own.smTls && trusted.length > 0 && theirs.length > 0 && !theirs.some((each) => trusted.includes(each))
    );
  });
  if (otherAuthority && own.certificates && !own.certificates.foreignAuthority) {
    const message = text(
      "{0} is another CA than {1}'s: TLS between them fails.",
      own.certificates.authorityFile.name,
      called(otherAuthority, own),
    );
    findings.push({ rule: "cert.otherAuthority", section: "cert", key: own.certificates.authorityFile.key, message });
  }
  return findings;
}

/** What lines of `settledGenesis` say of the chain, with what a node takes where they say nothing. */
function linesOf(genesis: string): Record<string, unknown> {
  const written = (id: string): string | undefined =>
    genesis
      .split("\n")
      .find((line) => line.startsWith(`${id}=`))
      ?.slice(id.length + 1);
  return {
    compatibilityVersion: written("version.compatibility_version") ?? "",
    sm: readBool(written("chain.sm_crypto") ?? "") ?? false,
    groupId: written("chain.group_id") ?? "group",
    chainId: written("chain.chain_id") ?? "chain",
  };
}

/** `[chain]` of config.ini, which a node with data version 3.1.0 or newer doesn't read, where it says otherwise than config.genesis. */
export function unreadChain({ writtenChain, genesis = "" }: FolderFacts): AcrossFinding[] {
  const facts = genesis.startsWith("{") ? (JSON.parse(genesis) as Record<string, unknown>) : linesOf(genesis);
  if (!atLeast(String(facts["compatibilityVersion"]), "3.1.0")) return [];
  const settled = {
    "chain.sm_crypto": String(facts["sm"]),
    "chain.group_id": String(facts["groupId"]),
    "chain.chain_id": String(facts["chainId"]),
  };
  return Object.entries(settled).flatMap(([id, value]) => {
    const written = writtenChain[id];
    if (written === undefined || written === value || String(readBool(written)) === value) return [];
    const [section = "", key = ""] = id.split(".");
    const message = text("The node takes {0} from config.genesis, where it is {1}, and ignores it here.", key, value);
    return [{ rule: "chain.differs", section, key, message } as const];
  });
}
