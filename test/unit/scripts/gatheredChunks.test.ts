import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gatherChunks, gatheringsOf } from "../../../scripts/bundling/gatheredChunks";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "chainside-gathered-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Two programs that need both rooms of `chain` at their start or later, and a table that is filled while modules begin. */
const files: Readonly<Record<string, string>> = {
  "src/one/main.ts":
    'import { a } from "../chain/a"; import { b } from "../chain/b"; console.log("one", a, b); void import("./late").then(({ late }) => console.log(late));',
  "src/one/late.ts":
    'import { b } from "../chain/b"; import { only } from "./only"; export const late = [b, only].join();',
  "src/one/only.ts": 'export const only = "only";',
  "src/two/main.ts":
    'void Promise.all([import("../chain/a"), import("./later")]).then(([{ a }, { later }]) => console.log("two", a, later));',
  "src/two/later.ts": 'import { c } from "../chain/c"; export const later = c;',
  "src/chain/a.ts": 'export const a = "a";',
  "src/chain/b.ts": 'import { a } from "./a"; export const b = ["b of", a].join(" ");',
  "src/chain/c.ts": 'import { b } from "./b"; export const c = [b].map((each) => each.toUpperCase())[0];',
};
const programs = { one: "src/one/main.ts", two: "src/two/main.ts" };

async function bundled(
  gather: boolean,
): Promise<{ chunks: string[][]; reachedBy: ReadonlyMap<string, readonly number[]> }> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const options = {
    absWorkingDir: root,
    entryPoints: programs,
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: join(root, "dist"),
    metafile: true,
  } as const;
  const first = await build({ ...options, write: false });
  const gatherings = gatheringsOf(first.metafile.inputs, Object.values(programs));
  const { metafile } = gather ? await build({ ...options, plugins: [gatherChunks(root, gatherings)] }) : first;
  const chunks = Object.values(metafile.outputs).map(({ inputs }) =>
    Object.keys(inputs).filter((file) => file.startsWith("src/chain/")),
  );
  return { chunks: chunks.filter(({ length }) => length > 0), reachedBy: gatherings.reachedBy };
}

async function printed(program: string): Promise<string[]> {
  const { execFileSync } = await import("node:child_process");
  return execFileSync(process.execPath, [join(root, `dist/${program}.js`)], { encoding: "utf8" })
    .trim()
    .split("\n");
}

describe("modules that are needed together", () => {
  it("are in one chunk, where the bundler alone would make several", async () => {
    const alone = await bundled(false);
    expect(alone.chunks.filter((chunk) => chunk.some((file) => /[ab]\.ts$/.test(file)))).toHaveLength(2);
    const { chunks } = await bundled(true);
    expect(chunks).toContainEqual(["src/chain/a.ts", "src/chain/b.ts"]);
  });

  it("are begun in the order of their imports, whoever asks for them first", async () => {
    await bundled(true);
    expect(await printed("one")).toEqual(["one a b of a", "b of a,only"]);
    expect(await printed("two")).toEqual(["two a B OF A"]);
  });

  it("are left where they are when no start needs them, and reached whole by what reaches a part", async () => {
    const { chunks, reachedBy } = await bundled(true);
    expect(chunks).toContainEqual(["src/chain/c.ts"]);
    expect([...reachedBy.keys()].sort()).toEqual(["src/chain/a.ts", "src/one/late.ts", "src/two/later.ts"]);
  });
});
