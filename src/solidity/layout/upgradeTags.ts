import { documentationOf, type SyntaxNode } from "../program/syntaxTree";

/**
 * What the comment of a declaration has behind a tag of OpenZeppelin's upgrades plugins (`@custom:oz-renamed-from total`): words up to the
 * next tag, on several lines too. Undefined without the tag.
 * @param tag without `@custom:oz-`
 */
export function upgradeTag(node: SyntaxNode | undefined, tag: string): string | undefined {
  const comment = node ? documentationOf(node) : "";
  const begins = `@custom:oz-${tag}`;
  if (!comment.includes(begins)) return undefined;
  const words: string[] = [];
  let isInside = false;
  let isFound = false;
  for (const line of comment.split("\n")) {
    const [first = "", ...rest] = line.trim().split(/\s+/);
    if (first.startsWith("@")) isInside = first === begins;
    if (!isInside) continue;
    words.push(...(first === begins ? rest : [first, ...rest]));
    isFound = true;
  }
  return isFound ? words.join(" ").trim() : undefined;
}

/** Kinds of risks that a declaration's comment allows: in what it does itself and, with `reachable`, in what it leads to. */
export function allowedRisks(node: SyntaxNode | undefined, which: "own" | "reachable"): ReadonlySet<string> {
  const reachable = upgradeTag(node, "upgrades-unsafe-allow-reachable") ?? "";
  const own = which === "own" ? (upgradeTag(node, "upgrades-unsafe-allow") ?? "") : "";
  return new Set(`${own} ${reachable}`.split(/[\s,]+/).filter((each) => each !== ""));
}
