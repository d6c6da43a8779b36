import * as vscode from "vscode";
import type { ChainGroup } from "../../../state/connections/chainGroup";

/** Rights can be set on every newer chain, but only count while permissions are enforced. */
export function permissionsOffWarning(group: ChainGroup): string[] {
  return group.session.authEnabled
    ? []
    : [
        vscode.l10n.t(
          "This chain doesn't enforce permissions now. The setting is stored and takes effect once permissions are on.",
        ),
      ];
}
