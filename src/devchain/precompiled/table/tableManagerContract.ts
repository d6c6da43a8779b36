import { tableLimits, tablePath } from "../../../chain/abi/builtInLimits";
import kvTableAbi from "../../../chain/abi/precompiled/KVTable.json";
import tableAbi from "../../../chain/abi/precompiled/Table.json";
import { recordContractAdmin } from "../auth/contractAuthTable";
import { mayDeploy } from "../auth/deployAuth";
import { pathExists, readLink, touchInside, writeLink } from "../bfs/fileTree";
import { dynamicCode, kvTableAddress, noAddress, tableAddress } from "../host/addresses";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "../host/contract";
import { Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import { checkLength, checkNewTable, columnTooLong, readTableInfo, type TableInfo, writeTableInfo } from "./tableInfo";

/**
 * Makes the contract of a table at a fresh address, with its link under /tables.
 * @throws Refusal when the path is taken by another kind of file, is not allowed, or the origin may not deploy.
 */
function createTable(context: FunctionContext, name: string, info: TableInfo, kind: "table" | "kv"): FunctionResult {
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

function appendColumns(context: FunctionContext, name: string, added: readonly string[]): FunctionResult {
  const { host, gas } = context;
  const path = tablePath(name);
  const info = readTableInfo(host, path);
  if (!info) return code(returnCode.tableMissing);
  const fields = new Set(info.firstForm ? info.columns : [info.keyField, ...info.columns]);
  for (const column of added) {
    checkLength(column, tableLimits.field, columnTooLong);
    if (fields.has(column)) return code(returnCode.duplicateField);
    fields.add(column);
  }
  writeTableInfo(host, path, { ...info, columns: [...info.columns, ...added] });
  gas.operation("set");
  return code(returnCode.success);
}

function openTable({ host, gas }: FunctionContext, name: string): FunctionResult {
  gas.operation("openTable");
  return [readLink(host, tablePath(name))?.address ?? noAddress];
}

const missing: TableInfo = { keyOrder: 0, keyField: "", columns: [] };

function describe({ host, gas }: FunctionContext, name: string): TableInfo {
  const info = readTableInfo(host, tablePath(name));
  if (info) gas.operation("select");
  return info ?? missing;
}

/** 0x1002: makes and describes tables (docs/protocol/built-in-contracts.md, "Tables"). */
export const tableManagerContract: PrecompiledCode = {
  name: "TableManager",
  charges: true,
  functions: [
    define("createTable(string,(string,string[]))", "int32", (context, args) => {
      const info = args.tuple(1);
      const checked = checkNewTable(args.text(0), info.text(0), info.texts(1), 0n);
      return createTable(context, args.text(0), { ...checked, firstForm: true }, "table");
    }),
    define(
      "createTable(string,(uint8,string,string[]))",
      "int32",
      (context, args) => {
        const info = args.tuple(1);
        const checked = checkNewTable(args.text(0), info.text(1), info.texts(2), info.number(0));
        return createTable(context, args.text(0), checked, "table");
      },
      { since: dataVersion.v3_2 },
    ),
    define("createKVTable(string,string,string)", "int32", (context, args) => {
      // the values are kept as they were given, with blanks
      const columns = args.text(2).split(",");
      const checked = checkNewTable(args.text(0), args.text(1), columns, 0n);
      return createTable(context, args.text(0), { ...checked, columns, firstForm: true }, "kv");
    }),
    define("appendColumns(string,string[])", "int32", (context, args) =>
      appendColumns(context, args.text(0), args.texts(1)),
    ),
    define("openTable(string)", "address", (context, args) => openTable(context, args.text(0))),
    define("desc(string)", "(string,string[])", (context, args) => {
      const { keyField, columns } = describe(context, args.text(0));
      return [[keyField, columns]];
    }),
    define(
      "descWithKeyOrder(string)",
      "(uint8,string,string[])",
      (context, args) => {
        const { keyOrder, keyField, columns } = describe(context, args.text(0));
        return [[BigInt(keyOrder), keyField, columns]];
      },
      { since: dataVersion.v3_2 },
    ),
  ],
};
