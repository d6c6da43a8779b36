import { text } from "../../text/catalogue";
import { readAccessLists } from "../analysis/accessLists";
import { resolveEvaluation, resolveIdentityLength } from "../analysis/evaluation";
import { ownIdentities } from "../analysis/listWalk";
import { identityOfP2pNodeId } from "../analysis/peerIdentity";
import { isIdentity } from "../document/listSection";
import { appendToList } from "./appendToList";
import { commentOutFix, deleteLine, type Fix, type FixMakers, fix, type MakeFixes, replaceValue } from "./fix";

const tlsIdentity: MakeFixes = (site) => {
  const { document, context, line, index } = site;
  const id = line.value.toLowerCase();
  const node = context.nodes?.find(({ consensusId }) => consensusId?.toLowerCase() === id);
  const own = context.own?.consensusId?.toLowerCase() === id ? context.own : undefined;
  const tlsOf = (of: typeof node): string | undefined =>
    resolveIdentityLength(document, context) === 512 ? of?.tlsId : of?.smTlsId;
  const found = tlsOf(node) === undefined ? own : node;
  const tlsId = tlsOf(found);
  if (!found || tlsId === undefined) return [commentOutFix(site)];
  const edit = replaceValue(line, index, tlsId);
  return [fix(text("Replace with the TLS ID of {0}", found.name), [edit], true), commentOutFix(site)];
};

/** A wrong number of digits: 512 may be right for this node; a few are only seen as too many because of what is between. */
const wrongLength: MakeFixes = (site) => {
  const { document, context, line, index } = site;
  const inside = identityOfP2pNodeId(line.value);
  if (inside !== undefined && inside !== line.value && isIdentity(inside, resolveIdentityLength(document, context)))
    return [fix(text("Keep only the ID"), [replaceValue(line, index, inside)], true)];
  if (site.line.value.length !== 512) return [commentOutFix(site)];
  const setting: Fix = {
    title: text("Set the ID length to 512 for this workspace"),
    edits: [],
    identityLength: 512,
    safe: false,
  };
  return [setting, commentOutFix(site)];
};

/** Digits with separators between them, as some tools print them. */
const withoutSeparators: MakeFixes = (site) => {
  const { document, context, line, index } = site;
  const bare = line.value.replace(/[\s:_-]/g, "");
  if (!isIdentity(bare, resolveIdentityLength(document, context))) return [commentOutFix(site)];
  return [fix(text("Remove the characters between the digits"), [replaceValue(line, index, bare)], true)];
};

const removeFromLists: MakeFixes = (site) => {
  const { document, context, line, index } = site;
  const lists = readAccessLists(document, context);
  const id = line.value.toLowerCase();
  const black = lists.black.entries.filter(({ accepted, value }) => accepted && value.toLowerCase() === id);
  const others = lists.white.entries.some(({ accepted, value }) => accepted && value.toLowerCase() !== id);
  return [
    // Without another entry the whitelist would be off afterwards, and let every node in.
    fix(text("Remove from the whitelist"), [deleteLine(document, index)], others),
    fix(
      text("Remove from the blacklist"),
      black.map((entry) => deleteLine(document, entry.line)),
    ),
  ];
};

const addOwn: MakeFixes = ({ document, context }) => {
  const [own] = ownIdentities(context, resolveEvaluation(document, context));
  return own ? [fix(text("Add this node's own ID"), appendToList(document, context, "white", [own]))] : [];
};

export const identityFixes: FixMakers = {
  "nodeid.prefix0x": (site) => [
    fix(text("Remove the 0x"), [replaceValue(site.line, site.index, site.line.value.slice(2))], true),
  ],
  "nodeid.uppercase": (site) => [
    fix(text("Convert to lowercase"), [replaceValue(site.line, site.index, site.line.value.toLowerCase())], true),
  ],
  "nodeid.duplicate": ({ document, index }) => [
    fix(text("Remove the repetition"), [deleteLine(document, index)], true),
  ],
  "nodeid.consensusId": tlsIdentity,
  "nodeid.length": wrongLength,
  "nodeid.notHex": withoutSeparators,
  "nodeid.zero": (site) => [commentOutFix(site)],
  "nodeid.inBothLists": removeFromLists,
  "nodeid.ownMissing": addOwn,
  "nodeid.ownBlacklisted": (site) => [
    fix(text("Remove from the blacklist"), [deleteLine(site.document, site.index)]),
    commentOutFix(site),
  ],
};
