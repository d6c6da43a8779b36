import { join } from "node:path";
import type { ExtensionContext } from "vscode";

/** Where the launchers of `chainside` lie: they stay where they are when the extension is updated. */
export const launcherFolder = ({ globalStorageUri }: Pick<ExtensionContext, "globalStorageUri">): string =>
  join(globalStorageUri.fsPath, "bin");
