import { isFieldName, isTableName, tableLimits as limits, tablePath } from "../../../chain/abi/builtInLimits";
import type { LocalizableText } from "../../../text/catalogue";
import { text } from "../../../text/catalogue";
import { textOf } from "../../language/syntax/literals";
import type { Expression } from "../../language/syntax/nodes";
import { isBuiltIn } from "../source/builtInContracts";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

const bytesOf = (words: string): number => new TextEncoder().encode(words).length;

function nameTrouble(name: string): LocalizableText | undefined {
  if (!isTableName(name)) return text("Names of tables hold letters, digits, _ and / alone.");
  const path = tablePath(name);
  return path.length > limits.path
    ? text("{0} has {1} characters, tables may have {2}.", path, path.length, limits.path)
    : undefined;
}

function fieldTrouble(fields: string): LocalizableText | undefined {
  if (bytesOf(fields) > limits.fields) return text("All fields together may have {0} characters.", limits.fields);
  for (const field of fields.split(",").map((each) => each.trim())) {
    if (!isFieldName(field)) return text("Names of fields hold letters, digits, $, _ and @, and don't begin with _.");
    if (field.length > limits.field)
      return text("{0} has {1} characters, names of fields may have {2}.", field, field.length, limits.field);
  }
  return undefined;
}

function keyTrouble(key: string): LocalizableText | undefined {
  if (key === "") return text("The key of a row can't be empty.");
  const bytes = bytesOf(key);
  return bytes > limits.key ? text("The key has {0} bytes, keys may have {1}.", bytes, limits.key) : undefined;
}

/** What is checked of each argument, by the function. */
const checked: Readonly<Record<string, readonly ((words: string) => LocalizableText | undefined)[]>> = {
  "TableManager.createTable": [nameTrouble],
  "TableManager.createKVTable": [nameTrouble, fieldTrouble, fieldTrouble],
  "KVTable.set": [keyTrouble],
  "Table.update": [keyTrouble],
  "Table.remove": [keyTrouble],
  Entry: [keyTrouble],
};

/** What tables refuse: names, fields, keys and pages that are too long. */
export const tableLimit: LintRule = {
  id: "table.limit",
  severity: "error",
  title: text("table beyond the chain's limits"),
  *find(source: LintSource): Iterable<Found> {
    for (const { node, to, inside } of source.binding.calls) {
      const [called] = to;
      if (!called) continue;
      const { contract, name, kind } = called;
      if (kind === "struct" ? !called.file.path.includes("Table") : !contract || !isBuiltIn(contract)) continue;
      const found = (value: Expression, message: LocalizableText | undefined): Found[] =>
        message ? [{ start: value.start, end: value.end, message }] : [];
      if (kind === "struct" && name.text === "Limit") {
        const [, count] = node.values;
        const rows = count && source.numberOf(count, inside?.contract);
        if (count && rows !== undefined && rows > limits.rows)
          yield* found(count, text("Tables give at most {0} rows at once.", limits.rows));
        continue;
      }
      if (kind === "struct" && name.text === "TableInfo") {
        for (const value of node.values) {
          const words = textOf(value);
          if (words !== undefined) yield* found(value, fieldTrouble(words));
        }
        continue;
      }
      const key = contract ? `${contract.name.text.replace(/Precompiled$/, "")}.${name.text}` : name.text;
      const checks = Object.hasOwn(checked, key) ? (checked[key] ?? []) : [];
      for (const [i, check] of checks.entries()) {
        const value = node.values[i];
        const words = textOf(value);
        if (value && words !== undefined && !words.includes("\\")) yield* found(value, check(words));
      }
    }
  },
};
