import * as vscode from "vscode";
import type { EditorCommands } from "../../../languageServer/protocol/messages";
import type { MatrixProtocol } from "../../../webview/accessMatrix/messages";
import { addEdits } from "../../flows/nodes/addEdits";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { runCommand } from "../../kit/commands/commands";
import { OpenPages } from "../../kit/pages/openPages";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openAccessMatrix": EditorCommands["chainside.openAccessMatrix"];
  }
}

/** What the page shows brings every rule of the configuration files along. */
const views = (): Promise<typeof import("./matrixView")> => import("./matrixView");

/** Edits the lists of both, in files that stay to be saved, so that each can be looked at and undone. */
async function letAccept(folders: NodeFolders, from: string, to: string, viewColumn: vscode.ViewColumn): Promise<void> {
  const found = await folders.list();
  const [one, other] = [from, to].map((uri) => found.find((folder) => folder.uri.toString() === uri));
  const edit = new vscode.WorkspaceEdit();
  const changed = (await views()).mutualEdits(one, other);
  for (const { uri, edits } of changed) addEdits(edit, uri, edits);
  if (!(await vscode.workspace.applyEdit(edit))) return;
  for (const { uri } of changed) await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
}

/** The access matrix page, kept up to date with the files while it is open. */
class AccessMatrixPanel implements vscode.Disposable {
  readonly #page: PagePanel<MatrixProtocol>;

  constructor(
    private readonly app: Chainside,
    private readonly folders: NodeFolders,
    panel: vscode.WebviewPanel,
    onClosed: () => void,
  ) {
    const update = (): void => void this.#update().catch(app.errors.log);
    const following = vscode.Disposable.from(
      folders.onDidChange(update),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.path.endsWith("/config.ini")) folders.forget();
      }),
    );
    this.#page = new PagePanel<MatrixProtocol>(
      app,
      panel,
      { name: "accessMatrix", title: vscode.l10n.t("Access Matrix") },
      {
        asks: {},
        says: {
          open: ({ uri, line }) => this.#openLine(uri, line),
          accept: ({ from, to }) => letAccept(folders, from, to, this.#beside),
          reload: (uri) => runCommand("chainside.reloadNode", vscode.Uri.parse(uri).fsPath),
        },
        ready: update,
        closed: () => {
          following.dispose();
          onClosed();
        },
      },
    );
  }

  /** The column to the right of the page, whichever one is active: what the page opens stays in one place and never covers it. */
  get #beside(): vscode.ViewColumn {
    return (this.#page.viewColumn ?? vscode.ViewColumn.One) + 1;
  }

  async #update(): Promise<void> {
    const { matrixView } = await views();
    this.#page.tell("matrix", await matrixView(this.app, this.folders));
  }

  /** Opens a line of a node folder's file: of no other file, whatever the page says. */
  async #openLine(uri: string, line: number): Promise<void> {
    const found = await this.folders.list();
    const file = found
      .map((folder) => vscode.Uri.joinPath(folder.uri, "config.ini"))
      .find((each) => each.toString() === uri);
    if (!file) return;
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(file, { selection, viewColumn: this.#beside });
  }

  reveal(): void {
    this.#page.reveal();
  }

  dispose(): void {
    this.#page.dispose();
  }
}

/** The access matrix page: one, also after the window was loaded anew. */
export function registerAccessMatrix(app: Chainside, folders: NodeFolders): vscode.Disposable {
  const pages = new OpenPages<null, AccessMatrixPanel>({
    viewType: "chainside.accessMatrix",
    key: () => "",
    title: () => vscode.l10n.t("Access Matrix"),
    make: (panel, _, closed) => new AccessMatrixPanel(app, folders, panel, closed),
    restore: () => null,
  });
  return vscode.Disposable.from(
    pages,
    registerTargetCommands(app, {
      "chainside.openAccessMatrix": free(async () => {
        await pages.open(null);
      }),
    }),
  );
}
