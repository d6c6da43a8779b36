import type { Expression, Literal } from "./nodes";

/**
 * What stands between the quotes of a text, before them `unicode` or nothing; undefined for anything else. Of texts that are joined the
 * first.
 */
export function textOf(node: Expression | undefined): string | undefined {
  if (node?.kind !== "literal" || node.of !== "string") return undefined;
  const [, , inner] = /^(?:unicode)?(["'])(.*)\1$/s.exec(node.text) ?? [];
  return inner;
}

/** How many bytes a text has: of `hex"…"` one for two digits. */
export function bytesIn(node: Literal): number {
  const [, digits] = /^hex["']([\da-fA-F_]*)["']$/.exec(node.text) ?? [];
  if (digits !== undefined) return digits.replaceAll("_", "").length / 2;
  return Buffer.byteLength(textOf(node) ?? "");
}
