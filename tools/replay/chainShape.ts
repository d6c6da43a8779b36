import type { Network } from "../../src/devchain/nodes/network";
import { devChainSettings } from "../../src/devchain/settings/options";
import { createNetwork } from "../../src/devchain/startDevChain";
import type { RecordedChain } from "./recording";

/** What the genesis text of a recorded chain says about its shape. */
export async function networkLike(chain: RecordedChain): Promise<Network> {
  const plain = chain.text.replaceAll("\\", "");
  const extra = [...plain.matchAll(/"extraData": ?"0x(5b636861696e5d[0-9a-f]*)"/g)][0]?.[1];
  const genesis = extra ? Buffer.from(extra, "hex").toString() : "";
  const value = (key: string): string | undefined => new RegExp(`^${key}: ?(.*)$`, "m").exec(genesis)?.[1];
  const sealers = [...genesis.matchAll(/^node\.\d+:([0-9a-f]{128})/gm)].map((found) => found[1] ?? "");
  const known = shapes[chain.name.replace(/[-_].*$/, "")] ?? {};
  const { meta } = chain;
  const weights = /"consensusWeights":\[([\d,]+)\]/.exec(plain)?.[1]?.split(",").length;
  const own =
    /"nodeName\\*": ?\\*"([0-9a-f]{128})/.exec(chain.text)?.[1] ??
    /"consensusNodeList\\*":\[\{[^}]*?([0-9a-f]{128})/.exec(chain.text)?.[1];
  const listed = /"sealerList": ?\[((?:"0x[0-9a-f]{128}",? ?)+)\]/.exec(plain)?.[1]?.match(/[0-9a-f]{128}/g) ?? [];
  const nodeIds = [...(sealers.length > 0 ? sealers : listed)];
  if (nodeIds.length === 0 && known.sealers === undefined && own) nodeIds.push(own);
  // node 0 is the one that was asked
  if (own && nodeIds.includes(own)) nodeIds.unshift(...nodeIds.splice(nodeIds.indexOf(own), 1));
  const version = value("compatibility_version") ?? meta.dataVersion?.split(",")[0] ?? known.compatibilityVersion;
  const settings = devChainSettings({
    chainId: value("chainID") ?? "chain0",
    allowOrigins: ["*"], // a node answers every page, under any name
    allowHosts: ["*"],
    sealers: nodeIds.length || (known.sealers ?? weights ?? 1),
    observers: 0,
    suite: (value("sm_crypto") ?? (known.sm ? "1" : "0")) === "1" ? "sm" : "standard",
    auth: value("isAuthCheck") === undefined ? (known.auth ?? false) : value("isAuthCheck") === "1",
    admin:
      ((value("authAdminAccount") ?? meta.keys?.["admin"]?.address) as `0x${string}` | undefined) ??
      "0x308f3a68ae6b5a93ce91ff520c56632531f66018",
    nodeVersion: meta.node?.split(" ")[0] ?? "3.16.4",
    executorVersion: meta.executorVersion ?? known.executor ?? 1,
    web3Port: 0,
    order: "arrival", // the recording's own order stands in its blocks
    compatibilityVersion: version ?? "3.16.0",
  });
  return createNetwork(settings, nodeIds);
}

/** Files that others of its kind have and that this chain was never sent. */
export const isWithout = (chain: string, file: string): boolean => shapes[chain]?.without?.includes(file) ?? false;

interface KnownShape {
  sealers?: number;
  executor?: 0 | 1;
  auth?: boolean;
  sm?: boolean;
  compatibilityVersion?: string;
  without?: readonly string[];
}

/** What the genesis text does not say, from the table that comes with the recordings. */
const shapes: Readonly<Record<string, KnownShape>> = {
  air4: { sealers: 4 },
  auth1: { auth: true },
  auth0: { auth: true, executor: 0 },
  old1: { executor: 0, compatibilityVersion: "3.6.0" },
  sm1: { sm: true },
  poison: {},
  v317: { sealers: 4 },
  v317auth: { auth: true },
  v317sm: { sm: true },
  v317old: { without: ["system-config", "balance", "balance-governor"] },
  v317up: { auth: true },
  v317up0: { auth: true },
};
