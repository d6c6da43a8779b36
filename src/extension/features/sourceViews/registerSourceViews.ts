import * as vscode from "vscode";
import type { SourceGraphState } from "../../../webview/sourceGraph/messages";
import { free, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import { LayoutDocuments } from "./layoutDocuments";
import type { SourceGraphContent, SourceGraphPanel } from "./sourceGraphPanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.flattenSolidity": On<"file" | "artifact">;
    "chainside.showSourceGraph": On<"file" | "artifact">;
    "chainside.showStorageLayout": On<"file" | "artifact">;
    "chainside.compareStorageLayout": On<"contract" | "path" | "file" | "artifact" | "group">;
  }
}

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): SourceGraphContent | undefined {
  const { uri, title } = (state ?? {}) as Partial<SourceGraphState>;
  const isSource = typeof uri === "string" && uri.startsWith("file:") && uri.endsWith(".sol");
  return isSource && typeof title === "string" ? { uri, title } : undefined;
}

/** Views of sources: all in one file, inheritance and calls as pictures, where variables are kept and what an upgrade does to them. */
export function registerSourceViews(app: Chainside): vscode.Disposable {
  const layouts = new LayoutDocuments();
  const pages = new OpenPages<SourceGraphContent, SourceGraphPanel>({
    viewType: "chainside.sourceGraph",
    key: ({ uri }) => uri,
    title: ({ title }) => title,
    make: async (panel, content, closed) => {
      const { SourceGraphPanel } = await import("./sourceGraphPanel");
      return new SourceGraphPanel(app, panel, content, closed);
    },
    restore: restoredContent,
  });
  return vscode.Disposable.from(
    pages,
    layouts,
    registerTargetCommands(app, {
      "chainside.flattenSolidity": free(async (target) => {
        const { askFile } = await import("../../flows/target/askSource");
        const { flattenFile } = await import("./flattenFile");
        await flattenFile(app, await askFile(app, target, vscode.l10n.t("Flatten")));
      }),
      "chainside.showSourceGraph": free(async (target) => {
        const { askFile } = await import("../../flows/target/askSource");
        const uri = await askFile(app, target, vscode.l10n.t("Show Graph"));
        await pages.open({ uri: uri.toString(), title: vscode.workspace.asRelativePath(uri) });
      }),
      "chainside.showStorageLayout": free(async (target) =>
        (await import("./storageLayout")).showStorageLayout(app, layouts, target),
      ),
      "chainside.compareStorageLayout": reads(async (group, target) =>
        (await import("./storageLayout")).compareStorageLayout(app, layouts, group, target),
      ),
    }),
  );
}
