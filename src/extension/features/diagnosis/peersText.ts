import * as vscode from "vscode";
import { createClient } from "../../../chain/client/client";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import { listPeers, olderNodeNote, type PeerList } from "../../../chain/services/network/listPeers";
import { decidePeers, peerDecisionLines, peerTitle } from "../../../nodeConfig/lists/decidePeers";
import { say } from "../../../text/catalogue";
import { sentence } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import { openTransport } from "../../state/connections/openTransport";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

function linesOf(url: string, { variant, peers }: PeerList, folders: readonly NodeFolder[]): string[] {
  const decided = folders.map(({ node, lists }) => ({ node, lists, peers: decidePeers(lists, peers) }));
  return [
    vscode.l10n.t("Peers of {0}: {1}", url, peers.length),
    ...(variant === "2.x" ? [say(olderNodeNote(url))] : []),
    ...peers.map((peer) => `  ${peerTitle(peer)}`),
    ...(peers.length > 0 && decided.length > 0
      ? [
          "",
          vscode.l10n.t("What the access lists of this workspace's nodes say to them"),
          ...peerDecisionLines(decided),
        ]
      : []),
    "",
  ];
}

/**
 * The peers that each endpoint tells of, for people, and which of them the lists of the node folders of this workspace would refuse. An
 * endpoint that doesn't answer has its error in its place.
 */
export async function peersText(app: Chainside, profile: ConnectionProfile, signal: AbortSignal): Promise<string> {
  const folders = await app.nodeFolders.list();
  const lines: string[] = [];
  for (const url of profile.endpoints) {
    try {
      const transport = await openTransport(profile, url);
      try {
        lines.push(...linesOf(url, await listPeers(createClient(transport, profile.group), { signal }), folders));
      } finally {
        await transport.close();
      }
    } catch (error) {
      lines.push(url, `  ${await sentence(app, error)}`, "");
    }
  }
  return lines.join("\n");
}
