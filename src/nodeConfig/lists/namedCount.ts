import type { AccessList, AccessLists } from "../analysis/accessLists";

/** The different identities of a list that the node keeps, lower case. */
const keptIdentities = ({ entries }: AccessList): ReadonlySet<string> =>
  new Set(entries.flatMap(({ accepted, value }) => (accepted ? [value.toLowerCase()] : [])));

/** How many nodes a list makes a difference for: those that a whitelist names and the blacklist, which goes before it, doesn't. */
export function namedCount({ black, white }: AccessLists, list: "black" | "white"): number {
  const refused = keptIdentities(black);
  return list === "black" ? refused.size : [...keptIdentities(white)].filter((id) => !refused.has(id)).length;
}
