// What applications import, as npm installs it from a packed file: ES modules, CommonJS, types, and the journeys of an application.
import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, transformSync } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sdkDocs } from "../../scripts/bundling/sdkDocs";
import { sdkTools } from "../../scripts/bundling/sdkTools";
import { generateModules } from "../../src/applications/typescript/generateModules";
import { readJsonArtifact } from "../../src/chain/artifact/readArtifact";
import { npmWithoutRegistry, packSdk } from "../support/packedSdk";
import { importsOfAll, shownFunctions } from "../support/sdkExamples";

const root = resolve(import.meta.dirname, "../..");
const fixtures = join(root, "test/fixtures/sdk");

describe("the SDK's package", () => {
  let folder: string;
  let tarball: string;
  let report: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-sdk-"));
    ({ tarball, report } = await packSdk(folder));
    const app = join(folder, "app");
    mkdirSync(app);
    writeFileSync(join(app, "package.json"), '{"private":true,"type":"module"}');
    npmWithoutRegistry(folder, app, "install", "--silent", "--ignore-scripts", tarball);
    // The adapters' libraries are those of the application.
    for (const name of ["ethers", "viem"])
      symlinkSync(join(root, "node_modules", name), join(app, "node_modules", name), "junction");
    for (const name of readdirSync(fixtures)) copyFileSync(join(fixtures, name), join(app, name));
    copyFileSync(join(root, "test/support/kioskAbi.ts"), join(app, "kioskAbi.ts"));
    copyFileSync(join(root, "test/fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json"), join(app, "Kiosk.json"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The test of the page as another runner names its functions. */
  function testOfPage(runner: string, format: "cjs" | "esm"): string {
    const page = readFileSync(join(root, "docs/sdk.md"), "utf8");
    const [, example = ""] = /```ts\n([^`]*from "node:test";[^`]*)```/.exec(page) ?? [];
    const names = `import { afterAll as after, beforeAll as before, beforeEach, test } from "${runner}";`;
    const named = example.replace(/^import .* from "node:test";$/m, names);
    expect(named).toContain(names);
    return transformSync(named, { loader: "ts", format }).code;
  }

  function run(...args: string[]): Promise<{ code: number | null; out: string }> {
    const { NODE_OPTIONS: _, FORCE_COLOR: _colors, ...environment } = process.env;
    const env = { ...environment, NO_COLOR: "1" };
    const child = spawn(process.execPath, args, { cwd: join(folder, "app"), env });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
    return new Promise((done) => child.on("close", (code) => done({ code, out })));
  }

  it("takes an application through every kind of chain", async () => {
    const { code, out } = await run("journeys.mjs");
    expect(code, out).toBe(0);
    expect(out.match(/^ok /gm)?.length, out).toBeGreaterThan(0);
  });

  it("works as CommonJS", async () => {
    expect(await run("commonJs.cjs")).toEqual({ code: 0, out: "ok\n" });
  });

  it.each([
    ["nodenext", "types.ts", "nodenext"],
    ["nodenext", "types.cts", "nodenext"],
    ["bundler", "types.ts", "esnext"],
  ])("has the types it says, by %s in %s", async (moduleResolution, name, module) => {
    const app = join(folder, "app");
    const text = readFileSync(join(app, "types.ts"), "utf8");
    expect(text.match(/@ts-expect-error/g)?.length).toBeGreaterThanOrEqual(60);
    if (name.endsWith(".cts")) {
      writeFileSync(join(app, name), text.replace("./kioskAbi.js", "./kioskAbiCommon.cjs"));
      copyFileSync(join(app, "kioskAbi.ts"), join(app, "kioskAbiCommon.cts"));
    }
    const options = {
      module,
      moduleResolution,
      target: "es2022",
      lib: ["es2022", "dom", "esnext.disposable"],
      types: [],
    };
    const config = { compilerOptions: { ...options, strict: true, noEmit: true, skipLibCheck: false }, files: [name] };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify(config));
    const { code, out } = await run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
    expect(out).toBe("");
    expect(code).toBe(0);
  });

  it("runs every example of its page", async () => {
    const app = join(folder, "app");
    const page = readFileSync(join(root, "docs/sdk.md"), "utf8");
    const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
    expect(examples.length).toBeGreaterThan(5);
    const names = examples.map((code, index) => {
      writeFileSync(join(app, `snippet${index}.ts`), `${code}\nexport {};\n`);
      const placed = code
        .replaceAll('"http://127.0.0.1:20200"', "globalThis.place.url")
        .replaceAll('"0xKEY"', "globalThis.place.privateKey");
      writeFileSync(join(app, `snippet${index}.js`), transformSync(placed, { loader: "ts", format: "esm" }).code);
      return `snippet${index}.ts`;
    });
    for (const [name, loader] of [["kioskAbi", "ts"]] as const)
      writeFileSync(
        join(app, `${name}.js`),
        transformSync(readFileSync(join(app, `${name}.ts`), "utf8"), { loader }).code,
      );
    copyFileSync(join(root, "test/fixtures/keyFiles/compressed-standard.pem"), join(app, "account.pem"));
    const options = {
      module: "nodenext",
      target: "es2022",
      lib: ["es2022", "dom", "esnext.disposable"],
      resolveJsonModule: true,
    };
    const types = { types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    const config = {
      compilerOptions: { ...options, ...types, strict: true, noEmit: true, skipLibCheck: true },
      files: names,
    };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify(config));
    expect(await run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".")).toEqual({ code: 0, out: "" });
    const { code, out } = await run("snippets.mjs");
    expect(code, out).toBe(0);
    expect(out.match(/^ok snippet/gm), out).toHaveLength(examples.length);
    for (const message of ["corner", "Stocked", "404n", "0 true"]) expect(out).toContain(message);
  });

  it("shows each function by an example, which compiles", async () => {
    const app = join(folder, "app");
    const installed = join(app, "node_modules/chainside/sdk");
    const names = ["sdk", ...readdirSync(installed).flatMap((name) => /^(\w+)\.d\.ts$/.exec(name)?.[1] ?? [])];
    const entries = new Map(
      names.map((name) => [`chainside/${name}`, readFileSync(join(installed, `${name}.d.ts`), "utf8")]),
    );
    const shown = [...entries].map(([entry, types]) => ({ entry, ...shownFunctions(types) }));
    expect(shown.flatMap(({ entry, silent }) => silent.map((name) => `${entry}: ${name}`))).toEqual([]);
    const examples = shown.flatMap((each) => each.examples);
    expect(examples.length).toBeGreaterThanOrEqual(100);
    const shared = [
      ...importsOfAll(entries),
      'import { createPublicClient, http } from "viem";',
      'import { ContractFactory } from "ethers";',
      'import { readFile } from "node:fs/promises";',
      'import { kioskAbi as shopAbi } from "./kioskAbi.js";',
      "declare const chain: Chain, account: Account, address: Address, hash: Hex, trust: proofs.Trust;",
      "export const example = async () => {",
    ].join("\n");
    const files = examples.map((code, at) => {
      const isWhole = /^import /m.test(code);
      writeFileSync(join(app, `example${at}.ts`), isWhole ? `${code}\nexport {};\n` : `${shared}\n${code}\n};\n`);
      return `example${at}.ts`;
    });
    const options = { module: "nodenext", target: "es2022", lib: ["es2022", "dom", "esnext.disposable"] };
    const types = { types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    const compilerOptions = { ...options, ...types, strict: true, noEmit: true, skipLibCheck: true };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    expect(await run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".")).toEqual({ code: 0, out: "" });
  });

  it("gives generated modules the types that it derives itself", async () => {
    const app = join(folder, "app");
    mkdirSync(join(app, "generated"));
    const part = {
      name: "part",
      type: "tuple[3][]",
      components: [
        { name: "class", type: "int48" },
        { name: "", type: "bytes" },
      ],
    };
    const hard = [
      {
        type: "function",
        name: "new",
        inputs: [part, { name: "typeof", type: "bool" }],
        outputs: [part, part],
        stateMutability: "view",
      },
      { type: "function", name: "delete", inputs: [], outputs: [], stateMutability: "payable" },
    ];
    const origin = { source: "here", files: [] };
    const kiosk = readJsonArtifact(readFileSync(join(app, "Kiosk.json"), "utf8"), "Kiosk.json");
    if (!kiosk) throw new Error("Kiosk.json is no artifact");
    const contracts = [kiosk, { name: "class", abi: hard, libraryNames: {} }].map((artifact) => ({ artifact, origin }));
    const files = generateModules(contracts, { bytecode: true, client: true });
    for (const { name, text } of files) writeFileSync(join(app, "generated", name), text);
    const options = { module: "nodenext", target: "es2022", lib: ["es2022", "dom", "esnext.disposable"], types: [] };
    const config = {
      compilerOptions: { ...options, strict: true, rootDir: "generated" },
      files: files.map(({ name }) => `generated/${name}`),
    };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify(config));
    expect(await run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".")).toEqual({ code: 0, out: "" });
    const program =
      'import { startTestChain } from "chainside/testing"; import { deployKiosk, kioskAt } from "./generated/Kiosk.js"; const chain = await startTestChain({ suite: "sm" }); const { address } = await deployKiosk(chain, { args: ["generated"] }); console.log(await kioskAt(chain, address).read.label()); await chain.close();';
    writeFileSync(join(app, "generatedRun.mjs"), program);
    expect(await run("generatedRun.mjs")).toEqual({ code: 0, out: "generated\n" });
  });

  it("runs the page's test in node:test, vitest, and jest", async () => {
    const app = join(folder, "app");
    const runners = join(app, "runners");
    mkdirSync(runners);
    writeFileSync(join(runners, "vitest.test.mjs"), testOfPage("vitest", "esm"));
    writeFileSync(join(runners, "jest.test.cjs"), testOfPage("@jest/globals", "cjs"));
    writeFileSync(join(runners, "jest.test.mjs"), testOfPage("@jest/globals", "esm"));
    const node = testOfPage("node:test", "esm").replace(/afterAll as after, beforeAll as before/, "after, before");
    writeFileSync(join(runners, "node.test.mjs"), node);
    const config = 'export default { testEnvironment: "node", transform: {}, testMatch: ["**/jest.test.*js"] };\n';
    writeFileSync(join(app, "jest.config.mjs"), config);
    symlinkSync(join(root, "node_modules/vitest"), join(app, "node_modules/vitest"), "junction");
    const jest = join(await sdkTools(), "jest/bin/jest.js");
    const runs = [
      await run("--test", "runners/node.test.mjs"),
      await run(join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", ".", "runners/vitest.test.mjs"),
      await run(jest, "runners/jest.test.cjs"),
      await run("--experimental-vm-modules", jest, "runners/jest.test.mjs"),
    ];
    const passed = [/^# pass 1$|^ℹ pass 1$/m, /Tests\s+1 passed/, /Tests:\s+1 passed/, /Tests:\s+1 passed/];
    for (const [at, { code, out }] of runs.entries()) {
      expect(out).toMatch(passed[at] ?? /no runner/);
      expect(code, out).toBe(0);
    }
  });

  it("is installed by pnpm, too", async () => {
    const app = join(folder, "pnpm");
    mkdirSync(app);
    writeFileSync(join(app, "package.json"), '{"private":true,"type":"module"}');
    const pnpm = join(await sdkTools(), "pnpm/bin/pnpm.cjs");
    const store = ["--store-dir", join(folder, "store")];
    const installed = await run(pnpm, "--dir", app, "add", "--offline", "--ignore-scripts", ...store, tarball);
    expect(installed.code, installed.out).toBe(0);
    const program =
      'import { getBlockNumber } from "chainside/sdk"; import { startTestChain } from "chainside/testing"; const chain = await startTestChain(); await chain.mine(2); console.log(await getBlockNumber(chain)); await chain.close();';
    writeFileSync(join(app, "program.mjs"), program);
    expect(await run(join(app, "program.mjs"))).toEqual({ code: 0, out: "2\n" });
  });

  it("has pages by TypeDoc, which finds nothing unsaid and no link to nowhere", async () => {
    const types = join(folder, "types");
    mkdirSync(types);
    const installed = join(folder, "app/node_modules/chainside/sdk");
    for (const name of readdirSync(installed).filter((each) => each.endsWith(".d.ts")))
      copyFileSync(join(installed, name), join(types, name));
    const pages = join(folder, "pages");
    await sdkDocs(types, pages);
    const modules = readdirSync(join(pages, "modules"));
    expect(modules).toEqual(expect.arrayContaining(["chainside_sdk.html", "chainside_testing.html"]));
    const extra = "\n/** Says so. */\nexport declare function said(): void;\nexport declare function unsaid(): void;\n";
    for (const name of readdirSync(types).filter((each) => each.endsWith(".d.ts"))) {
      const text = readFileSync(join(installed, name), "utf8");
      writeFileSync(join(types, name), name === "testing.d.ts" ? text + extra : text);
    }
    await expect(sdkDocs(types, pages)).rejects.toThrow(/unsaid.*does not have any documentation/);
  });

  it("is what publint and arethetypeswrong take for right", async () => {
    const installed = join(folder, "app/node_modules/chainside");
    const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    // The resolution of TypeScript before 4.7 knows no `exports`.
    const tool = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const { code, out } = await run(tool, tarball, "--profile", "node16", "--format", "json", "--no-emoji");
    expect(code, out).toBe(0);
  });

  it("exports what docs/sdk.api.md says: npm run sdk-api writes it", () => {
    expect(readFileSync(join(root, "docs/sdk.api.md"), "utf8")).toBe(report);
    const [own = "", ...adapters] = report.split(/^(?=## chainside\/(?:ethers|viem)$)/m);
    expect(own).not.toMatch(/^import /m);
    expect(adapters.map((each) => [...each.matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name))).toEqual([
      expect.arrayContaining(["ethers"]),
      expect.arrayContaining(["viem"]),
    ]);
  });

  it("stays small, and lets a bundler drop what isn't used", async () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(2.2 * 1024 * 1024);
    const sizeOf = async (contents: string): Promise<number> => {
      const stdin = { contents, resolveDir: join(folder, "app") };
      const options = { bundle: true, platform: "node", format: "esm", minify: true, write: false } as const;
      const { outputFiles } = await build({ ...options, stdin, splitting: true, outdir: join(folder, "bundled") });
      return outputFiles.find(({ path }) => /stdin\.js$/.test(path))?.contents.length ?? 0;
    };
    // About 31 bytes of it for each chunk that is shared with what is loaded later.
    expect(await sizeOf('export { ChainError } from "chainside/sdk";')).toBeLessThan(3200);
    const one = await sizeOf('export { tables } from "chainside/sdk";');
    const all = await sizeOf('export * from "chainside/sdk";');
    expect([one > 1000, one < all / 2]).toEqual([true, true]);
  });

  it("runs bundled into one file elsewhere", async () => {
    const outfile = join(folder, "elsewhere", "bundle.mjs");
    const contents =
      'import { getBlockNumber } from "chainside/sdk"; import { startTestChain } from "chainside/testing"; const chain = await startTestChain(); await chain.mine(2); console.log(await getBlockNumber(chain)); await chain.close();';
    const banner = {
      js: "import { createRequire as requireOfNode } from 'node:module'; const require = requireOfNode(import.meta.url);",
    };
    await build({
      stdin: { contents, resolveDir: join(folder, "app") },
      ...{ bundle: true, platform: "node", format: "esm", outfile, banner, logLevel: "error" },
    });
    expect(await run(outfile)).toEqual({ code: 0, out: "2\n" });
    expect(existsSync(outfile)).toBe(true);
  });
});
