import { type BuiltIn, builtInNamed, builtIns } from "./builtInTable";
import { type Type, unknownType, value } from "./types";

const gives = (...returns: Type[]): Type => ({ is: "function", parameters: undefined, returns });
const named = (name: string): Type => ({ is: "builtIn", name });
const uint = value("uint256");

/** Who was payable before 0.8. */
const wasPayable = new Set(["msg.sender", "tx.origin"]);

/** The type at the beginning of `bytes memory data`. */
const typeIn = (declared: string): Type =>
  value(/^address payable\b/.exec(declared)?.[0] ?? declared.split(" ", 1)[0] ?? "");

/** What something is by its declaration: `uint256 block.number`, `f(bytes memory data) returns (bool success)`. */
function typeOf(name: string, { code: [declared = ""] }: BuiltIn): Type {
  if (name === "abi.decode") return named("decode");
  if (wasPayable.has(name)) return value("address payable");
  if (!declared.includes("(")) return typeIn(declared);
  const returned = declared.split("returns (")[1]?.slice(0, -1);
  return gives(...(returned?.split(", ") ?? []).map(typeIn));
}

const hasNoDot = (name: string): boolean => !name.includes(".");
const holders = ["msg", "block", "tx", "abi", "type"];

/** Names that every source knows. */
export const globalNames: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...holders.map((name) => [name, named(name)] as const),
  ...Object.entries(builtIns).flatMap(([name, each]) => (hasNoDot(name) ? [[name, typeOf(name, each)] as const] : [])),
  ...["log0", "log1", "log2", "log3", "log4"].map((name) => [name, gives()] as const),
]);

/** What the language itself offers behind a dot; undefined: nothing of that name. */
export function builtInMember(of: Type, name: string): Type | undefined {
  const own = (holder: string): Type | undefined => {
    const found = builtInNamed(`${holder}.${name}`);
    return found && typeOf(`${holder}.${name}`, found);
  };
  switch (of.is) {
    case "builtIn":
      return own(of.name);
    case "value":
      if (of.name.startsWith("address")) return own("address");
      if (name === "length" && of.name.startsWith("bytes")) return of.name === "bytes" ? uint : value("uint8");
      if (of.name !== "bytes") return undefined;
      return name === "push" || name === "pop" ? gives(value("bytes1")) : undefined;
    case "array":
      if (name === "length") return uint;
      return name === "push" || name === "pop" ? gives(of.base) : undefined;
    case "instance":
      // Before 0.5 a contract had the members of its address.
      return of.of.kind === "contract" ? own("address") : undefined;
    case "callable":
    case "getter":
    case "function": {
      if (name === "value" || name === "gas") return { is: "function", parameters: undefined, returns: [of] };
      const isEvent = of.is === "callable" && of.of[0]?.kind === "event";
      return own(isEvent ? "event" : "function");
    }
    case "type":
      return ofType(of.type, name, own);
    default:
      return undefined;
  }
}

function ofType(of: Type, name: string, own: (holder: string) => Type | undefined): Type | undefined {
  if (of.is === "value") {
    if (name === "concat" && (of.name === "bytes" || of.name === "string")) return gives(of);
    return name === "max" || name === "min" ? of : undefined;
  }
  if (of.is !== "instance") return undefined;
  if (of.of.kind === "valueType") return name === "wrap" || name === "unwrap" ? gives(unknownType) : undefined;
  if (of.of.kind === "enum") return name === "max" || name === "min" ? of : undefined;
  return of.of.kind === "contract" && !["min", "max", "concat"].includes(name) ? own("type") : undefined;
}
