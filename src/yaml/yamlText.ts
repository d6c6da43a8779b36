import { stringify } from "yaml";
import { visibleJson } from "../text/visibleText";

/** A value as YAML: texts in double quotes, where what a terminal would obey is escaped as in JSON. */
export function yamlText(value: unknown): string {
  const plain = JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part)),
  ) as unknown;
  const written = stringify(plain, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 });
  return visibleJson(written).trimEnd();
}
