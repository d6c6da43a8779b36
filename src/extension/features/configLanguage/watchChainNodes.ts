import * as vscode from "vscode";
import type { ChainNode } from "../../../languageServer/protocol/messages";
import type { Chainside } from "../../state/chainside";
import { placeOf } from "../../state/connections/placeOf";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

/**
 * Tells `heard` the nodes of every connected group now, and again when connections or memberships change. Reads nothing as long
 * as this was not called: it begins with the language server.
 */
export function watchChainNodes(app: Chainside, heard: (nodes: readonly ChainNode[]) => void): vscode.Disposable {
  let latest = 0;
  async function refresh(): Promise<void> {
    const turn = ++latest;
    const groups = await Promise.all(
      app.connections.groups.map((group) =>
        chainNodesOf(group)
          .then((nodes) => nodes.map((node) => ({ ...node, group: placeOf(group) })))
          .catch((error: unknown) => {
            app.errors.log(error);
            return [];
          }),
      ),
    );
    if (turn === latest) heard(groups.flat());
  }
  const again = (): void => void refresh().catch(app.errors.log);
  again();
  return vscode.Disposable.from(
    app.connections.onDidChange(again),
    app.connections.onDidChangeGroup(({ change }) => {
      if (change === "nodes") again();
    }),
    { dispose: () => void latest++ },
  );
}
