import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(__dirname, "../../../../src/webview");
const theme = readFileSync(join(folder, "shared/theme.css"), "utf8");

/** Themes leave these out, and so does a browser: what is drawn with them has another color behind. */
const optional = new Set([
  "--vscode-button-border",
  "--vscode-button-secondaryBorder",
  "--vscode-contrastActiveBorder",
  "--vscode-contrastBorder",
]);

it("every color and font of a page has one where no editor gives it", () => {
  const used = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css") && !file.endsWith("theme.css"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").match(/--vscode-[A-Za-z-]+/g) ?? []);
  const missing = [...new Set(used)].filter((name) => !optional.has(name) && !theme.includes(`${name}:`));
  expect(used.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it("gives the style of the document the last word, in which an editor writes its theme", () => {
  expect(theme.match(/^[^\s/*}].*\{$/gm)).toEqual([":root {", ':root:not([style*="--vscode-"]) {']);
});
