import * as vscode from "vscode";
import type { Chainside } from "../../state/chainside";

/** Where the text of a built-in source is shown: `chainside-solidity:/fisco/Table.sol`. */
const scheme = "chainside-solidity";

/** Shows the built-in interfaces of FISCO BCOS as documents that no one can write to. */
export function registerBuiltInDocuments(app: Chainside): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const answer = await app.solidity.askBuiltIn(uri.path.slice(1));
      return answer ?? "";
    },
  });
}
