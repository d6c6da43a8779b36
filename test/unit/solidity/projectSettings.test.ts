import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { gatherSources, SourceTexts } from "../../../src/solidity/imports/gatherSources";
import { remappingText } from "../../../src/solidity/imports/remappings";
import { readProjectSettings } from "../../../src/solidity/project/projectSettings";

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function project(files: Readonly<Record<string, string>>): string {
  folder = mkdtempSync(join(tmpdir(), "chainside-project-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it("reads Foundry's configuration with the remappings that it makes up", async () => {
  const root = project({
    "foundry.toml": `[profile.default]\nsrc = "sources"\nsolc = "0.8.20"\nevm_version = "Paris"\noptimizer = true\noptimizer_runs = 999\nvia_ir = true\nremappings = ["@own/=sources/own/"]`,
    "remappings.txt": "@given/=lib/given/\n",
    "lib/solmate/src/A.sol": "",
    "lib/oz/contracts/B.sol": "",
    "lib/oz/remappings.txt": "ds/=lib/ds/\n",
  });
  const settings = await readProjectSettings(root);
  expect(settings).toMatchObject({
    sources: join(root, "sources"),
    versions: { versions: ["0.8.20"] },
    evmVersion: { version: "paris" },
    optimizer: { enabled: true, runs: 999 },
    viaIR: true,
    unread: [],
  });
  const texts = settings.remappings.map(({ context, prefix, target }) => `${context}:${prefix}=${target}`);
  expect(texts).toEqual(
    expect.arrayContaining([
      ":solmate/=lib/solmate/src/",
      ":oz/=lib/oz/contracts/",
      "lib/oz/:ds/=lib/oz/lib/ds/",
      ":@own/=sources/own/",
      ":@given/=lib/given/",
    ]),
  );
});

it("reads a remapping of Foundry as folders, however it is written, and turns the optimizer on where runs are stated", async () => {
  const root = project({
    "foundry.toml": `[profile.default]\noptimizer_runs = 999\nremappings = ["x=lib/a/src", "src/:v/=lib/a"]\n[profile.default.optimizer_details]\nyul = true\n[profile.default.optimizer_details.yulDetails]\nstackAllocation = true`,
    "remappings.txt": "y/=lib/b\n",
    "lib/c/src/C.sol": "",
    "lib/c/remappings.txt": "d/=lib/d/src\n",
  });
  const { remappings, optimizer } = await readProjectSettings(root);
  expect(remappings.map(remappingText)).toEqual([
    "d/=lib/c/lib/d/src/",
    "c/=lib/c/src/",
    "lib/c/:d/=lib/c/lib/d/src/",
    "x/=lib/a/src/",
    "src/:v/=lib/a/",
    "y/=lib/b/",
  ]);
  const details = { yul: true, yulDetails: { stackAllocation: true } };
  expect(optimizer).toEqual({ enabled: true, runs: 999, details });
  rmSync(folder, { recursive: true });
  const optimizerOf = async (text: string) =>
    (await readProjectSettings(project({ "foundry.toml": `[profile.default]\n${text}` }))).optimizer;
  expect(await optimizerOf("")).toEqual({ enabled: false, runs: 200 });
  expect(await optimizerOf("optimizer = false\noptimizer_runs = 9")).toEqual({ enabled: false, runs: 9 });
  expect(await optimizerOf("optimizer_runs = 0")).toEqual({ enabled: false, runs: 0 });
});

it("begins a library where Foundry does, and takes what libraries bring where the project has nothing of the name", async () => {
  const root = project({
    "foundry.toml": "",
    "lib/audited/contracts/token/A.sol": "",
    "lib/audited/certora/deep/B.sol": "",
    "lib/tested/contracts/A.sol": "",
    "lib/tested/test/B.sol": "",
    "lib/scripted/src/A.sol": "",
    "lib/scripted/script/B.sol": "",
    "lib/flat/contracts/A.sol": "",
    "lib/flat/B.sol": "",
    "lib/std/src/Test.sol": "",
    "lib/std/lib/ds-test/src/test.sol": "",
    "lib/std/lib/flat/src/F.sol": "",
    "lib/std/lib/deep/lib/ds-test/src/test.sol": "",
    "lib/std/lib/deep/src/D.sol": "",
  });
  const { remappings } = await readProjectSettings(root);
  const plain = remappings.filter(({ context }) => context === "").map(remappingText);
  expect(plain.sort()).toEqual([
    "audited/=lib/audited/",
    "deep/=lib/std/lib/deep/src/",
    "ds-test/=lib/std/lib/ds-test/src/",
    "flat/=lib/flat/",
    "scripted/=lib/scripted/src/",
    "std/=lib/std/src/",
    "tested/=lib/tested/contracts/",
  ]);
});

it("tests compile with what a project says of the steps of Yul", async () => {
  const root = project({
    "foundry.toml":
      "[profile.default]\noptimizer = true\n[profile.default.optimizer_details.yulDetails]\nstackAllocation = true",
    "A.sol": "contract A { function f() external {} }",
  });
  const compiler = new SolidityCompiler(defaultCompilerCache());
  const request = { root, files: [join(root, "A.sol")], suite: "standard", trusted: true, mayFetch: false } as const;
  const { files } = await compiler.compile({ ...request, outputs: "contracts", code: "traceable" });
  expect(
    files.map(({ diagnostics, contracts, fellBack }) => [
      diagnostics.filter(({ severity }) => severity === "error"),
      contracts.length,
      fellBack,
    ]),
  ).toEqual([[[], 1, false]]);
  compiler.close();
});

it("finds the libraries of libraries of a project without any configuration, behind its own folders", async () => {
  const root = project({
    "src/Coin.sol": "",
    "parts/Own.sol": "",
    "lib/parts/src/Theirs.sol": "",
    "lib/token/src/Token.sol": "",
    "lib/token/lib/sums/src/Sums.sol": "",
  });
  const { remappings } = await readProjectSettings(root);
  expect(remappings.map(({ context, prefix, target }) => `${context}:${prefix}=${target}`)).toEqual([
    ":sums/=lib/token/lib/sums/src/",
    ":token/=lib/token/src/",
    "lib/token/:sums/=lib/token/lib/sums/src/",
  ]);
});

it("finds sources of packages where Hardhat 3 does: in their src, behind what stands there by its name", async () => {
  const root = project({
    "hardhat.config.ts": "export default {};",
    "contracts/A.sol": 'import "forge-std/Test.sol"; import "plain/B.sol"; import "@scope/kept/C.sol";',
    "node_modules/forge-std/src/Test.sol": 'import "./Base.sol";',
    "node_modules/forge-std/src/Base.sol": "",
    "node_modules/plain/B.sol": "",
    "node_modules/plain/src/B.sol": "",
    "node_modules/@scope/kept/C.sol": "",
  });
  const { remappings, libraryFolders } = await readProjectSettings(root);
  const folders = { root, remappings, libraryFolders, overlays: new Map<string, string>() };
  const variant = { tables: "old", beforeSix: false } as const;
  const found = await gatherSources([join(root, "contracts/A.sol")], folders, new SourceTexts(), variant);
  const packages = [...found.values()].flatMap(({ name, path }) =>
    path?.includes("node_modules") ? [[name, path]] : [],
  );
  expect(Object.fromEntries(packages)).toEqual({
    "forge-std/Test.sol": join(root, "node_modules/forge-std/src/Test.sol"),
    "forge-std/Base.sol": join(root, "node_modules/forge-std/src/Base.sol"),
    "plain/B.sol": join(root, "node_modules/plain/B.sol"),
    "@scope/kept/C.sol": join(root, "node_modules/@scope/kept/C.sol"),
  });
});

it("compiles by the compiler of Hardhat's list that is chosen, and a source by its own", async () => {
  const root = project({
    "hardhat.config.js": `const low = { version: "0.8.30", settings: { optimizer: { enabled: true, runs: 2 } } };
module.exports = { solidity: {
  compilers: [
    { version: "0.5.17", settings: { evmVersion: "petersburg" } },
    { version: "0.7.6", settings: { optimizer: { enabled: true, runs: 30 }, evmVersion: "berlin" } },
  ],
  overrides: { "contracts/Own.sol": low },
} };`,
    "contracts/Own.sol": "contract Own {}",
    "contracts/New.sol": "pragma solidity >=0.5.0; contract New {}",
    "contracts/Old.sol": "pragma solidity ^0.5.0; contract Old {}",
  });
  const compiler = new SolidityCompiler(defaultCompilerCache());
  const names = ["Own", "New", "Old"];
  const files = names.map((name) => join(root, `contracts/${name}.sol`));
  const request = { root, files, suite: "standard", trusted: true, mayFetch: true, outputs: "contracts" } as const;
  const compiled = await compiler.compile(request);
  compiler.close();
  // a compiler of a single source is no one else's
  expect(
    compiled.files.map(({ choice, project: made, fellBack }) => {
      const { optimizer } = made?.settings ?? {};
      return [choice?.version, choice?.evmVersion, optimizer, fellBack];
    }),
  ).toEqual([
    ["0.8.30", "cancun", { enabled: true, runs: 2 }, false],
    ["0.7.6", "berlin", { enabled: true, runs: 30 }, false],
    ["0.5.17", "petersburg", { enabled: false, runs: 200 }, false],
  ]);
});

it("reads Hardhat's configuration without running it, and names what is computed", async () => {
  const root = project({
    "hardhat.config.ts": `import { HardhatUserConfig } from "hardhat/config";
throw new Error("this must not run");
// solidity: "0.4.0"
const common = { optimizer: { enabled: true, runs: 1_000 }, viaIR: true, evmVersion: 'london' } as const;
const config: HardhatUserConfig = {
  paths: { sources: "./src" },
  solidity: {
    compilers: [{ version: "0.8.20", settings: common }, { version: \`0.7.6\`, settings: {} }],
    overrides: { "a.sol": { version: "0.6.12" } },
  },
};
export default config;`,
  });
  const read = await readProjectSettings(root);
  expect(read).toMatchObject({
    sources: join(root, "src"),
    versions: { versions: ["0.8.20", "0.7.6"] },
    optimizer: { enabled: true, runs: 1000 },
    viaIR: true,
    evmVersion: { version: "london" },
    unread: [],
  });
  rmSync(root, { recursive: true });
  const computed = project({
    "hardhat.config.js": `module.exports = { solidity: { version: process.env.SOLC, settings: { optimizer: { enabled: !!process.env.CI, runs: 5 } } } };`,
  });
  expect((await readProjectSettings(computed)).unread).toEqual([
    "hardhat.config.js: solidity.version",
    "hardhat.config.js: solidity.settings.optimizer.enabled",
  ]);
});

it("reads Truffle's configuration, and a plain version of Hardhat's", async () => {
  const root = project({
    "truffle-config.js": `module.exports = { compilers: { solc: { version: "^0.5.0", settings: { optimizer: { enabled: true, runs: 7 }, evmVersion: "petersburg" } } } };`,
  });
  const read = await readProjectSettings(root);
  expect(read.versions?.versions.at(-1)).toBe("0.5.17");
  expect(read).toMatchObject({
    optimizer: { enabled: true, runs: 7 },
    evmVersion: { version: "petersburg" },
  });
  rmSync(root, { recursive: true });
  const plain = project({ "hardhat.config.js": `module.exports = { solidity: "0.8.4" }` });
  expect(await readProjectSettings(plain)).toMatchObject({
    versions: { versions: ["0.8.4"] },
    optimizer: { enabled: false },
  });
});

it("takes its own settings where there is no configuration, and says why a broken one is none", async () => {
  expect(await readProjectSettings(project({}))).toMatchObject({
    optimizer: { enabled: true, runs: 200 },
  });
  rmSync(folder, { recursive: true });
  const broken = await readProjectSettings(project({ "foundry.toml": "[profile" }));
  expect(broken.unread[0]).toContain("foundry.toml");
});

it("an exact version is one, however it is written", async () => {
  const versionsOf = async (files: Readonly<Record<string, string>>) => {
    const { versions } = await readProjectSettings(project(files));
    rmSync(folder, { recursive: true });
    return versions?.versions;
  };
  const long = "v0.8.20+commit.a1b79de6";
  expect(await versionsOf({ "foundry.toml": `[profile.default]\nsolc = "${long}"\n` })).toEqual(["0.8.20"]);
  expect(await versionsOf({ "foundry.toml": '[profile.default]\nsolc = "/usr/bin/solc"\n' })).toBeUndefined();
  expect(await versionsOf({ "hardhat.config.js": `module.exports = { solidity: "${long}" }` })).toEqual(["0.8.20"]);
  const compiler = new SolidityCompiler(join(tmpdir(), "chainside-no-such-compilers"));
  const root = project({ "A.sol": "contract A {}" });
  const request = { root, files: [join(root, "A.sol")], suite: "standard", trusted: false, mayFetch: false } as const;
  const { files } = await compiler.compile({ ...request, outputs: "diagnostics", compiler: ` ${long} ` });
  expect(files[0]?.choice?.version).toBe("0.8.20");
  expect(files[0]?.diagnostics.map(({ code }) => code)).toEqual(["compilerNotDownloaded"]);
  compiler.close();
});
