import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import {
  gatherSources,
  maxImports,
  type SourceFolders,
  SourceTexts,
} from "../../../src/solidity/imports/gatherSources";
import { importProposals } from "../../../src/solidity/language/importCompletion";
import { readProjectSettings } from "../../../src/solidity/project/projectSettings";

let folder = "";
let workspace = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "chainside-sources-")));
  workspace = join(folder, "workspace");
  mkdirSync(join(workspace, "contracts"), { recursive: true });
  mkdirSync(join(folder, "home/secrets"), { recursive: true });
  write("home/secrets/Key.sol", "contract Key {}");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Texts that count how many files were looked for. */
class CountingTexts extends SourceTexts {
  readonly looked: string[] = [];
  override read(...given: Parameters<SourceTexts["read"]>) {
    this.looked.push(given[0]);
    return super.read(...given);
  }
}

const plain = { tables: "old", beforeSix: false } as const;
const groundOf = (more: Partial<SourceFolders> = {}): SourceFolders => ({
  root: workspace,
  remappings: [],
  libraryFolders: [],
  overlays: new Map(),
  ...more,
});

describe("a source with imports without end", () => {
  const importing = (count: number, prefix: string): string =>
    Array.from({ length: count }, (_, at) => `import "./${prefix}${at}.sol";`).join("\n");

  it("looks for none of them, and is refused with a word", async () => {
    const file = write("workspace/contracts/Many.sol", importing(100_000, "missing"));
    const small = write("workspace/contracts/Small.sol", "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n");
    const texts = new CountingTexts();
    const found = await gatherSources([file], groundOf(), texts, plain);
    expect(texts.looked).toEqual([file]);
    expect([...found.values()].map(({ tooMany }) => tooMany)).toEqual([true]);
    const compiler = new SolidityCompiler(join(folder, "cache"));
    const request = {
      root: workspace,
      suite: "standard",
      trusted: true,
      mayFetch: false,
      outputs: "diagnostics",
    } as const;
    const { files } = await compiler.compile({ ...request, files: [file, small] });
    compiler.close();
    expect(files[0]?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["tooManyImports", expect.stringContaining(`The maximum is ${maxImports}.`)],
    ]);
    expect(files[1]?.diagnostics.map(({ code }) => code)).not.toContain("tooManyImports");
  });

  it("is bounded too where many files have many", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Part${at}.sol`);
    for (const name of names) write(`workspace/contracts/${name}`, importing(maxImports, `${name}-missing`));
    const file = write("workspace/contracts/All.sol", names.map((name) => `import "./${name}";`).join("\n"));
    const texts = new CountingTexts();
    const found = await gatherSources([file], groundOf(), texts, plain);
    expect(new Set(texts.looked.filter((path) => path.includes("missing"))).size).toBeLessThan(30 * maxImports);
    expect([...found.values()].filter(({ tooMany }) => tooMany).length).toBeGreaterThan(30);
  });
});

describe("where nothing is trusted", () => {
  const names = (found: ReadonlyMap<string, { readonly path: string | undefined }>): (string | undefined)[] =>
    [...found.values()].map(({ path }) => path);

  it("no source is read that lies outside of the folder, by whatever way", async () => {
    symlinkSync(join(folder, "home"), join(workspace, "linked"));
    symlinkSync(join(folder, "home/secrets/Key.sol"), join(workspace, "contracts/Alias.sol"));
    mkdirSync(join(folder, "node_modules/above"), { recursive: true });
    write("node_modules/above/A.sol", "contract A {}");
    const inside = write("workspace/contracts/Inside.sol", "contract Inside {}");
    const ways = [
      "../../home/secrets/Key.sol",
      join(folder, "home/secrets/Key.sol"),
      "../linked/secrets/Key.sol",
      "./Alias.sol",
      "above/A.sol",
      "mapped/Key.sol",
      "Key.sol",
      "./Inside.sol",
    ];
    const file = write("workspace/contracts/Main.sol", ways.map((way) => `import "${way}";`).join("\n"));
    const folders = groundOf({
      remappings: [{ context: "", prefix: "mapped/", target: `${join(folder, "home/secrets")}/` }],
      libraryFolders: [join(folder, "home/secrets")],
    });
    const texts = new CountingTexts();
    const found = await gatherSources([file], { ...folders, fence: workspace }, texts, plain);
    expect(names(found).sort()).toEqual([inside, file].sort());
    expect(new Set(texts.looked)).toEqual(new Set([file, inside]));
    // In a trusted one all of them are found.
    expect(names(await gatherSources([file], folders, new SourceTexts(), plain)).length).toBeGreaterThan(6);
  });

  it("the compiler is told so by its request", async () => {
    const file = write("workspace/contracts/Main.sol", 'import "../../home/secrets/Key.sol";\n');
    const compiler = new SolidityCompiler(join(folder, "cache"));
    const request = { root: workspace, suite: "standard", mayFetch: false, outputs: "diagnostics" } as const;
    const sources = async (trusted: boolean) =>
      Object.values((await compiler.compile({ ...request, files: [file], trusted })).sources);
    expect(await sources(false)).toEqual([file]);
    expect(await sources(true)).toEqual([file, join(folder, "home/secrets/Key.sol")]);
    compiler.close();
  });

  it("no settings of a project are read outside of the folder, by whatever way", async () => {
    write("home/foundry.toml", '[profile.default]\nsolc = "0.7.6"\nsrc = "secret"\n');
    write("home/remappings.txt", "secret/=src/\n");
    mkdirSync(join(folder, "home/lib/secretlib/src"), { recursive: true });
    mkdirSync(join(workspace, "inner"));
    for (const name of ["foundry.toml", "remappings.txt"]) {
      symlinkSync(join(folder, "home", name), join(workspace, name));
      symlinkSync(join(workspace, "own", name), join(workspace, "inner", name));
    }
    mkdirSync(join(workspace, "own/lib/mine/src"), { recursive: true });
    write("workspace/own/remappings.txt", "own/=src/\n");
    write(
      "workspace/own/foundry.toml",
      '[profile.default]\nsolc = "0.8.11"\nlibs = ["../own/lib", "../../home/lib"]\n',
    );
    const trusted = await readProjectSettings(workspace);
    expect([trusted.file, trusted.versions?.versions, trusted.remappings.length]).toEqual([
      join(workspace, "foundry.toml"),
      ["0.7.6"],
      1,
    ]);
    const fenced = await readProjectSettings(workspace, workspace);
    expect([fenced.file, fenced.versions, fenced.remappings]).toEqual([undefined, undefined, []]);
    const prefixes = async (fence?: string) =>
      (await readProjectSettings(join(workspace, "inner"), fence)).remappings.map(({ prefix }) => prefix);
    expect(await prefixes()).toEqual(["mine/", "secretlib/", "own/"]);
    expect(await prefixes(workspace)).toEqual(["mine/", "own/"]);
    const file = write("workspace/contracts/Main.sol", "pragma solidity >=0.7.0;\ncontract Main {}\n");
    const compiler = new SolidityCompiler(join(folder, "cache"));
    const request = { root: workspace, suite: "standard", mayFetch: false, outputs: "diagnostics" } as const;
    const chosen = async (trust: boolean) =>
      (await compiler.compile({ ...request, files: [file], trusted: trust })).files[0]?.choice?.version;
    expect([await chosen(true), await chosen(false)]).toEqual(["0.7.6", expect.not.stringMatching("0.7.6")]);
    compiler.close();
  });

  it("no names are proposed from outside", async () => {
    const path = join(workspace, "contracts/Main.sol");
    symlinkSync(join(folder, "home"), join(workspace, "linked"));
    const places = { root: workspace, remappings: [], libraryFolders: [], overlays: new Map() };
    const labels = async (written: string, fence?: string) =>
      (await importProposals(written, path, { ...places, fence })).map(({ label }) => label);
    expect(await labels("../../home/secrets/")).toEqual(["../../home/secrets/Key.sol"]);
    expect(await labels("../../home/secrets/", workspace)).toEqual([]);
    expect(await labels("../linked/", workspace)).toEqual([]);
    expect(await labels("../", workspace)).toContain("../contracts/");
  });
});
