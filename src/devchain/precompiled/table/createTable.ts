import kvTableAbi from "../../../chain/abi/precompiled/KVTable.json";
import tableAbi from "../../../chain/abi/precompiled/Table.json";
import { tablePath } from "../../../chain/abi/tableLimits";
import { recordContractAdmin } from "../auth/contractAuthTable";
import { mayDeploy } from "../auth/deployAuth";
import { touchInside } from "../bfs/createFile";
import { pathExists, writeLink } from "../bfs/fileTree";
import { dynamicCode, kvTableAddress, tableAddress } from "../host/addresses";
import { code, type FunctionContext, type FunctionResult } from "../host/contract";
import { Refusal } from "../host/refusal";
import { returnCode } from "../host/returnCode";
import { dataVersion } from "../host/versions";
import { type TableInfo, writeTableInfo } from "./tableInfo";

/**
 * Makes the contract of a table at a fresh address, with its link under /tables.
 * @throws Refusal when the path is taken by another kind of file, is not allowed, or the origin may not deploy.
 */
export function createTable(
  context: FunctionContext,
  name: string,
  info: TableInfo,
  kind: "table" | "kv",
): FunctionResult {
  const { host, call, gas } = context;
  gas.operation("createTable");
  const path = tablePath(name);
  if (pathExists(host, path)) return code(returnCode.tableExists);
  const exempt = host.block.hasFeature("bugfix_internal_create_permission_denied");
  const denied = host.block.authCheck && !exempt && !mayDeploy(host, call.origin);
  if (denied || touchInside(host, "bfs", path, "link") !== returnCode.success) throw new Refusal("Create table error.");
  const abi = host.block.version >= dataVersion.v3_1 ? JSON.stringify(kind === "kv" ? kvTableAbi : tableAbi) : "";
  const logic = kind === "kv" ? kvTableAddress : tableAddress;
  const address = host.accounts.createContract(dynamicCode(logic, path), abi);
  recordContractAdmin(host, address, call.origin);
  writeLink(host, path, { address, abi: "" });
  writeTableInfo(host, path, info);
  return code(returnCode.success);
}
