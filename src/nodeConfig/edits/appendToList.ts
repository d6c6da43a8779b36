import { readAccessLists } from "../analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../analysis/analysisContext";
import { listedIdentity } from "../analysis/peerIdentity";
import type { IniDocument } from "../document/iniDocument";
import type { IniBlock } from "../document/iniLine";
import { comparedAtHandshake, decideConnection } from "../lists/decideConnection";
import type { TextEdit } from "../text/textRange";
import { deleteLine, indentation, insertLineAfter, lineEnd } from "./fix";

/** The number after the highest one in use, so that a new `cal.N` never meets another; also for `node.N`. */
export function freeListIndex(document: IniDocument, block: IniBlock, prefix: string): number {
  let highest = -1;
  for (const line of document.lines) {
    if (line.block !== block || line.kind !== "entry" || !line.name.startsWith(prefix)) continue;
    const suffix = line.name.slice(prefix.length);
    if (/^[0-9]{1,9}$/.test(suffix)) highest = Math.max(highest, Number(suffix));
  }
  return highest + 1;
}

/** Which list of a file an identity is to be added to. */
type ListName = "black" | "white";

/**
 * Edits that add identities to a list, after its last entry, under the next free numbers; a missing section is written at
 * the end of the file. Identities that the list has already are left out.
 */
export function appendToList(
  document: IniDocument,
  context: AnalysisContext,
  list: ListName,
  identities: readonly string[],
): TextEdit[] {
  const current = readAccessLists(document, context)[list];
  const known = new Set(current.entries.flatMap(({ accepted, value }) => (accepted ? [value.toLowerCase()] : [])));
  const added = [...new Set(identities.map((id) => id.toLowerCase()))].filter((id) => !known.has(id));
  if (added.length === 0) return [];
  const prefix = list === "black" ? "crl." : "cal.";
  const end = lineEnd(document);
  const last = document.lines.length - 1;
  if (current.headerLine === undefined) {
    const lines = [`[${current.section}]`, ...added.map((id, index) => `    ${prefix}${index}=${id}`)];
    const blank = document.lines[last]?.kind === "blank";
    const at = document.lines[last]?.text.length ?? 0;
    return [
      {
        range: { startLine: last, startChar: at, endLine: last, endChar: at },
        newText: (blank ? "" : end) + lines.join(end) + end,
      },
    ];
  }
  const block = document.lines[current.headerLine]?.block;
  if (!block) return [];
  const entries = document.lines.flatMap((line, index) =>
    line.block === block && line.kind === "entry" ? [index] : [],
  );
  // Behind the comments of the generator, which stand between the header and the first entry.
  const comments = document.lines.findLastIndex((line) => line.block === block && line.kind === "comment");
  const after = entries.at(-1) ?? Math.max(comments, current.headerLine);
  const neighbour = document.lines[entries.at(-1) ?? comments];
  const indent = after === current.headerLine ? "    " : indentation(neighbour);
  const first = freeListIndex(document, block, prefix);
  const lines = added.map((id, index) => `${indent}${prefix}${first + index}=${id}`);
  return [insertLineAfter(document, after, lines.join(end))];
}

/**
 * Edits after which the node of this file accepts the peer: its entries leave the blacklist, and a whitelist that is on gets
 * it. None when the node accepts it already, or when the identity of the peer that the lists need is not known.
 */
export function acceptPeer(document: IniDocument, context: AnalysisContext, peer: KnownNode): TextEdit[] {
  const lists = readAccessLists(document, context);
  const identity = listedIdentity(peer, lists.digits)?.toLowerCase();
  if (identity === undefined || !lists.known || decideConnection(lists, identity, "reload").accepted) return [];
  const start = identity.slice(0, comparedAtHandshake);
  const refusing = lists.black.entries.filter(
    ({ accepted, value }) => accepted && value.toLowerCase().startsWith(start),
  );
  return [
    ...refusing.map(({ line }) => deleteLine(document, line)),
    ...(lists.white.enabled ? appendToList(document, context, "white", [identity]) : []),
  ];
}
