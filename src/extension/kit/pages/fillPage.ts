import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { chosenTimeZone } from "../../../text/formats";
import { visibleLine } from "../../../text/visibleText";
import page from "./page.html.eta";

/** What is safe inside a script element whatever the text holds. */
const embeddable = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The document of a page of `src/webview/<name>`: its own script and style and nothing else may load. */
function pageHtml(webview: vscode.Webview, resources: vscode.Uri, name: string, start: unknown): string {
  const nonce = randomBytes(16).toString("base64url");
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(resources, file)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return page({
    language: vscode.env.language,
    zone: chosenTimeZone(),
    policy,
    nonce,
    styles: uri(`${name}.css`),
    start: embeddable(start),
    script: uri(`${name}.js`),
  });
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
