import { type AbiParameter, readParameters } from "./abiType";

/** Splits `a,(b,c)[],d` at its outer commas. */
export function splitTypes(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at];
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  if (start < list.length) parts.push(list.slice(start));
  return parts;
}

/** What `readParameters` takes for a canonical type. */
function jsonOf(type: string): { type: string; components?: unknown[] } {
  if (!type.startsWith("(")) return { type };
  const end = type.lastIndexOf(")");
  return { type: `tuple${type.slice(end + 1)}`, components: splitTypes(type.slice(1, end)).map(jsonOf) };
}

const known = new Map<string, readonly AbiParameter[]>();

/** Parameters of a list of canonical types: `address,uint256`. */
export function parametersOf(types: string): readonly AbiParameter[] {
  let found = known.get(types);
  if (!found) {
    found = readParameters(splitTypes(types).map(jsonOf), types);
    known.set(types, found);
  }
  return found;
}
