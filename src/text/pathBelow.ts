/** What is taken of `node:path`: that of this machine, or `path.win32` and `path.posix` where another one is meant. */
export interface PathRules {
  relative(from: string, to: string): string;
  isAbsolute(path: string): boolean;
  readonly sep: string;
}

/** A path with `/`, as source names, addresses and what is shared with a team have it. On systems with `/` a `\` is part of a name. */
export function withSlashes(path: string, { sep }: Pick<PathRules, "sep">): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/**
 * The way from a folder to what lies in it, with `/`; undefined for the folder itself and for what lies elsewhere: above it, on another
 * drive, on another share. A name may begin with two dots.
 */
export function pathBelow(folder: string, path: string, rules: PathRules): string | undefined {
  const way = rules.relative(folder, path);
  const isElsewhere = way === "" || way === ".." || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way);
  return isElsewhere ? undefined : withSlashes(way, rules);
}

/** A file as SARIF and browsers name it: relative where it is written so, else with its scheme. */
export function fileReference(path: string, rules: Pick<PathRules, "isAbsolute" | "sep">): string {
  const parts = withSlashes(path, rules)
    .split("/")
    .map((part) => encodeURIComponent(part));
  if (!rules.isAbsolute(path)) return parts.join("/");
  const [first = "", second = "", ...rest] = parts;
  if (first !== "") return `file:///${[decodeURIComponent(first), second, ...rest].join("/")}`; // C:/folder
  return second === "" ? `file://${rest.join("/")}` : `file://${parts.join("/")}`; // \\server\share, /folder
}
