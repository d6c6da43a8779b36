import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { visibleLine } from "../../../text/visibleText";

/** What is safe inside a script element whatever the text holds. */
const embeddable = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The document of a page of `src/webview/<name>`: its own script and style and nothing else may load. */
function pageHtml(webview: vscode.Webview, resources: vscode.Uri, name: string, start: unknown): string {
  const nonce = randomBytes(16).toString("base64url");
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(resources, file)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri(`${name}.css`)}">
<title>Chainside</title>
</head>
<body>
<script type="application/json" id="start" nonce="${nonce}">${embeddable(start)}</script>
<script nonce="${nonce}" src="${uri(`${name}.js`)}"></script>
</body>
</html>`;
}

export interface Page {
  readonly name: string;
  readonly title: string;
  readonly start?: unknown;
}

/** Puts the page `src/webview/<name>` into a panel: one that was just made, or one that VS Code brought back with its window. */
export function fillPage(
  context: vscode.ExtensionContext,
  panel: vscode.WebviewPanel,
  { name, title, start }: Page,
): void {
  const resources = vscode.Uri.joinPath(context.extensionUri, "dist", "webview");
  panel.title = visibleLine(title);
  const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, "media", name);
  panel.iconPath = { light: icon("page-light.svg"), dark: icon("activity.svg") };
  panel.webview.options = { enableScripts: true, localResourceRoots: [resources] };
  panel.webview.html = pageHtml(panel.webview, resources, name, start ?? {});
}
