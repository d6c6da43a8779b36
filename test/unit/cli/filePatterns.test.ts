import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findLintFiles } from "../../../src/cli/commands/lint";
import { filesLike, namedFiles } from "../../../src/cli/options/filePatterns";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "patterns (1)+"));
  for (const name of ["a.chain.yaml", "b.chain.yaml", "c.txt", "deep/d.chain.yaml", "node0/config.ini", "odd[1].txt"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "[rpc]\n");
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("files of a command line whose shell leaves wildcards as they are", () => {
  it("are those that fit, from wherever the pattern begins", async () => {
    const both = [join(folder, "a.chain.yaml"), join(folder, "b.chain.yaml")];
    expect(await namedFiles([join(folder, "*.chain.yaml")])).toEqual(both);
    expect(await namedFiles([`${folder}/{b,a}.chain.yaml`, join(folder, "a.chain.yaml")])).toEqual(both);
    expect(await namedFiles([`${folder}/**/d.*`])).toEqual([join(folder, "deep", "d.chain.yaml")]);
    const below = relative(process.cwd(), folder);
    expect(await namedFiles([`${below}/*.txt`])).toEqual([join(below, "c.txt"), join(below, "odd[1].txt")]);
    expect(await namedFiles(["./package*.json"])).toContain("package.json");
  });

  it("are what they say where that is there, and stay where nothing fits", async () => {
    expect(await namedFiles([join(folder, "odd[1].txt")])).toEqual([join(folder, "odd[1].txt")]);
    expect(await namedFiles([join(folder, "*.nothing"), "plain"])).toEqual([join(folder, "*.nothing"), "plain"]);
  });

  it("may be folders", async () => {
    expect(await namedFiles([`${folder}/n*`], "folders")).toEqual([join(folder, "node0")]);
    expect(await namedFiles([`${folder}/[dc]*`], "both")).toEqual([join(folder, "c.txt"), join(folder, "deep")]);
    expect(await filesLike(`${folder}/n*`)).toEqual([]);
  });

  it("lint looks for them there, too", async () => {
    const { files, missing } = await findLintFiles([`${folder}/*/config.ini`, `${folder}/*/nothing.ini`]);
    expect(files).toEqual([{ path: join(folder, "node0", "config.ini"), named: false }]);
    expect(missing).toEqual([`${folder}/*/nothing.ini`]);
  });
});
