import * as vscode from "vscode";
import type { Chainside } from "../../state/chainside";

const scheme = "chainside-solidity";

/** Where the text of a built-in source is shown: `chainside-solidity:/fisco/Table.sol`. */
export const builtInUri = (name: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${name}` });

/** Shows the built-in interfaces of FISCO BCOS as documents that no one can write to. */
export function registerBuiltInDocuments(app: Chainside): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const answer = await app.solidity.askBuiltIn(uri.path.slice(1));
      return answer ?? "";
    },
  });
}
