import { tableLimits } from "../../../chain/abi/builtInLimits";
import type { Arguments } from "../host/abiBytes";
import { code, define, type FunctionContext, type FunctionResult, type PrecompiledCode } from "../host/contract";
import { Refusal, returnCode } from "../host/refusal";
import { dataVersion } from "../host/versions";
import {
  countRows,
  fieldQuery,
  givenKey,
  keyQuery,
  queryKeys,
  type RowQuery,
  readRow,
  storedKey,
  writeRow,
} from "./condition";
import { checkLength, existingTable, keyTooLong, type TableInfo, valueTooLong } from "./tableInfo";

const condition = "(uint8,string)[]";
const fieldCondition = "(uint8,string,string)[]";
const limit = "(uint32,uint32)";
const entry = "(string,string[])";
const change = "(string,string)[]";
const maxRows = BigInt(tableLimits.rows);

interface FieldChange {
  readonly column: number;
  readonly value: string;
}

const asked = new WeakSet<FunctionContext>();

/** What the table looks like: TableManager is asked for it, once in a call. */
function tableInfo(context: FunctionContext): TableInfo {
  const info = existingTable(context);
  if (!asked.has(context)) context.host.countMessage();
  asked.add(context);
  return info;
}

const readConditions = (args: Arguments) =>
  args.tuples(0).map((one) => ({ operator: one.number(0), value: one.text(1) }));

const readFieldConditions = (args: Arguments) =>
  args.tuples(0).map((one) => ({ operator: one.number(0), field: one.text(1), value: one.text(2) }));

function readLimit(args: Arguments): [offset: bigint, count: bigint] {
  const pair = args.tuple(1);
  return [pair.number(0), pair.number(1)];
}

function readChanges(info: TableInfo, args: Arguments, index: number): FieldChange[] {
  return args.tuples(index).map((one) => {
    const [field, value] = [one.text(0), one.text(1)];
    checkLength(value, tableLimits.value, valueTooLong);
    if (field === info.keyField) throw new Refusal("Table update fields cannot contains key field");
    const column = info.columns.indexOf(field);
    if (column < 0) throw new Refusal("Table update fields not found");
    return { column, value };
  });
}

function changeRow(context: FunctionContext, key: string, changes: readonly FieldChange[]): void {
  const values = readRow(context.host, context.parameter, key) ?? [];
  for (const { column, value } of changes) values[column] = value;
  writeRow(
    context.host,
    context.parameter,
    key,
    Array.from(values, (value) => value ?? ""),
  );
}

function selectByKey(context: FunctionContext, given: string): FunctionResult {
  const info = tableInfo(context);
  const values = readRow(context.host, context.parameter, storedKey(info, given));
  if (!values) return [["", []]];
  context.gas.operation("select");
  return [[given, values]];
}

function selectRows(context: FunctionContext, query: RowQuery, shownKey: (key: string) => string): FunctionResult {
  const keys = queryKeys(context.host, context.parameter, query);
  context.gas.operation("select", keys.length);
  return [keys.map((key) => [shownKey(key), readRow(context.host, context.parameter, key) ?? []])];
}

function count(context: FunctionContext, query: RowQuery): FunctionResult {
  context.gas.operation("select");
  const { host, parameter } = context;
  return [BigInt(countRows(host, parameter, query))];
}

function insert(context: FunctionContext, given: string, values: readonly string[]): FunctionResult {
  const info = tableInfo(context);
  const { host, parameter, gas } = context;
  const key = storedKey(info, given);
  if (values.length !== info.columns.length) throw new Refusal("Table insert entry fields number mismatch");
  if (key === "" && host.block.version >= dataVersion.v3_3) throw new Refusal("Table insert entry key is empty");
  checkLength(key, tableLimits.key, keyTooLong);
  for (const value of values) checkLength(value, tableLimits.value, valueTooLong);
  if (readRow(host, parameter, key)) return code(returnCode.keyExists);
  gas.operation("insert");
  writeRow(host, parameter, key, values);
  return code(1);
}

function updateByKey(context: FunctionContext, args: Arguments): FunctionResult {
  const info = tableInfo(context);
  const key = storedKey(info, args.text(0));
  if (!readRow(context.host, context.parameter, key)) return code(returnCode.updateKeyMissing);
  changeRow(context, key, readChanges(info, args, 1));
  context.gas.operation("update");
  return code(1);
}

function updateRows(context: FunctionContext, query: RowQuery, args: Arguments): FunctionResult {
  const info = tableInfo(context);
  const changes = readChanges(info, args, 2);
  const keys = queryKeys(context.host, context.parameter, query);
  for (const key of keys) changeRow(context, key, changes);
  context.gas.setMemory(keys.length * info.columns.length);
  context.gas.operation("update", keys.length);
  return code(keys.length);
}

function removeByKey(context: FunctionContext, given: string): FunctionResult {
  const { host, parameter, gas } = context;
  const key = storedKey(tableInfo(context), given);
  if (!readRow(host, parameter, key)) return code(returnCode.removeKeyMissing);
  writeRow(host, parameter, key, undefined);
  gas.operation("remove");
  return code(1);
}

function removeRows(context: FunctionContext, query: RowQuery): FunctionResult {
  const { host, parameter, gas } = context;
  const keys = queryKeys(host, parameter, query);
  for (const key of keys) writeRow(host, parameter, key, undefined);
  gas.setMemory(keys.length);
  gas.operation("remove", keys.length);
  return code(keys.length);
}

const asKept = (key: string): string => key;

/** The query of a function of the second form; a count of 0 finds nothing, whatever the executor. */
function byFields(context: FunctionContext, args: Arguments, at: readonly [bigint, bigint]): RowQuery {
  return fieldQuery(tableInfo(context), readFieldConditions(args), ...at);
}

/** The logic of every table (docs/protocol/built-in-contracts.md, "Tables"); each has an address of its own. */
export const tableContract: PrecompiledCode = {
  name: "TablePrecompiled",
  charges: true,
  before: async (context) => void existingTable(context),
  functions: [
    { signature: "select(string)", returns: entry, run: (context, args) => selectByKey(context, args.text(0)) },
    {
      signature: `select(${condition},${limit})`,
      returns: `${entry}[]`,
      run: (context, args) => selectRows(context, keyQuery(readConditions(args), ...readLimit(args)), asKept),
    },
    {
      signature: `select(${fieldCondition},${limit})`,
      returns: `${entry}[]`,
      since: dataVersion.v3_2,
      run(context, args) {
        const at = readLimit(args);
        const query = byFields(context, args, at);
        if (at[1] === 0n) return [[]];
        const info = tableInfo(context);
        return selectRows(context, query, (key) => givenKey(info, key));
      },
    },
    {
      signature: `count(${condition})`,
      returns: "uint32",
      run(context, args) {
        const query = keyQuery(readConditions(args), 0n, maxRows);
        // The first data version counted a page of length 0.
        return context.host.block.version < dataVersion.v3_1 ? [0n] : count(context, query);
      },
    },
    {
      signature: `count(${fieldCondition})`,
      returns: "uint32",
      since: dataVersion.v3_2,
      run: (context, args) => count(context, byFields(context, args, [0n, maxRows])),
    },
    {
      signature: `insert(${entry})`,
      returns: "int32",
      run(context, args) {
        const row = args.tuple(0);
        return insert(context, row.text(0), row.texts(1));
      },
    },
    { signature: `update(string,${change})`, returns: "int32", run: updateByKey },
    {
      signature: `update(${condition},${limit},${change})`,
      returns: "int32",
      run: (context, args) => updateRows(context, keyQuery(readConditions(args), ...readLimit(args)), args),
    },
    {
      signature: `update(${fieldCondition},${limit},${change})`,
      returns: "int32",
      since: dataVersion.v3_2,
      run(context, args) {
        const at = readLimit(args);
        const query = byFields(context, args, at);
        if (at[1] > 0n) return updateRows(context, query, args);
        readChanges(tableInfo(context), args, 2);
        context.gas.setMemory(0);
        return code(0);
      },
    },
    define("remove(string)", "int32", (context, args) => removeByKey(context, args.text(0))),
    {
      signature: `remove(${condition},${limit})`,
      returns: "int32",
      run: (context, args) => removeRows(context, keyQuery(readConditions(args), ...readLimit(args))),
    },
    {
      signature: `remove(${fieldCondition},${limit})`,
      returns: "int32",
      since: dataVersion.v3_2,
      run(context, args) {
        const at = readLimit(args);
        const query = byFields(context, args, at);
        if (at[1] > 0n) return removeRows(context, query);
        context.gas.setMemory(0);
        return code(0);
      },
    },
  ],
};
