import type { IniTree } from "./nodeReading";

/** The number of hex digits an identity of the lists has: 512 with RSA TLS, 128 with SM TLS. */
export type IdentityDigits = 128 | 512;

const hexDigits = /^[0-9a-fA-F]+$/;
const zeros = /^0+$/;

/** Whether the node takes the value as an identity of that length; anything else it drops. */
export function isIdentity(value: string, digits: IdentityDigits): boolean {
  return value.length === digits && hexDigits.test(value) && !zeros.test(value);
}

/** @public compared with Boost itself */
export interface NodeList {
  /** A list without a valid entry is off: an off whitelist accepts everybody, an off blacklist refuses no one. */
  readonly enabled: boolean;
  /** Accepted identities, upper case as the node keeps them, in byte order, each once. */
  readonly ids: readonly string[];
}

function readList(tree: IniTree, name: string, alias: string, prefix: string, digits: IdentityDigits): NodeList {
  // The short name is looked up only when nothing at all has the long one; a root key of that name counts, as an empty list.
  const taken = tree.sections.has(name) || tree.root.has(name);
  const entries = tree.sections.get(taken ? name : alias) ?? new Map<string, string>();
  const ids = new Set<string>();
  for (const [key, value] of entries) {
    if (key.startsWith(prefix) && isIdentity(value, digits)) ids.add(value.toUpperCase());
  }
  return { enabled: ids.size > 0, ids: [...ids].sort() };
}

/**
 * Both access lists as the node builds them from its tree (docs/protocol/config-ini.md, "Access lists").
 * @public compared with Boost itself
 */
export function readNodeLists(
  tree: IniTree,
  digits: IdentityDigits,
): { readonly black: NodeList; readonly white: NodeList } {
  return {
    black: readList(tree, "certificate_blacklist", "crl", "crl.", digits),
    white: readList(tree, "certificate_whitelist", "cal", "cal.", digits),
  };
}
