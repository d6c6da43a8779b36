import { CheatError } from "./cheatError";

/** A type as `encodeType` of EIP-712 describes it. */
export interface DescribedType {
  /** Canonical, structs as tuples: `(string,uint256)[]`. */
  readonly canonical: string;
  /** Of a struct, or of what a list holds of structs. */
  readonly members?: readonly { readonly name: string; readonly type: DescribedType }[];
  /** Of a list. */
  readonly element?: DescribedType;
  /** Name of a struct. */
  readonly struct?: string;
}

type Definitions = ReadonlyMap<string, readonly { readonly type: string; readonly name: string }[]>;

/** `Mail(Person from,string text)Person(string name)` → its structs, the first first. */
function definitionsOf(description: string): Definitions {
  const found = new Map<string, { type: string; name: string }[]>();
  for (let at = 0; at < description.length; ) {
    const open = description.indexOf("(", at);
    const close = description.indexOf(")", open);
    if (open < 0 || close < 0) throw new CheatError(`failed to parse type description "${description}"`);
    const members = description
      .slice(open + 1, close)
      .split(",")
      .filter((part) => part.trim() !== "");
    const parts = members.map((member) =>
      member
        .trim()
        .split(" ")
        .filter((word) => word !== ""),
    );
    found.set(
      description.slice(at, open).trim(),
      parts.map(([type = "", name = ""]) => ({ type, name })),
    );
    at = close + 1;
  }
  return found;
}

const deepest = 32;

/** The type that a name stands for. @throws CheatError for structs that hold themselves. */
function resolveType(name: string, definitions: Definitions, depth = 0): DescribedType {
  if (depth > deepest) throw new CheatError(`the type ${name} holds itself`);
  if (name.endsWith("]")) {
    const at = name.lastIndexOf("[");
    const element = resolveType(name.slice(0, at), definitions, depth + 1);
    return { canonical: element.canonical + name.slice(at), element };
  }
  const own = definitions.get(name);
  if (!own) return { canonical: name === "uint" || name === "int" ? `${name}256` : name };
  const members = own.map((each) => ({ name: each.name, type: resolveType(each.type, definitions, depth + 1) }));
  return { canonical: `(${members.map(({ type }) => type.canonical).join(",")})`, members, struct: name };
}

/** `uint256[]`, or structs with the one that is meant first. */
export function describedType(description: string): DescribedType {
  if (!description.includes("(")) return resolveType(description.trim(), new Map());
  const definitions = definitionsOf(description);
  const [first = ""] = definitions.keys();
  return resolveType(first, definitions);
}
