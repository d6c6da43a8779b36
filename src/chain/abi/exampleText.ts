import type { AbiShape } from "./abiType";

/** A list of fixed length is shown whole up to so many items. */
const maxItems = 3;
/** Lists in each other and wide structs would fill the screen, and more: an example ends there. */
const maxExampleLength = 400;

function listExample(shape: AbiShape & { kind: "array" }): string {
  const item = exampleText(shape.element);
  const { length } = shape;
  if (length === undefined || item.length > maxExampleLength / maxItems) return `[${item}, …]`;
  return `[${Array.from({ length: Math.min(length, maxItems) }, () => item).join(", ")}${length > maxItems ? ", …" : ""}]`;
}

function structExample({ members }: AbiShape & { kind: "tuple" }): string {
  const parts: string[] = [];
  let length = 0;
  for (const [index, { name, shape }] of members.entries()) {
    if (length > maxExampleLength) return `{${parts.join(", ")}, …}`;
    const part = `${name || index}: ${exampleText(shape)}`;
    parts.push(part);
    length += part.length;
  }
  return `{${parts.join(", ")}}`;
}

/**
 * What a value of this type looks like when it is typed in one line, as `readArgument` reads it: `{name: "text", price: 42}`.
 * The dots stand for more of the same.
 */
export function exampleText(shape: AbiShape): string {
  switch (shape.kind) {
    case "integer":
      return shape.names?.[0] ?? (shape.signed ? "-42" : "42");
    case "bool":
      return "true";
    case "string":
      return '"text"';
    case "address":
    case "bytes":
      return "0x…";
    case "array":
      return listExample(shape);
    case "tuple":
      return structExample(shape);
  }
}
