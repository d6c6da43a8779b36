import * as v from "valibot";
import { createKvTable, describeKvTable, getValue, setValue } from "../../chain/services/kvTable/kvTable";
import { openTableToWrite } from "../../chain/services/table/openTable";
import { requireColumns, tableName } from "../../chain/services/table/tableNames";
import { t, text } from "../../text/catalogue";
import { asking, signing } from "../kit/define";
import { asked } from "../kit/results";
import { aText } from "../model/fields";
import { key, methodOf, newTable, newTableReport, table, tableLine, writtenTableLines } from "../table/askedTables";

const noun = "kv";

const createKvTableOperation = signing(
  {
    noun,
    verb: "create",
    word: "createKvTable",
    summary: text("Creates a key-value table."),
    fields: {
      ...newTable,
      value: aText(text("Name of the value column"), {
        ask: {
          prompt: text("Enter the name of the value column"),
          start: "value",
          read: (typed, { given }) => {
            requireColumns({ keyField: String(given["key"]), valueFields: [typed.trim()] });
            return typed.trim();
          },
        },
      }),
    },
    command: { title: text("New KV Table"), report: newTableReport },
  },
  {
    title: (given) => text("Create KV Table · {0}", tableName(given.table)),
    right: () => ({ kind: "makeTable" }),
    lines: async (_, given) => [
      tableLine(given.table),
      { label: t("Key"), value: given.key },
      { label: t("Value"), value: given.value },
    ],
    run: async ({ session }, signer, given, options) => {
      const request = { table: given.table, keyField: given.key, valueField: given.value };
      return createKvTable(session, signer, request, options);
    },
  },
);

export const setValueOperation = signing(
  {
    noun,
    verb: "set",
    word: "setValue",
    summary: text("Stores a text under a key."),
    fields: { table, key, value: aText(text("Value")) },
    idempotent: true,
  },
  {
    title: (given) => text("Set {0} in {1}", given.key, tableName(given.table)),
    right: methodOf("set(string,string)"),
    lines: async (context, given) => {
      const before = await getValue(context.session, given.table, given.key, asked(context));
      const value = before === undefined ? given.value : `${before} → ${given.value}`;
      return [...(await writtenTableLines(context, given.table)), { label: given.key, value }];
    },
    run: async ({ session }, signer, { table: name, key: under, value }, options) =>
      setValue(session, signer, { table: name, key: under, value }, { ...options, open: openTableToWrite }),
  },
);

const storedValue = asking({
  noun,
  verb: "get",
  word: "getValue",
  summary: text("The text under a key."),
  fields: { table, key },
  result: v.nullable(v.string()),
  run: async (context, given) => (await getValue(context.session, given.table, given.key, asked(context))) ?? null,
});

const describe = asking({
  noun,
  verb: "describe",
  word: "describeKvTable",
  summary: text("Columns of a key-value table."),
  fields: { table },
  result: v.object({ table: v.string(), keyField: v.string(), valueField: v.string() }),
  run: (context, given) => describeKvTable(context.session, given.table, asked(context)),
});

/** Tables of one text for each key. */
export const kvOperations = [createKvTableOperation, setValueOperation, storedValue, describe] as const;
