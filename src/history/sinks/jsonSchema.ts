import type { Column, Table } from "../store/dialect";

const forms: Readonly<Record<Column["type"], object>> = {
  // beyond 2^53 as text
  int: { type: ["integer", "string"] },
  time: { type: "integer", description: "milliseconds since 1970" },
  bool: { type: "boolean" },
  text: { type: "string" },
  json: { type: "string", contentMediaType: "application/json" },
  big: { type: "string", pattern: "^-?[0-9]+$" },
  blob: { type: "string", pattern: "^0x[0-9a-f]*$" },
};

const nullable = (form: object): object => ({ anyOf: [form, { type: "null" }] });

/** JSON Schema of a row of a table. */
export const tableSchema = ({ name, columns, key }: Table): object => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: name,
  type: "object",
  properties: Object.fromEntries(
    columns.map(({ name: column, type, optional }) => [column, optional ? nullable(forms[type]) : forms[type]]),
  ),
  required: columns.map((column) => column.name),
  additionalProperties: false,
  "x-key": key,
});
