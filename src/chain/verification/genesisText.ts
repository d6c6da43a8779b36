import { type Address, bytesToHex, type Hex, isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { GenesisFacts } from "../../facts/genesisFacts";
import { isDataVersion, versionNumber } from "../../text/versions";
import { blockHeaderHash } from "../transaction/blockHeaderHash";
import { type SealerSet, sealerSet } from "./sealerSet";

/** The number of a version; undefined for what is none. */
const genesisVersion = (version: string): number | undefined =>
  isDataVersion(version) ? versionNumber(version) : undefined;

const flag = (on: boolean): string => (on ? "1" : "0");

/** The text of the genesis settings that block 0 carries as its extra data, as nodes write it from 3.1 on (json-rpc.md, "Blocks"). */
export function genesisText(facts: GenesisFacts): string {
  const version = genesisVersion(facts.compatibilityVersion) ?? 0;
  const lines = [
    "[chain]",
    `sm_crypto:${flag(facts.sm)}`,
    `chainID: ${facts.chainId}`,
    `grouID: ${facts.groupId}`,
    "[consensys]",
    `consensus_type: ${facts.consensusType}`,
    `block_tx_count_limit:${facts.txCountLimit}`,
    `leader_period:${version < 0x03060000 ? facts.leaderPeriod : 1n}`,
    "[version]",
    `compatibility_version:${facts.compatibilityVersion}`,
    "[tx]",
    `gaslimit:${facts.gasLimit}`,
    "[executor]",
    `iswasm: ${flag(facts.wasm)}`,
    `isAuthCheck:${flag(facts.authCheck)}`,
    `authAdminAccount:${facts.admin}`,
    `isSerialExecute:${flag(facts.serial)}`,
  ];
  if (version >= 0x03050000) lines.push(`epochSealerNum:${facts.epochSealers}`, `epochBlockNum:${facts.epochBlocks}`);
  if (facts.features.length > 0) lines.push("[features]");
  for (const [name, on] of facts.features) lines.push(`${name}:${flag(on)}`);
  sealerSet(facts.sealers).forEach(({ nodeId, weight }, index) => {
    lines.push(`node.${index}:${nodeId},${weight}`);
  });
  return `${lines.join("\n")}\n`;
}

/** Hash of the block 0 that a chain with this file has; undefined below 3.1, where the text has a form that is not known here. */
export function genesisHash(suite: CryptoSuite, facts: GenesisFacts): Hex | undefined {
  const version = genesisVersion(facts.compatibilityVersion);
  if (version === undefined || version < 0x03010000) return undefined;
  const nothing = new Uint8Array(0);
  const digest = blockHeaderHash(suite, {
    version,
    parentInfo: [],
    txsRoot: nothing,
    receiptsRoot: nothing,
    stateRoot: nothing,
    number: 0n,
    gasUsed: "",
    timestampMs: 0n,
    sealer: 0n,
    sealerList: [],
    extraData: new TextEncoder().encode(genesisText(facts)),
    consensusWeights: [],
  });
  return bytesToHex(digest);
}

/** The sealers that such a text names; undefined where it names none. */
export function sealersInGenesisText(text: string): SealerSet | undefined {
  const sealers = text.split("\n").flatMap((line) => {
    const [, nodeId, weight] = /^node\.[0-9]+:([0-9a-f]{128}),([0-9]{1,18})$/.exec(line) ?? [];
    return nodeId && weight ? [{ nodeId, weight: BigInt(weight) }] : [];
  });
  return sealers.length === 0 ? undefined : sealerSet(sealers);
}

/** What such a text says behind `label:`; undefined where it has no such line. */
export function valueInGenesisText(text: string, label: string): string | undefined {
  const line = text.split("\n").find((each) => each.startsWith(`${label}:`));
  return line?.slice(label.length + 1).trim();
}

/** The features that it switches on. */
export function featuresInGenesisText(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const [, name] = /^((?:feature|bugfix)_[a-z0-9_]{1,80}): ?1$/.exec(line) ?? [];
    return name ? [name] : [];
  });
}

/** The first governor of the committee, as the text in block 0 has it; undefined without one. */
export function adminInGenesisText(text: string): Address | undefined {
  const digits = valueInGenesisText(text, "authAdminAccount")?.replace(/^0x/u, "");
  const admin = `0x${digits ?? ""}`.toLowerCase();
  return isAddress(admin) ? (admin as Address) : undefined;
}
