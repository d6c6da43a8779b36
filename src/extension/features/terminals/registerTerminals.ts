import { delimiter } from "node:path";
import * as vscode from "vscode";
import { launcherFolder } from "../../flows/commandLine/commandLine";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { onDidChangeSetting, setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openCommandLine": () => void;
  }
}

/** How long after the start the launchers are looked at where no terminal was opened: a task may name `chainside` in the first one. */
const idleMs = 10_000;

/**
 * `chainside` in the integrated terminals: a folder with launchers stands at the end of their PATH, so that a `chainside` which a person or
 * a project has installed goes first. VS Code keeps this for later windows; nothing else on the machine changes. The start itself touches
 * no file: the launchers are looked at with the first terminal, or a while later.
 */
export function registerTerminals(app: Chainside): vscode.Disposable {
  const folder = launcherFolder(app.context);
  const variables = app.context.environmentVariableCollection;
  let isWritten = false;
  const write = async (): Promise<void> =>
    (await import("../../flows/commandLine/writeLaunchers")).writeLaunchers(app.context, folder);
  const needed = (): void => {
    if (isWritten || !setting("commandLine.inTerminals")) return;
    isWritten = true;
    void write().catch(app.errors.log);
  };
  const apply = (): void => {
    if (!setting("commandLine.inTerminals")) {
      variables.clear();
      return;
    }
    variables.description = vscode.l10n.t("Adds the command line `chainside`");
    variables.append("PATH", delimiter + folder);
  };
  apply();
  // A terminal from before the extension was there has this PATH already, from an earlier window.
  if (vscode.window.terminals.length > 0) needed();
  return vscode.Disposable.from(
    { dispose: app.clock.after(idleMs, needed) },
    vscode.window.onDidOpenTerminal(needed),
    onDidChangeSetting("commandLine.inTerminals", () => {
      apply();
      needed();
    }),
    registerTargetCommands(app, {
      "chainside.openCommandLine": free(async () =>
        (await import("./openCommandLine")).openCommandLine(app.context, folder),
      ),
    }),
  );
}
