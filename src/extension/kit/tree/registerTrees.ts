import type * as vscode from "vscode";
import type { ErrorReporter } from "../errors/errorReporter";
import { registerCommands } from "../registration/registerCommands";

declare module "../commands/commands" {
  interface Commands {
    /** The line that shows more of a list, which says how. */
    "chainside.loadMore": (act: () => void) => void;
  }
}

/** What the lines of every tree do. */
export function registerTrees(app: { readonly errors: ErrorReporter }): vscode.Disposable {
  return registerCommands(app, {
    "chainside.loadMore": (act) => {
      if (typeof act === "function") act();
    },
  });
}
