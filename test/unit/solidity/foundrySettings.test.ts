// What forge 1.7.1 made of the same files and variables (`forge config --json`).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { foundryConfig } from "../../../src/solidity/project/foundryConfig";
import { foundrySettings, readFoundrySettings } from "../../../src/solidity/project/foundrySettings";
import { readProjectSettings } from "../../../src/solidity/project/projectSettings";
import { restrictedSettings, restrictedVersions } from "../../../src/solidity/project/restrictions";

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function project(files: Readonly<Record<string, string>>): string {
  folder = mkdtempSync(join(tmpdir(), "chainside-foundry-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const base = `[profile.default]
optimizer_runs = 700
via_ir = true
remappings = ["a/=lib/a/"]
src = "basesrc"
[profile.ci]
optimizer_runs = 5
[fuzz]
runs = 11
[fmt]
line_length = 99
`;
const own = `[profile.default]
extends = "base.toml"
remappings = ["b/=lib/b/"]
evm-version = "paris"
[profile.default.fuzz]
max_test_rejects = 5
[profile.ci]
optimizer_runs = 6
`;

async function settings(environment: NodeJS.ProcessEnv, text = own) {
  const root = project({ "foundry.toml": text, "base.toml": base });
  const found = await readFoundrySettings(root, undefined, environment);
  rmSync(root, { recursive: true });
  return found;
}

describe("settings of Foundry", () => {
  it("are those of the file that a profile extends, below its own", async () => {
    expect(await settings({})).toEqual({
      profile: "default",
      values: {
        extends: "base.toml",
        optimizer_runs: 700,
        via_ir: true,
        remappings: ["a/=lib/a/", "b/=lib/b/"],
        src: "basesrc",
        evm_version: "paris",
        fuzz: { runs: 11, max_test_rejects: 5 },
        fmt: { line_length: 99 },
      },
      unread: [],
    });
    const replaced = own.replace('"base.toml"', '{ path = "base.toml", strategy = "replace-arrays" }');
    expect((await settings({}, replaced))?.values["remappings"]).toEqual(["b/=lib/b/"]);
    // only the profile that counts extends
    const ci = await settings({ FOUNDRY_PROFILE: "ci" });
    expect([ci?.values["optimizer_runs"], ci?.values["via_ir"], ci?.unread]).toEqual([6, undefined, []]);
  });

  it("name what can't be extended, and a profile that isn't there", async () => {
    const why = async (text: string, environment = {}) => (await settings(environment, text))?.unread;
    expect(await why('[profile.default]\nextends = "no.toml"')).toEqual([
      "foundry.toml: extends: no.toml can't be read",
    ]);
    const collision = '[profile.default]\nextends = { path = "base.toml", strategy = "no-collision" }\nvia_ir = false';
    expect(await why(collision)).toEqual(["foundry.toml: extends: base.toml has via_ir too"]);
    expect(await why(own, { FOUNDRY_PROFILE: "cl" })).toEqual(["foundry.toml: no profile cl, so default counts"]);
    expect(await why(own, { FOUNDRY_CONFIG: "no.toml" })).toEqual(["no.toml can't be read"]);
  });

  it("are those of another file, and of variables before any file", async () => {
    expect((await settings({ FOUNDRY_CONFIG: "base.toml" }))?.values["evm_version"]).toBeUndefined();
    const of = async (environment: NodeJS.ProcessEnv) => (await settings(environment))?.values ?? {};
    expect(await of({ FOUNDRY_OPTIMIZER_RUNS: "3", FOUNDRY_VIA_IR: "false", FOUNDRY_SRC: "foo" })).toMatchObject({
      optimizer_runs: 3,
      via_ir: false,
      src: "foo",
    });
    expect(await of({ DAPP_OPTIMIZER_RUNS: "3", DAPP_SOLC: "0.8.20" })).toMatchObject({
      optimizer_runs: 3,
      solc: "0.8.20",
    });
    const dapp = {
      DAPP_BUILD_OPTIMIZE_RUNS: "9",
      DAPP_BUILD_OPTIMIZE: "1",
      DAPP_TEST_FUZZ_RUNS: "33",
      DAPP_SOLC_VERSION: "0.8.21",
    };
    expect(await of(dapp)).toMatchObject({ optimizer_runs: 9, optimizer: true, fuzz: { runs: 33 }, solc: "0.8.21" });
    expect(
      await of({ FOUNDRY_FUZZ_RUNS: "44", FOUNDRY_FMT_LINE_LENGTH: "77", FOUNDRY_LIBS: '["x","y"]' }),
    ).toMatchObject({
      fuzz: { runs: 44, max_test_rejects: 5 },
      fmt: { line_length: 77 },
      libs: ["x", "y"],
    });
    expect(
      await of({ FOUNDRY_FUZZ: "{runs=77}", FOUNDRY_SOLC: "0.8.13", FOUNDRY_SOLC_VERSION: "0.8.12" }),
    ).toMatchObject({
      fuzz: { runs: 77 },
      solc: "0.8.13",
    });
  });

  it("have sections outside of profiles above the default profile's, and below those of the one that counts", async () => {
    const text = `[fuzz]\nruns = 5\n[profile.default.fuzz]\nruns = 6\n[profile.ci.fuzz]\nmax_test_rejects = 9\n[default]\nvia_ir = true\n`;
    expect((await foundrySettings(text, {})).values).toMatchObject({ fuzz: { runs: 6 }, via_ir: true });
    expect((await foundrySettings(text, { FOUNDRY_PROFILE: "ci" })).values).toMatchObject({
      fuzz: { runs: 5, max_test_rejects: 9 },
    });
  });

  it("that aren't followed or of another kind are named", async () => {
    const unread = async (text: string, environment = {}) =>
      foundryConfig(await foundrySettings(text, environment)).unread;
    expect(
      await unread(
        `[profile.default]\nsolc = "./solc"\nrevert_strings = "strip"\ninclude_paths = []\nsender = "0x1804c8AB1F12E6bbf3894d4083f33e07309d1f38"\n[profile.default.invariant]\ncall_override = true`,
      ),
    ).toEqual(["foundry.toml: solc", "foundry.toml: revert_strings", "foundry.toml: invariant.call_override"]);
    expect(await unread("[profile.default]\n", { FOUNDRY_OPTIMIZER_RUNS: "x" })).toEqual([
      "foundry.toml: optimizer_runs",
    ]);
  });
});

it("sources of Foundry are in contracts where there is no src, and libraries aren't looked for where that is off", async () => {
  const root = project({
    "foundry.toml": "[profile.default]\nauto_detect_remappings = false\n",
    "contracts/A.sol": "",
    "lib/solmate/src/B.sol": "",
  });
  const { sources, remappings } = await readProjectSettings(root);
  expect([sources, remappings]).toEqual([join(root, "contracts"), []]);
});

describe("compilation_restrictions", () => {
  const text = `[profile.default]
optimizer_runs = 200
additional_compiler_profiles = [{ name = "via-ir", via_ir = true }, { name = "old", evm_version = "london", optimizer_runs = 1 }]
compilation_restrictions = [
  { paths = "test/**", via_ir = false },
  { paths = "src/Counter.sol", via_ir = true },
  { paths = "src/old/*.sol", max_evm_version = "london", max_optimizer_runs = 50, version = ">=0.8.1, <0.8.20" },
]
`;

  it("choose the first settings that hold for a source and for all that it imports", async () => {
    const settingsIn = await readProjectSettings(project({ "foundry.toml": text }));
    const of = (...closure: string[]) => {
      const { viaIR, evmVersion, optimizer } = restrictedSettings(settingsIn, closure);
      return [viaIR, evmVersion?.version, optimizer.runs, optimizer.enabled];
    };
    expect(of("src/Plain.sol")).toEqual([false, undefined, 200, true]);
    expect(of("test/sub/Counter.t.sol", "src/Plain.sol")).toEqual([false, undefined, 200, true]);
    expect(of("src/Maker.sol", "src/Counter.sol")).toEqual([true, undefined, 200, true]);
    expect(of("src/old/A.sol")).toEqual([false, "london", 1, true]);
    expect(restrictedVersions(settingsIn, ["src/old/A.sol"])).toEqual([
      { sourceName: "foundry.toml", text: ">=0.8.1  <0.8.20" },
    ]);
    expect(() => of("test/Counter.t.sol", "src/Counter.sol")).toThrow(
      "No settings in foundry.toml meet all compilation_restrictions on test/Counter.t.sol and its imports: test/**, src/Counter.sol.",
    );
  });
});
