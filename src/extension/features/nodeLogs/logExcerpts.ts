import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { visibleLine, visibleText } from "../../../text/visibleText";

const scheme = "chainside-logpart";
/** Of more, those that were opened first are forgotten. */
const mostExcerpts = 50;

/** Lines of logs that are packed or too large to be opened, as documents. */
export class LogExcerpts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
  });

  /** The address of the lines around a byte of a log. */
  add(path: string, offset: number, text: string): vscode.Uri {
    const name = visibleLine(basename(path.replaceAll("\\", "/")));
    const uri = vscode.Uri.from({ scheme, path: `/${name} (${offset}).log`, query: JSON.stringify([path, offset]) });
    const [oldest] = this.#texts.keys();
    if (oldest !== undefined && this.#texts.size >= mostExcerpts) this.#texts.delete(oldest);
    this.#texts.set(uri.toString(), visibleText(text));
    return uri;
  }

  dispose(): void {
    this.#provider.dispose();
  }
}
