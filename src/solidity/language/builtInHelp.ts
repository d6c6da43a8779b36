import { type Dialect, isThere } from "./dialect";
import { type BuiltIn, builtInNamed, builtIns } from "./names/builtInTable";
import type { SourceFile } from "./names/declarations";
import type { ProjectNames } from "./names/places";
import type { Type } from "./names/types";
import { type YulBuiltIn, yulBuiltIns } from "./names/yulBuiltIns";
import type { Call, Expression, WithRange } from "./syntax/nodes";
import { partsAround, withoutOptions } from "./syntax/walk";

/** What a value's built-in members are listed under. */
function holderOf(type: Type): string {
  switch (type.is) {
    case "builtIn":
      return type.name;
    case "value":
      return type.name.startsWith("address") ? "address" : type.name.startsWith("bytes") ? "array" : "";
    case "array":
      return "array";
    case "type":
      return type.type.is === "instance" && type.type.of.kind !== "contract" ? type.type.of.kind : "type";
    case "callable":
      return type.of[0]?.kind === "event" ? "event" : "function";
    case "function":
    case "getter":
      return "function";
    default:
      return "";
  }
}

/** What a release of the language gives behind a name or a value of a kind, by its own name; without a dot under an empty one. */
export function builtInMembers(holder: string, dialect: Dialect): readonly (readonly [string, BuiltIn])[] {
  return Object.entries(builtIns).flatMap(([name, builtIn]) => {
    const at = name.indexOf(".");
    return name.slice(0, Math.max(at, 0)) === holder && isThere(builtIn, dialect)
      ? [[name.slice(at + 1), builtIn] as const]
      : [];
  });
}

/** What an expression names of the language itself. */
function builtInOf({ names }: ProjectNames, file: SourceFile, node: Expression): BuiltIn | undefined {
  const binding = names.bind(file);
  const at = node.kind === "member" || node.kind === "identifier" ? node.name.start : -1;
  if (at < 0 || binding.references.some(({ start }) => start === at)) return undefined;
  if (node.kind === "identifier") return builtInNamed(node.name.text);
  return node.kind === "member" ? builtInNamed(`${holderOf(binding.typeOf(node.of))}.${node.name.text}`) : undefined;
}

/** What the language itself gives that is named at an offset. */
export function builtInAt(
  project: ProjectNames,
  file: SourceFile,
  offset: number,
): ((BuiltIn | YulBuiltIn) & WithRange) | undefined {
  for (const part of partsAround(file.tree.items, offset).reverse()) {
    if (part.kind !== "identifier" && part.kind !== "member" && part.kind !== "yulCall") continue;
    const { text, start, end } = part.name;
    if (offset < start || offset > end) continue;
    // What is declared of such a name was found before.
    const found = part.kind === "yulCall" ? yulBuiltIns.get(text) : builtInOf(project, file, part);
    return found && { ...found, start, end };
  }
  return undefined;
}

/** The innermost call around an offset, where it calls what the language itself gives. */
export function builtInCallAt(
  project: ProjectNames,
  file: SourceFile,
  offset: number,
): { readonly node: Call; readonly builtIn: BuiltIn } | undefined {
  for (const part of partsAround(file.tree.items, offset).reverse()) {
    if (part.kind !== "call" || part.open > offset) continue;
    if (file.text[part.end - 1] === ")" && part.end > part.open && offset >= part.end) continue;
    const builtIn = builtInOf(project, file, withoutOptions(part.callee));
    return builtIn && { node: part, builtIn };
  }
  return undefined;
}
