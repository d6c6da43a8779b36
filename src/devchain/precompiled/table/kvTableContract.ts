import { tableLimits } from "../../../chain/abi/builtInLimits";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "../host/contract";
import { Refusal } from "../host/refusal";
import { dataVersion } from "../host/versions";
import { checkLength, existingTable, keyTooLong, rowsOf } from "./tableInfo";

function get(context: FunctionContext, key: string): FunctionResult {
  const { host, parameter, gas } = context;
  gas.operation("select");
  const value = host.storage.get(rowsOf(parameter), key);
  return value === undefined ? [false, ""] : [true, value];
}

function set(context: FunctionContext, key: string, value: string): FunctionResult {
  const { host, parameter, gas } = context;
  if (key === "" && host.block.version >= dataVersion.v3_3) throw new Refusal("KVTable insert key is empty");
  checkLength(key, tableLimits.key, keyTooLong);
  checkLength(value, tableLimits.value, keyTooLong);
  host.storage.set(rowsOf(parameter), key, value);
  gas.setMemory(1);
  gas.operation("insert");
  return code(1);
}

/** The logic of every key-value table; each has an address of its own. */
export const kvTableContract: PrecompiledCode = {
  name: "KVTablePrecompiled",
  charges: true,
  before: async (context) => void existingTable(context),
  functions: [
    define("get(string)", "bool,string", (context, args) => get(context, args.text(0))),
    define("set(string,string)", "int32", (context, args) => set(context, args.text(0), args.text(1))),
  ],
};
