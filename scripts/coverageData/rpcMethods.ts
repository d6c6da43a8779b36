import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeMethods } from "../../src/chain/rpc/methodTable";
import { web3Methods } from "../../src/chain/rpc/web3Methods";
import type { ViewName } from "../../src/extension/kit/manifest/manifestPart";
import { root } from "../lint/sources";
import { type CoverageEntry, commandLine, general, offered } from "./coverageEntry";

/** Commands that do what a method does, and the view where it is seen when that is not by the view's own request. */
const places: Readonly<Record<string, readonly [commands: string, view?: ViewName]>> = {
  call: ["callContract", "contracts"],
  sendTransaction: ["sendTransaction deployContract", "contracts"],
  getCode: ["openExplorer"],
  getABI: ["callContract openLinkAbi"],
  getBlockNumber: ["openExplorer", "chains"],
  getBlockHashByNumber: ["connect"],
  getBlockByNumber: ["showBlock openExplorer", "chains"],
  getBlockByHash: ["showBlock"],
  getTransaction: ["showTransaction openExplorer", "chains"],
  getTransactionReceipt: ["showReceipt openExplorer"],
  getTotalTransactionCount: ["openExplorer"],
  getPendingTxSize: ["openExplorer"],
  getSystemConfigByKey: ["setSystemConfig", "chains"],
  getSealerList: ["openExplorer", "chains"],
  getObserverList: ["openExplorer", "chains"],
  getSyncStatus: ["openExplorer", "chains"],
  getConsensusStatus: ["openExplorer", "chains"],
  getGroupPeers: ["openExplorer", "chains"],
  getGroupList: ["connect", "chains"],
  getGroupInfo: ["connect"],
  getLogs: ["findEvents"],
};

const notes: Readonly<Record<string, string>> = {
  getPbftView: "Open Explorer takes the view from getConsensusStatus",
};

/** What the lines of the Chains view ask by themselves. */
const chains = join(root, "src/extension/features/chains");
const asked = new Set(
  readdirSync(chains)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(join(chains, name), "utf8").matchAll(/\/chain\/rpc\/(\w+)"/g)])
    .map(([, method]) => method),
);

function entryOf({ name, since }: (typeof nodeMethods)[number]): CoverageEntry {
  const [commands = "", view] = places[name] ?? [];
  const views = [...(view ? [view] : []), ...(asked.has(name) && view !== "chains" ? (["chains"] as const) : [])];
  const noted = [...(since === "3.0.0" ? [] : [`since ${since}`]), ...(notes[name] ? [notes[name]] : [])];
  const more = { views, cli: "rpc", ...(noted.length === 0 ? {} : { note: noted.join("; ") }) };
  return commands || views.length > 0 ? offered(name, commands, more) : general(name, "callRpcMethod", more);
}

/** The methods of a node's own interface. Each also answers to Call JSON-RPC Method and `chainside rpc`. */
export const rpcMethods: readonly CoverageEntry[] = nodeMethods.map(entryOf);

/** Methods that something is said of here. */
export const describedMethods: readonly string[] = [...Object.keys(places), ...Object.keys(notes)];

/** The Ethereum-compatible port is asked from the command line only. */
export const web3Coverage: readonly CoverageEntry[] = web3Methods.map(({ name }) => commandLine(name, "rpc"));
