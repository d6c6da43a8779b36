import type * as vscode from "vscode";
import type { Chainside } from "../../state/chainside";

/** Connects again what was open when the window closed, once a view is seen that shows a chain: no network before. */
export function restoreWhenSeen(
  { connections }: Pick<Chainside, "connections">,
  view: Pick<vscode.TreeView<unknown>, "visible" | "onDidChangeVisibility">,
): vscode.Disposable {
  if (view.visible) connections.restore();
  return view.onDidChangeVisibility(({ visible }) => {
    if (visible) connections.restore();
  });
}
