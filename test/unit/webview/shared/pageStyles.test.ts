import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(__dirname, "../../../../src/webview");
const styles = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));

it("lines between parts of pages are seen in themes of high contrast: all are those of every page", () => {
  const own = /solid var\(--vscode-(?:panel|editorWidget)-border, (?:transparent|var\(--vscode-contrastBorder)/;
  const having = styles.filter((file) => own.test(readFileSync(join(folder, file), "utf8")));
  expect(having.map((file) => file.replaceAll("\\", "/"))).toEqual(["shared/page.css"]);
});
