import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { transform } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { textModule } from "../../../scripts/bundling/textModules.mjs";
import { projectFiles } from "../../../scripts/lint/sources";

const folder = mkdtempSync(join(tmpdir(), "templates-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The template as the function that an import of it gives. */
async function templateOf(name: string, source: string): Promise<(values: object) => string> {
  const path = join(folder, name);
  writeFileSync(path, source);
  const made = await textModule(path);
  const url = `data:text/javascript,${encodeURIComponent(made ?? "")}`;
  return ((await import(/* @vite-ignore */ url)) as { default: (values: object) => string }).default;
}

describe("a template", () => {
  it("takes values by name, those of its own variables by their path, and leaves lines of code out", async () => {
    const source = "$name$:\n/*% for (const each of it.list) { %*/\n- $each.word$ $each.count$\n/*% } %*/\n";
    const made = await templateOf("List.java.eta", source);
    expect(
      made({
        name: "a",
        list: [
          { word: "x$name$", count: 1 },
          { word: "y", count: 0 },
        ],
      }),
    ).toBe("a:\n- x$name$ 1\n- y 0\n");
  });

  it("says which value is missing", async () => {
    const made = await templateOf("Wants.java.eta", "$name$ /*% for (const each of it.list) { %*/$each.word$/*% } %*/");
    expect(() => made({ list: [] })).toThrow("Wants.java.eta needs name");
    expect(() => made({ name: "a", list: [{}] })).toThrow("Wants.java.eta needs each.word");
  });
});

const languageOf: Readonly<Record<string, "ts" | "js" | "css" | "json">> = {
  ts: "ts",
  js: "js",
  css: "css",
  json: "json",
};

/** Code of a template stands in comments of its language: what is left has to be that language. */
const readable = projectFiles("src", ".eta").flatMap((path) => {
  const language = languageOf[basename(path, ".eta").split(".").at(-1) ?? ""];
  return language === undefined ? [] : [{ path, language }];
});

it.each(readable)("$path is $language as it stands", async ({ path, language }) => {
  await expect(transform(readFileSync(path, "utf8"), { loader: language })).resolves.toBeDefined();
});
