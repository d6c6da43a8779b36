import { readLogQuery } from "../blocks/logQuery";
import type { ProxyMethods, ProxyParts } from "./proxyParts";

/** Logs, and filters. */
export const logMethods = ({ logs, filters }: ProxyParts): ProxyMethods => ({
  eth_getLogs: ([filter], context) => logs.find(readLogQuery(filter), context),
  eth_newFilter: ([filter], context) => filters.addLogs(readLogQuery(filter), context),
  eth_newBlockFilter: (_params, context) => filters.add("blocks", context),
  eth_newPendingTransactionFilter: (_params, context) => filters.add("transactions", context),
  eth_uninstallFilter: ([id]) => filters.remove(id),
  eth_getFilterChanges: ([id], context) => filters.changes(id, context),
  eth_getFilterLogs: ([id], context) => filters.logs(id, context),
});
