import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CheatCall } from "../../../src/contractTests/cheats/cheatCode";
import { jsonText, parseJson, select } from "../../../src/contractTests/cheats/dataTree";
import { fileCheats } from "../../../src/contractTests/cheats/fileCheats";
import { sharedContent } from "../../../src/text/sharedContent";
import { linkFolder, makesLinks } from "../../support/portable";

describe("files that a test reads", () => {
  let folder: string;
  let project: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-files-"));
    project = join(folder, "project");
    mkdirSync(join(project, "data"), { recursive: true });
    writeFileSync(join(folder, "secret.txt"), "not for tests");
    writeFileSync(join(project, "data/own.txt"), "own");
    linkFolder(folder, join(project, "folder"));
    if (!makesLinks) return;
    symlinkSync(join(folder, "secret.txt"), join(project, "file"));
    symlinkSync(join(project, "data/own.txt"), join(project, "inside"));
    symlinkSync(join(folder, "nothing.txt"), join(project, "nowhere"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const call = () => ({ context: { root: project }, state: { openFiles: new Map<string, number>() } }) as unknown;
  const ask = (name: string, path: string): unknown => {
    const cheat = fileCheats.find(({ signature }) => signature === `${name}(string)`);
    return cheat?.run(call() as CheatCall, [path]);
  };

  it("are those of the project, through links in it too", () => {
    expect(ask("readFile", "data/own.txt")).toEqual(["own"]);
    if (makesLinks) expect(ask("readFile", "inside")).toEqual(["own"]);
    expect(ask("exists", "nothing")).toEqual([false]);
  });

  it.each(["../secret.txt", ...(makesLinks ? ["file"] : []), "folder/secret.txt"])(
    "are none outside of it: %s",
    (path) => {
      for (const { signature, run } of fileCheats) {
        if (!signature.includes("(string")) continue;
        expect(() => run(call() as CheatCall, [path, 2n, true]), signature).toThrow("outside of the project");
      }
    },
  );

  it.runIf(makesLinks)("tell nothing of what is outside, not even whether it is there", () => {
    for (const path of ["folder/nothing", "nowhere", "nowhere/file"])
      expect(() => ask("exists", path), path).toThrow("outside of the project");
  });

  it("are sources and artifacts alone for who learns no more, whatever the files are called", () => {
    const source = "// SPDX\npragma solidity ^0.8.0; contract A {}";
    const keystore = JSON.stringify({ version: 3, crypto: { ciphertext: "c0ffee" }, address: "00" });
    const abi = [{ type: "function", name: "f", inputs: [], outputs: [] }];
    const files = {
      "A.sol": source,
      ".env": "KEY=hush",
      "b.pem": "-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----",
      "Key.sol": "-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----",
      "Env.sol": "KEY=hush\n",
      "out/key.json": keystore,
      "out/A.json": JSON.stringify({ abi, crypto: "hush", contractName: "A" }),
    };
    mkdirSync(join(project, "out"), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    if (makesLinks) symlinkSync(join(project, ".env"), join(project, "Link.sol"));
    const context = { context: { root: project, onlySources: true }, state: { openFiles: new Map() } } as unknown;
    const read = (name: string, cheat = "readFile") =>
      fileCheats.find(({ signature }) => signature === `${cheat}(string)`)?.run(context as CheatCall, [name]);
    expect(read("A.sol")).toEqual([source]);
    expect(JSON.parse(String((read("out/A.json") as string[])[0]))).toEqual({ contractName: "A", abi });
    const others = [".env", "b.pem", "Key.sol", "Env.sol", "out/key.json", "data/own.txt", "missing.sol"];
    for (const name of [...others, ...(makesLinks ? ["Link.sol"] : [])])
      for (const cheat of ["readFile", "readFileBinary", "readLine"])
        expect(() => read(name, cheat), `${cheat} ${name}`).toThrow("not allowed to be accessed");
    // nor what others are called, how long they are, or that they are there
    const hidden = [".env", "b.pem", "data/own.txt", "missing.sol", ...(makesLinks ? ["Link.sol"] : [])];
    for (const name of hidden) {
      expect([read(name, "exists"), read(name, "isFile")], name).toEqual([[false], [false]]);
      expect(() => read(name, "fsMetadata"), name).toThrow("no such file");
    }
    const deep = fileCheats.find(({ signature }) => signature === "readDir(string,uint64)");
    const listed: unknown = deep?.run(context as CheatCall, [".", 9n]);
    const [entries] = listed as [[string, string][]];
    expect(entries.map(([, path]) => path.slice(project.length + 1)).sort()).toEqual(
      ["A.sol", "Env.sol", "Key.sol", "data", "out", join("out", "A.json"), join("out", "key.json")].sort(),
    );
  });

  it.each([
    "type = hush",
    "contract = hush",
    "using = hush",
    "import = hush",
    "event: hush",
    "function hush=1",
    "pragma hush",
    "error {hush}",
    "library\thush=x",
    "struct: { a: hush }",
  ])("a file of settings is no source, whatever its first word is: %j", (text) => {
    expect(sharedContent("solidity", `${text}\nB=2\n`)).toBeUndefined();
  });

  it.each([
    "pragma experimental ABIEncoderV2;",
    "import './B.sol';",
    'import * as B from "./B.sol";',
    'import B from "./B.sol";',
    "abstract contract A is B {}",
    "contract A\n{\n}",
    "contract A /* remark */ {}",
    "using {f} for uint global;",
    "using Lib.Inner for uint;",
    "type Price is uint128;",
    "uint constant x = 1;",
    "function f() pure {}",
    "event Paid(uint a);",
    "error Denied ();",
    "// SPDX-License-Identifier: MIT\n\nstruct S { uint a; }",
  ])("what Solidity begins with is a source: %j", (text) => {
    expect(sharedContent("solidity", text)).toBe(text);
  });

  it("are listed without following links", () => {
    const listing = fileCheats.find(({ signature }) => signature === "readDir(string,uint64,bool)");
    const answer = listing?.run(call() as CheatCall, [".", 5n, true]);
    const [entries] = answer as unknown[];
    const listed = entries as [string, string, bigint, boolean, boolean][];
    const names = listed.map(([, path]) => path.slice(project.length + 1));
    expect(names).toContain(join("data", "own.txt"));
    expect(names.filter((name) => name.startsWith("folder"))).toEqual(["folder"]);
  });
});

it("takes no text of JSON for a number, whatever it begins with", () => {
  const text = '{"a":"\uE00012","b":"\\uE00012","c":12345678901234567890123}';
  const tree = parseJson(text);
  expect(select(tree, ".a")).toEqual(["\uE00012"]);
  expect(select(tree, ".b")).toEqual(["\uE00012"]);
  expect(jsonText(tree)).toBe('{"a":"\uE00012","b":"\uE00012","c":12345678901234567890123}');
});
