import * as vscode from "vscode";
import { askChoice, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation } from "../../kit/messages/notify";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";

/** The clicked node folder, or one that the user picks. Says so where there is none. @throws Cancelled */
export async function askNodeFolder(
  folders: Pick<NodeFolders, "list">,
  target: Target,
  title: string,
): Promise<NodeFolder> {
  if (target.kind === "nodeFolder") return target.folder;
  const found = await folders.list();
  if (found.length === 0) {
    void showInformation(
      vscode.l10n.t("This workspace contains no node folders. Open a folder created by build_chain.sh."),
    );
    throw new Cancelled();
  }
  return askChoice(
    found.map(
      (folder): Choice<NodeFolder> => ({ label: `$(vm) ${folder.name}`, description: folder.place, value: folder }),
    ),
    { title },
  );
}
