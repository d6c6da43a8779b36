import { readAccessLists } from "../analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../analysis/analysisContext";
import { listedIdentity } from "../analysis/peerIdentity";
import type { IniDocument } from "../document/iniDocument";
import { comparedAtHandshake, decideConnection } from "../lists/decideConnection";
import type { TextEdit } from "../text/textRange";
import { appendToList } from "./appendToList";
import { deleteLine } from "./lineEdits";

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
