import { type LocalizableText, text } from "../../text/catalogue";
import type { AccessList, AccessListEntry, AccessLists } from "../analysis/accessLists";

/** Why a node lets a peer in or keeps it out. */
export type DecisionReason =
  /** An entry of the blacklist names it. */
  | "blacklisted"
  /** An entry of the whitelist names it. */
  | "whitelisted"
  /** The whitelist is on and has no entry for it. */
  | "notWhitelisted"
  /** There is no whitelist entry, so every node may connect. */
  | "noWhitelist"
  /** There are whitelist entries, but the node drops them all: every node may connect. */
  | "whitelistOff"
  /** The release has no access lists: every node may connect, whatever the file says. */
  | "noLists"
  /** A TLS file of the node itself is missing, or its key is another certificate's: it cannot start. */
  | "fileMissing"
  | "foreignKey"
  /** One of the two uses SM TLS between nodes, the other doesn't. */
  | "otherTls"
  /** The certificate of the peer, or the authority that issued it, has expired. */
  | "expired"
  | "authorityExpired"
  /** No authority that the node trusts has issued the peer's certificate. */
  | "otherAuthority";

export interface ConnectionDecision {
  readonly accepted: boolean;
  readonly reason: DecisionReason;
  /** The line that decides: an entry, or the header of the list that is off or lacks the peer. */
  readonly line: number | undefined;
  readonly entry: AccessListEntry | undefined;
  /** The TLS file that decides. */
  readonly file?: string;
  /** The entry that decides has other digits after the 128th than the peer, which only a reload compares. */
  readonly wrongTail: boolean;
}

/**
 * At a handshake the node compares the first 128 digits only; when the lists are reloaded it compares all of them, and
 * disconnects who is refused then.
 */
type DecisionMoment = "handshake" | "reload";

/** Digits that a handshake compares. */
export const comparedAtHandshake = 128;

function matching(list: AccessList, identity: string, moment: DecisionMoment): AccessListEntry | undefined {
  const cut = moment === "handshake" ? comparedAtHandshake : identity.length;
  const wanted = identity.toLowerCase().slice(0, cut);
  return list.entries.find(({ accepted, value }) => accepted && value.toLowerCase().slice(0, cut) === wanted);
}

/**
 * Whether a node with these lists accepts a peer with that identity (docs/protocol/config-ini.md, "Access lists"): the
 * blacklist goes before the whitelist, a whitelist without a valid entry is off, and so are both lists before release 3.2.0.
 */
export function decideConnection(
  lists: AccessLists,
  identity: string,
  moment: DecisionMoment = "handshake",
): ConnectionDecision {
  const decide = (accepted: boolean, reason: DecisionReason, entry?: AccessListEntry): ConnectionDecision => ({
    accepted,
    reason,
    line:
      entry?.line ??
      (reason === "noWhitelist" && lists.white.headerLine === undefined ? undefined : lists.white.headerLine),
    entry,
    wrongTail: entry !== undefined && entry.value.toLowerCase() !== identity.toLowerCase(),
  });
  if (!lists.known) return { ...decide(true, "noLists"), line: undefined };
  const black = matching(lists.black, identity, moment);
  if (black) return decide(false, "blacklisted", black);
  if (!lists.white.enabled) return decide(true, lists.white.entries.length === 0 ? "noWhitelist" : "whitelistOff");
  const white = matching(lists.white, identity, moment);
  return white ? decide(true, "whitelisted", white) : decide(false, "notWhitelisted");
}

/** The decision as a sentence. */
export function explainDecision({ reason, entry, file = "", wrongTail }: ConnectionDecision): LocalizableText {
  switch (reason) {
    case "fileMissing":
      return text("No connection: {0} is missing, so this node can't start.", file);
    case "foreignKey":
      return text("No connection: {0} is the key of another certificate, so this node can't start.", file);
    case "otherTls":
      return text("No connection: one of the nodes uses SM TLS (p2p.sm_ssl) and the other doesn't.");
    case "expired":
      return text("Refused: the other node's certificate has expired.");
    case "authorityExpired":
      return text("Refused: {0} has expired, so the certificates it issued aren't valid.", file);
    case "otherAuthority":
      return text("Refused: the other node's certificate wasn't issued by an authority in {0}.", file);
    case "blacklisted":
      return text("Refused: {0} in the blacklist names it.", entry?.key ?? "");
    case "whitelisted":
      if (wrongTail)
        return text(
          "Accepted until the next reload: {0} in the whitelist has its first {1} digits, but a reload compares all of them.",
          entry?.key ?? "",
          comparedAtHandshake,
        );
      return text("Accepted: {0} in the whitelist names it.", entry?.key ?? "");
    case "notWhitelisted":
      return text("Refused: the whitelist is on and doesn't name it.");
    case "noWhitelist":
      return text("Accepted: there is no whitelist entry, so every node with a valid certificate can connect.");
    case "whitelistOff":
      return text(
        "Accepted. The node drops every whitelist entry, so the list is off and every node with a valid certificate can connect.",
      );
    case "noLists":
      return text(
        "Accepted: releases 3.0 and 3.1 have no access lists, so every node with a valid certificate can connect.",
      );
  }
}
