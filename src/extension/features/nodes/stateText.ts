import * as vscode from "vscode";
import type { NodeState } from "../../../processes/nodes/nodeState";

/** Who has the port: the folder the process belongs to, whole, since nodes of several chains have the same name; else its program. */
const strangerName = ({ directory, program }: Extract<NodeState, { kind: "foreign" }>): string =>
  directory ?? program ?? "";

/** How it stands with a node, for its line. Nothing where that is unknown. */
export function stateText(state: NodeState): string {
  switch (state.kind) {
    case "running":
      return state.sure ? vscode.l10n.t("running") : vscode.l10n.t("running (according to its port only)");
    case "silent":
      return state.halted ? vscode.l10n.t("halted") : vscode.l10n.t("running, RPC doesn't respond");
    case "foreign":
      return vscode.l10n.t("stopped, port used by {0}", strangerName(state));
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
          : [vscode.l10n.t("This system doesn't show which process listens on the port. It might not be the node's.")]),
      ];
    case "silent":
      return [
        state.halted
          ? vscode.l10n.t(
              "Process {0} was halted. Its ports are open, but it does nothing. To continue it, run kill -CONT {0}.",
              String(state.pid),
            )
          : vscode.l10n.t(
              "Its P2P port is open, but its RPC doesn't respond. The node is starting, too busy, or hanging. Check its log.",
            ),
      ];
    case "foreign":
      return [
        vscode.l10n.t(
          "Process {0} listens on this node's port and runs in {1}. This folder is a copy of that one, or two nodes use the same port. Set other ports for this node before you start it.",
          String(state.pid),
          state.directory ?? state.program ?? "",
        ),
      ];
    case "stopped":
    case "unknown":
      return [];
  }
}
