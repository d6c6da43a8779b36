import { alternatives, isLike } from "../../text/wildcards";

/** So many folders deep no one looks. */
const maxParts = 64;

/** Whether the parts of a path are as those of a pattern; `**` stands for any number of them. Each pair is looked at once. */
function partsFit(path: readonly string[], pattern: readonly string[]): boolean {
  let fits: boolean[] = Array.from({ length: path.length + 1 }, (_, at) => at === 0);
  for (const part of pattern) {
    const next: boolean[] = new Array(path.length + 1).fill(false);
    for (let at = 0; at <= path.length; at++) {
      if (part === "**") next[at] = (fits[at] ?? false) || (at > 0 && (next[at - 1] ?? false));
      else if (at > 0) next[at] = (fits[at - 1] ?? false) && isLike(path[at - 1] ?? "", part);
    }
    fits = next;
  }
  return fits[path.length] ?? false;
}

/**
 * Whether a file is one of those that a pattern of `.prettierrc` or `.editorconfig` means: `*.sol`, `contracts/**`, `{a,b}/*.sol`. Without
 * a slash the name alone counts.
 * @param path below the folder of the configuration, with slashes
 */
export function isPathLike(path: string, pattern: string): boolean {
  const parts = path.split("/");
  if (parts.length > maxParts) return false;
  return alternatives(pattern).some((each) => {
    const plain = each.replace(/^\.?\//, "");
    if (!each.includes("/")) return isLike(parts.at(-1) ?? "", plain);
    const wanted = plain.split("/");
    // `contracts/**.sol`: anything below, however deep
    const spread = wanted.flatMap((part) => (part !== "**" && part.startsWith("**") ? ["**", part.slice(1)] : [part]));
    return spread.length <= maxParts && partsFit(parts, spread);
  });
}
