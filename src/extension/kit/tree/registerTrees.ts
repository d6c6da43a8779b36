import type * as vscode from "vscode";
import { registerCommands } from "../commands/registerCommands";
import type { ErrorReporter } from "../errors/errorReporter";
import { isActingNode } from "./pages";

/** What the lines of every tree do. */
export function registerTrees(app: { readonly errors: ErrorReporter }): vscode.Disposable {
  return registerCommands(app, {
    "chainside.loadMore": (node) => {
      if (isActingNode(node)) node.act();
    },
  });
}
