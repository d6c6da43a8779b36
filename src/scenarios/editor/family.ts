import { givenPath, type NamedPath } from "../../files/namedPath";
import { pathKey } from "../../files/pathKey";
import { readParts } from "../../yaml/readYaml";
import { textOf } from "../../yaml/value";
import { namedFile } from "../document/namedFile";
import { IncludeAllowance, includesIn } from "../language/includes";
import type { EditorContext } from "./offers";

/** A scenario with its text. */
export interface FamilyMember {
  readonly path: string;
  readonly text: string;
}

/** Of all scenarios of a workspace together, in UTF-16 units. */
const maxText = 4 * 1024 * 1024;

/** Files that a scenario includes: absolute. */
function includesOf({ path, text }: FamilyMember): readonly NamedPath[] {
  return includesIn(readParts(text, path).value).flatMap((item) => {
    const named = textOf(item);
    return (named === undefined ? undefined : namedFile(named, path)) ?? [];
  });
}

/**
 * The scenarios that share names with one: those that it includes and those that include it, with all that these share names with.
 * Itself comes first.
 */
export async function familyOf(first: FamilyMember, context: EditorContext): Promise<readonly FamilyMember[]> {
  const allowance = new IncludeAllowance(maxText);
  const known = new Map<string, FamilyMember & { readonly includes: readonly string[] }>();
  const read = async (path: NamedPath, text?: string): Promise<void> => {
    if (known.has(pathKey(path)) || !allowance.takesFile()) return;
    const found = text ?? (await context.read(path));
    if (found === undefined || !allowance.takesText(found)) return;
    const includes = includesOf({ path, text: found });
    known.set(pathKey(path), { path, text: found, includes });
    for (const each of includes) await read(each);
  };
  // what is open, and what the editor found
  await read(givenPath(first.path), first.text);
  for (const path of await context.scenarios()) await read(givenPath(path));
  const family = new Set([pathKey(first.path)]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [key, { includes }] of known) {
      const others = includes.map((each) => pathKey(each));
      if (family.has(key)) for (const each of others) family.add(each);
      else if (others.some((each) => family.has(each))) family.add(key);
    }
  }
  return [...family].flatMap((key) => known.get(key) ?? []);
}
