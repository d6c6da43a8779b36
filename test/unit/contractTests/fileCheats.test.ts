import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CheatCall } from "../../../src/contractTests/cheats/cheatCode";
import { jsonText, parseJson, select } from "../../../src/contractTests/cheats/dataTree";
import { fileCheats } from "../../../src/contractTests/cheats/fileCheats";

describe("files that a test reads", () => {
  let folder: string;
  let project: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-files-"));
    project = join(folder, "project");
    mkdirSync(join(project, "data"), { recursive: true });
    writeFileSync(join(folder, "secret.txt"), "not for tests");
    writeFileSync(join(project, "data/own.txt"), "own");
    symlinkSync(join(folder, "secret.txt"), join(project, "file"));
    symlinkSync(folder, join(project, "folder"));
    symlinkSync(join(project, "data/own.txt"), join(project, "inside"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = (name: string, path: string): unknown => {
    const cheat = fileCheats.find(({ signature }) => signature === `${name}(string)`);
    return cheat?.run({ ground: { root: project } } as CheatCall, [path]);
  };

  it("are those of the project, through links in it too", () => {
    expect(ask("readFile", "data/own.txt")).toEqual(["own"]);
    expect(ask("readFile", "inside")).toEqual(["own"]);
    expect(ask("exists", "nothing")).toEqual([false]);
  });

  it.each(["../secret.txt", "file", "folder/secret.txt"])("are none outside of it: %s", (path) => {
    for (const name of ["readFile", "readFileBinary", "exists", "isFile", "fsMetadata"]) {
      expect(() => ask(name, path), name).toThrow("outside of the project");
    }
  });
});

it("takes no text of JSON for a number, whatever it begins with", () => {
  const text = '{"a":"\uE00012","b":"\\uE00012","c":12345678901234567890123}';
  const tree = parseJson(text);
  expect(select(tree, ".a")).toEqual(["\uE00012"]);
  expect(select(tree, ".b")).toEqual(["\uE00012"]);
  expect(jsonText(tree)).toBe('{"a":"\uE00012","b":"\uE00012","c":12345678901234567890123}');
});
