import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { onlyUndiciParts, undiciParts } from "../../../scripts/bundling/undiciParts";

const root = resolve(import.meta.dirname, "../../..");
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);

/**
 * Names between the braces before `from "undici"`, without types, and those behind a late import, which is named `loadUndici` wherever it
 * is.
 */
function namesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const early = line.includes('from "undici"') && !line.startsWith("import type ");
    const late = line.includes("await loadUndici()");
    if (!(early || late)) return [];
    const names = line.slice(line.indexOf("{") + 1, line.indexOf("}")).split(",");
    return names.map((name) => name.trim()).filter((name) => name !== "" && !name.startsWith("type "));
  });
}

it("bundles everything of undici that the sources take", () => {
  const taken = new Set(sources.flatMap((name) => namesOf(readFileSync(join(root, "src", name), "utf8"))));
  expect([...taken].sort()).toEqual(Object.keys(undiciParts).sort());
});

it("leaves out what nobody takes, and what is left works", async () => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: 'export { Pool, Agent, EnvHttpProxyAgent, fetch } from "undici";', resolveDir: root },
    bundle: true,
    format: "cjs",
    platform: "node",
    write: false,
    metafile: true,
    plugins: [onlyUndiciParts],
  });
  const inputs = Object.keys(metafile.inputs).join("\n");
  expect(inputs).toContain("undici/lib/dispatcher/pool.js");
  expect(inputs).toContain("undici/lib/web/fetch/index.js");
  for (const unused of ["mock", "websocket", "cookies", "sqlite"]) expect(inputs).not.toContain(`/${unused}`);
  const code = outputFiles[0]?.text ?? "";
  const module = { exports: {} as Record<string, unknown> };
  new Function("module", "exports", "require", code)(
    module,
    module.exports,
    process.getBuiltinModule("module").createRequire(import.meta.url),
  );
  expect(Object.keys(undiciParts).map((name) => typeof module.exports[name])).toEqual(
    Object.keys(undiciParts).map(() => "function"),
  );
});

it("connections to nodes carry a pool without a fetch, and none has HTTP/2", async () => {
  const { metafile } = await build({
    entryPoints: [join(root, "src/chain/transport/httpPool.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    metafile: true,
    plugins: [onlyUndiciParts],
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.keys(output?.inputs ?? {}).join("\n");
  expect(inputs).toContain("undici/lib/dispatcher/client-h1.js");
  expect(inputs).not.toContain("undici/lib/web/fetch/index.js");
  expect(output?.imports.filter(({ path }) => path.includes("http2"))).toEqual([]);
});
