import * as vscode from "vscode";
import { readRecordUri, recordUri } from "../../flows/target/recordUri";
import { commandLink } from "../../kit/commands/commands";
import type { ChainGroup } from "../../state/connections/chainGroup";

const pattern = /\b0x[0-9a-fA-F]{64}\b|\b0x[0-9a-fA-F]{40}\b|\b(?:0x)?[0-9a-fA-F]{128}\b/g;
/** Longer lines hold code and call data: nothing there is meant to be followed. */
const maxLineLength = 2000;

/** Where an address, hash or node ID of a document leads: an address to its document, what may be many things to its explanation. */
function target(group: ChainGroup | undefined, groupId: string | undefined, text: string): vscode.Uri {
  if (group && text.length === 42) return recordUri(group, "contract", text.toLowerCase());
  return commandLink("chainside.explain", groupId === undefined ? text : { kind: "text", text, groupId });
}

/** A link on everything that can be looked up, except where the document has a link of its own. */
export function foundLinks(
  document: vscode.TextDocument,
  group: ChainGroup | undefined,
  own: readonly vscode.DocumentLink[],
): vscode.DocumentLink[] {
  const ownByLine = new Map<number, vscode.Range[]>();
  for (const { range } of own) {
    const others = ownByLine.get(range.start.line);
    if (others) others.push(range);
    else ownByLine.set(range.start.line, [range]);
  }
  // a document of a chain asks that one, whichever is in use
  const groupId = readRecordUri(document.uri)?.groupId;
  const links: vscode.DocumentLink[] = [];
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (text.length > maxLineLength) continue;
    for (const match of text.matchAll(pattern)) {
      const range = new vscode.Range(line, match.index, line, match.index + match[0].length);
      if (!ownByLine.get(line)?.some((other) => other.intersection(range)))
        links.push(new vscode.DocumentLink(range, target(group, groupId, match[0])));
    }
  }
  return links;
}
