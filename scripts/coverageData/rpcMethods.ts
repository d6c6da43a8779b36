import { web3Methods } from "../../src/chain/rpc/web3Methods";
import { type CoverageEntry, commandLine, offered, general as throughCommand } from "./coverageEntry";

const general = (name: string, note?: string): CoverageEntry =>
  throughCommand(name, "callRpcMethod", { cli: "rpc", ...(note === undefined ? {} : { note }) });
const own = (name: string, commands: string, views: CoverageEntry["views"] = []): CoverageEntry =>
  offered(name, commands, { views, cli: "rpc" });

/** The methods of a node's own interface. Each also answers to Call JSON-RPC Method and `chainside rpc`. */
export const rpcMethods: readonly CoverageEntry[] = [
  own("call", "callContract", ["contracts"]),
  own("sendTransaction", "sendTransaction deployContract", ["contracts"]),
  own("getCode", "openExplorer"),
  own("getABI", "callContract openLinkAbi"),
  own("getBlockNumber", "openExplorer", ["chains"]),
  own("getBlockHashByNumber", "connect"),
  own("getBlockByNumber", "showBlock openExplorer", ["chains"]),
  own("getBlockByHash", "showBlock"),
  own("getTransaction", "showTransaction openExplorer", ["chains"]),
  own("getTransactionReceipt", "showReceipt openExplorer"),
  own("getTotalTransactionCount", "openExplorer"),
  own("getPendingTxSize", "openExplorer"),
  own("getSystemConfigByKey", "setSystemConfig", ["chains"]),
  own("getSealerList", "openExplorer", ["chains"]),
  own("getObserverList", "openExplorer", ["chains"]),
  general("getNodeListByType"),
  general("getPbftView", "Open Explorer takes the view from getConsensusStatus"),
  own("getSyncStatus", "openExplorer", ["chains"]),
  own("getConsensusStatus", "openExplorer", ["chains"]),
  own("getPeers", "", ["chains"]),
  own("getGroupPeers", "openExplorer", ["chains"]),
  own("getGroupList", "connect", ["chains"]),
  own("getGroupInfo", "connect"),
  general("getGroupInfoList"),
  general("getGroupNodeInfo"),
  general("newBlockFilter"),
  general("newPendingTransactionFilter"),
  general("newFilter"),
  general("uninstallFilter"),
  general("getFilterChanges"),
  general("getFilterLogs"),
  own("getLogs", "findEvents"),
];

/** The Ethereum-compatible port is asked from the command line only. */
export const web3Coverage: readonly CoverageEntry[] = web3Methods.map(({ name }) => commandLine(name, "rpc"));
