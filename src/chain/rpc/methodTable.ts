import { clientError } from "../errors/clientError";
import { callMethodDefinition } from "./call";
import { devMethods } from "./devMethods";
import {
  getFilterChangesMethod,
  getFilterLogsMethod,
  newBlockFilterMethod,
  newFilterMethod,
  newPendingTransactionFilterMethod,
  uninstallFilterMethod,
} from "./filters";
import { getABIMethod } from "./getABI";
import { getBlockByHashMethod } from "./getBlockByHash";
import { getBlockByNumberMethod } from "./getBlockByNumber";
import { getBlockHashByNumberMethod } from "./getBlockHashByNumber";
import { getBlockNumberMethod } from "./getBlockNumber";
import { getCodeMethod } from "./getCode";
import { getConsensusStatusMethod } from "./getConsensusStatus";
import { getGroupInfoMethod } from "./getGroupInfo";
import { getGroupInfoListMethod } from "./getGroupInfoList";
import { getGroupListMethod } from "./getGroupList";
import { getGroupNodeInfoMethod } from "./getGroupNodeInfo";
import { getGroupPeersMethod } from "./getGroupPeers";
import { getLogsMethod } from "./getLogs";
import { getNodeListByTypeMethod } from "./getNodeListByType";
import { getObserverListMethod } from "./getObserverList";
import { getPbftViewMethod } from "./getPbftView";
import { getPeersMethod } from "./getPeers";
import { getPendingTxSizeMethod } from "./getPendingTxSize";
import { getSealerListMethod } from "./getSealerList";
import { getSyncStatusMethod } from "./getSyncStatus";
import { getSystemConfigByKeyMethod } from "./getSystemConfigByKey";
import { getTotalTransactionCountMethod } from "./getTotalTransactionCount";
import { getTransactionMethod } from "./getTransaction";
import { getTransactionReceiptMethod } from "./getTransactionReceipt";
import { sendTransactionMethod } from "./sendTransaction";
import { web3Methods } from "./web3Methods";
import type { WireMethod } from "./wireMethod";

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
