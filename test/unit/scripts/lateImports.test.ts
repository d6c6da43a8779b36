import { resolve } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { readSources } from "../../../scripts/lint/sources";

const root = resolve(import.meta.dirname, "../../..");

/** Packages that are loaded when they are needed, with the names that are taken from them. */
function lateImports(): { readonly path: string; readonly name: string; readonly taken: string }[] {
  const form = /(?:const (\{[^}]*\}) = )?\(?await import\("([a-z@][^"]*)"\)\)?(\.\w+)?/g;
  return readSources("src").flatMap(({ path, text }) =>
    [...text.matchAll(form)]
      .filter(([, , name = ""]) => !name.startsWith("node:") && name !== "vscode")
      .map(([, names, name = "", member = ""]) => ({ path, name, taken: names ?? member })),
  );
}

it("what is CommonJS and loaded late is taken by its default: a bundle has no other name of it", async () => {
  const found = lateImports();
  expect(found.map(({ name }) => name)).toContain("undici");
  const { metafile } = await build({
    stdin: {
      contents: [...new Set(found.map(({ name }) => `import(${JSON.stringify(name)});`))].join("\n"),
      resolveDir: root,
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  const { imports = [] } = metafile.inputs["<stdin>"] ?? {};
  const formats = new Map(imports.map(({ original = "", path }) => [original, metafile.inputs[path]?.format] as const));
  expect(formats.get("undici")).toBe("cjs");
  const wrong = found.filter(({ name, taken }) => formats.get(name) !== "esm" && !taken.includes("default"));
  expect(wrong).toEqual([]);
});
