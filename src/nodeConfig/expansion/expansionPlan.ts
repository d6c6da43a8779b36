import { readAccessLists } from "../analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../analysis/analysisContext";
import { listedIdentity } from "../analysis/peerIdentity";
import type { IniDocument } from "../document/iniDocument";
import { appendToList } from "../edits/appendToList";
import type { TextEdit } from "../text/textRange";

/** A node folder that takes part in an expansion. */
export interface ExpansionNode {
  readonly node: KnownNode;
  readonly document: IniDocument;
  readonly context: AnalysisContext;
}

/** What is to be changed in the files of one node. */
interface PlannedFile {
  readonly node: KnownNode;
  readonly edits: readonly TextEdit[];
}

/**
 * The edits that make old nodes and the new one accept each other. Every old node whose whitelist is on gets the identity of
 * the new one; the new one gets the whole list. A whitelist that is off stays off: a first entry would shut out everybody
 * who is not in it. Entries that are there already are not written again.
 */
export function planWhitelists(existing: readonly ExpansionNode[], added: ExpansionNode): PlannedFile[] {
  const plan: PlannedFile[] = [];
  const everybody = new Set<string>();
  for (const old of existing) {
    const lists = readAccessLists(old.document, old.context);
    if (!lists.white.enabled) continue;
    for (const entry of lists.white.entries) if (entry.accepted) everybody.add(entry.value.toLowerCase());
    const identity = listedIdentity(added.node, lists.digits);
    if (identity === undefined) continue;
    everybody.add(identity.toLowerCase());
    const edits = appendToList(old.document, old.context, "white", [identity]);
    if (edits.length > 0) plan.push({ node: old.node, edits });
  }
  const edits = everybody.size > 0 ? appendToList(added.document, added.context, "white", [...everybody]) : [];
  if (edits.length > 0) plan.push({ node: added.node, edits });
  return plan;
}
