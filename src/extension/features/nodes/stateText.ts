import { basename } from "node:path";
import * as vscode from "vscode";
import type { NodeState } from "../../state/nodeFolders/nodeState";

/** Who has the port, shortly: the folder the process belongs to, else its program. */
const strangerName = ({ directory, program }: Extract<NodeState, { kind: "foreign" }>): string =>
  basename(directory ?? program ?? "");

/** How it stands with a node, for its line. Nothing where nobody can tell. */
export function stateText(state: NodeState): string {
  switch (state.kind) {
    case "running":
      return state.sure ? vscode.l10n.t("running") : vscode.l10n.t("running, as far as its port tells");
    case "silent":
      return state.halted ? vscode.l10n.t("halted") : vscode.l10n.t("running, RPC does not answer");
    case "foreign":
      return vscode.l10n.t("stopped, its port is taken by {0}", strangerName(state));
    case "stopped":
      return vscode.l10n.t("stopped");
    case "unknown":
      return "";
  }
}

/** What that means and what to do, for the tooltip. */
export function stateAdvice(state: NodeState): string[] {
  switch (state.kind) {
    case "running":
      return [
        ...(state.pid === undefined ? [] : [vscode.l10n.t("Process {0}", String(state.pid))]),
        ...(state.sure
          ? []
          : [vscode.l10n.t("This system does not tell whose process listens: it may be another one than the node's.")]),
      ];
    case "silent":
      return [
        state.halted
          ? vscode.l10n.t(
              "Process {0} was halted: its ports are open and it does nothing. kill -CONT {0} lets it go on.",
              String(state.pid),
            )
          : vscode.l10n.t(
              "Its P2P port is open, but its RPC does not answer: it is coming up, too busy, or hangs. Its log says more.",
            ),
      ];
    case "foreign":
      return [
        vscode.l10n.t(
          "Process {0} listens on the port of this node and runs in {1}: this is a copy of that folder, or two nodes have one port. Give this one ports of its own before it is started.",
          String(state.pid),
          state.directory ?? state.program ?? "",
        ),
      ];
    case "stopped":
    case "unknown":
      return [];
  }
}
