/**
 * `context:prefix=target`: an import that begins with `prefix` in a source whose name begins with `context` begins with `target` instead.
 */
export interface Remapping {
  readonly context: string;
  readonly prefix: string;
  readonly target: string;
}

/** One line of a remappings file; undefined for a blank one, a comment or something else. */
export function readRemapping(line: string): Remapping | undefined {
  const mark = line.indexOf("=");
  const before = line.slice(0, Math.max(mark, 0)).trim();
  if (before === "" || before.startsWith("#") || before.startsWith("//")) return undefined;
  const colon = before.indexOf(":");
  const prefix = before.slice(colon + 1).trim();
  const context = before.slice(0, Math.max(colon, 0)).trim();
  return prefix === "" ? undefined : { context, prefix, target: line.slice(mark + 1).trim() };
}

const withSlash = (text: string): string => (text === "" || text.endsWith("/") ? text : `${text}/`);

/** As Foundry reads one: both sides are folders, whether a `/` ends them or not. */
export const folderRemapping = ({ context, prefix, target }: Remapping): Remapping => ({
  context,
  prefix: withSlash(prefix),
  target: withSlash(target),
});

export function remappingText({ context, prefix, target }: Remapping): string {
  return `${context === "" ? "" : `${context}:`}${prefix}=${target}`;
}

/** The name under which a compiler looks for an import: the longest context wins, then the longest prefix, then the last one given. */
export function remapped(name: string, importer: string, remappings: readonly Remapping[]): string {
  let best: Remapping | undefined;
  for (const each of remappings) {
    if (each.prefix === "" || !name.startsWith(each.prefix) || !importer.startsWith(each.context)) continue;
    if (best && each.context.length < best.context.length) continue;
    if (best && each.context.length === best.context.length && each.prefix.length < best.prefix.length) continue;
    best = each;
  }
  return best ? best.target + name.slice(best.prefix.length) : name;
}

/** How a source would be imported by no relative path: as a remapping that is stated wants it, else by its own name. */
export function writtenFor(name: string, importer: string, remappings: readonly Remapping[]): string | undefined {
  const able = remappings.flatMap(({ prefix, target }) =>
    target !== "" && name.startsWith(target) ? [prefix + name.slice(target.length)] : [],
  );
  return [name, ...able].findLast((each) => !/^[./]/.test(each) && remapped(each, importer, remappings) === name);
}

/**
 * What a relative import names, as compilers work it out: `./` and `../` start at the importing source's name, and everything else is the
 * name itself.
 */
export function importedName(path: string, importer: string): string {
  if (!path.startsWith("./") && !path.startsWith("../")) return path;
  const folders = importer.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") folders.pop();
    else folders.push(part);
  }
  return folders.join("/");
}
