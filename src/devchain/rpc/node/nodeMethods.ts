import { invalidParams, RpcError } from "../../errors/rpcError";
import type { Group } from "../../ledger/group";
import { groupNamed, type Network } from "../../nodes/network";
import type { Handler, MethodTable, Parameters } from "../envelope";
import { FilterSystem, queryLogs, readLogQuery, requireRange } from "../filters";
import { groupMethods } from "./groupMethods";
import { ledgerMethods } from "./ledgerMethods";
import { NodeContext } from "./nodeContext";
import { sendMethods } from "./sendMethods";
import { stateMethods } from "./stateMethods";

/** Filters and logs, which programs from 3.9.0 on have (json-rpc.md, "Filters"). */
function filterMethods(node: NodeContext): Record<string, Handler> {
  if (!node.since("3.9.0")) return {};
  const { network } = node;
  const { settings } = network;
  const filters = new FilterSystem();
  /** Filter methods have no node slot and words of their own for a missing group, which tell what the group was wanted for. */
  const filterGroup = (p: Parameters, wanted = "getCurrentBlockNumber"): Group => {
    const name = p.text(0);
    const group = groupNamed(network, name);
    if (group) return group;
    throw new RpcError(-32005, `group not exist,chain=${settings.chainId},group=${name},commond=${wanted}`);
  };
  const orNotFound = (found: unknown[] | undefined): unknown[] => {
    if (!found) throw invalidParams("filter not found");
    return found;
  };
  return {
    newBlockFilter: (p) => filters.addBlocks(filterGroup(p), p.text(0)),
    newPendingTransactionFilter: (p) => filters.addTransactions(filterGroup(p), p.text(0)),
    newFilter: (p) => {
      const query = readLogQuery(p.values[1], settings);
      requireRange(query);
      return filters.addLogs(filterGroup(p), query, p.text(0));
    },
    uninstallFilter: (p) => filters.remove(p.text(1), p.text(0)),
    getFilterChanges: (p) => orNotFound(filters.changes(p.text(1), p.text(0))),
    getFilterLogs: (p) => orNotFound(filters.logs(p.text(1), p.text(0))),
    getLogs: (p) => {
      const query = readLogQuery(p.values[1], settings);
      return queryLogs(filterGroup(p, "getLogsImpl"), query);
    },
  };
}

/**
 * The methods of the native interface over a network of groups. Errors and odd cases as recorded from a node, which converts the parameters
 * first, the last before the others, and then looks for the group.
 */
export function nodeMethods(network: Network): MethodTable {
  const node = new NodeContext(network);
  const methods = {
    ...ledgerMethods(node),
    ...groupMethods(node),
    ...stateMethods(node),
    ...sendMethods(node),
    ...filterMethods(node),
  };
  const table = new Map(Object.entries(methods));
  return (method) => table.get(method);
}
