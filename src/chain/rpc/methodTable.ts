import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import {
  getBlockByHashMethod,
  getBlockByNumberMethod,
  getBlockHashByNumberMethod,
  getBlockNumberMethod,
} from "./blocks";
import { callMethodDefinition } from "./call";
import { getABIMethod, getCodeMethod } from "./contractCode";
import {
  getFilterChangesMethod,
  getFilterLogsMethod,
  newBlockFilterMethod,
  newFilterMethod,
  newPendingTransactionFilterMethod,
  uninstallFilterMethod,
} from "./filters";
import { getPeersMethod } from "./getPeers";
import {
  getGroupInfoListMethod,
  getGroupInfoMethod,
  getGroupListMethod,
  getGroupNodeInfoMethod,
  getGroupPeersMethod,
  getSystemConfigByKeyMethod,
} from "./groups";
import { getLogsMethod } from "./logs";
import { getNodeListByTypeMethod, getObserverListMethod, getSealerListMethod } from "./members";
import { getConsensusStatusMethod, getPbftViewMethod, getSyncStatusMethod } from "./nodeStatus";
import {
  getPendingTxSizeMethod,
  getTotalTransactionCountMethod,
  getTransactionMethod,
  getTransactionReceiptMethod,
  sendTransactionMethod,
} from "./transactions";
import { web3Methods } from "./web3Methods";
import { type WireMethod, wireMethod } from "./wireMethod";

const method = (name: string, parameters: Parameters<typeof wireMethod>[1] = {}): WireMethod =>
  wireMethod(`dev_${name}`, parameters, v.unknown(), { leading: "group" });

/**
 * What an embedded chain does beyond a node (docs/devchain.md, "The dev_ methods"). No node knows them, so they are in no list of a node's
 * methods; over HTTP they want the token that the transport shows.
 */
const devMethods: readonly WireMethod[] = [
  method("snapshot"),
  method("revert", { snapshot: "text" }),
  method("reset"),
  method("mine", { count: "json?" }),
  method("pauseSealing", { on: "boolean?" }),
  method("restart"),
  method("time"),
  method("setTime", { milliseconds: "json?" }),
  method("setBalance", { account: "target", wei: "json" }),
  method("sendTransaction", { transaction: "json" }),
  method("addNode"),
  method("setFault", { fault: "json" }),
  method("clearFaults"),
  method("traceTransaction", { transaction: "hash", options: "json?" }),
  method("storage", { account: "target", slots: "json?" }),
  method("recordTransaction", { transaction: "hash", changes: "json?" }),
  method("recordCall", { call: "json" }),
];

/** Every method of a node's own interface, 3.0–3.16. For what works on methods by name: the command line, checks, pickers. */
export const nodeMethods: readonly WireMethod[] = [
  callMethodDefinition,
  sendTransactionMethod,
  getCodeMethod,
  getABIMethod,
  getBlockNumberMethod,
  getBlockHashByNumberMethod,
  getBlockByNumberMethod,
  getBlockByHashMethod,
  getTransactionMethod,
  getTransactionReceiptMethod,
  getTotalTransactionCountMethod,
  getPendingTxSizeMethod,
  getSystemConfigByKeyMethod,
  getSealerListMethod,
  getObserverListMethod,
  getNodeListByTypeMethod,
  getPbftViewMethod,
  getSyncStatusMethod,
  getConsensusStatusMethod,
  getPeersMethod,
  getGroupPeersMethod,
  getGroupListMethod,
  getGroupInfoMethod,
  getGroupInfoListMethod,
  getGroupNodeInfoMethod,
  newBlockFilterMethod,
  newPendingTransactionFilterMethod,
  newFilterMethod,
  uninstallFilterMethod,
  getFilterChangesMethod,
  getFilterLogsMethod,
  getLogsMethod,
];

const byName = new Map([...nodeMethods, ...web3Methods, ...devMethods].map((method) => [method.name, method]));

/** The method of this exact name, of the node's own interface, of its web3 port, or of an embedded chain. */
export function findMethod(name: string): WireMethod | undefined {
  return byName.get(name);
}

/** The same. @throws ChainError usage `unknownMethod`, with the methods of the node's own interface */
export function methodNamed(name: string): WireMethod {
  const method = findMethod(name);
  if (method) return method;
  throw clientError("unknownMethod", { method: name, methods: nodeMethods.map((each) => each.name) });
}
