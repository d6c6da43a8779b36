import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { isPath } from "../../../src/cli/commands/archive";
import { nameOfFile } from "../../../src/solidity/imports/gatherSources";
import { terminalLocale } from "../../../src/text/catalogueFile";
import { fileReference, pathBelow, withSlashes } from "../../../src/text/pathBelow";

describe("a path below a folder", () => {
  it.each([
    ["C:\\w", "C:\\w\\src\\A.sol", "src/A.sol"],
    ["c:\\w", "C:\\W\\A.sol", "A.sol"],
    ["C:\\w", "C:\\w\\..odd\\A.sol", "..odd/A.sol"],
    ["\\\\host\\share\\w", "\\\\HOST\\share\\w\\A.sol", "A.sol"],
    ["C:\\w", "C:\\w", undefined],
    ["C:\\w", "C:\\", undefined],
    ["C:\\w", "C:\\wide\\A.sol", undefined],
    ["C:\\w", "D:\\w\\A.sol", undefined],
    ["C:\\w", "\\\\host\\share\\A.sol", undefined],
    ["C:\\", "C:\\A.sol", "A.sol"],
  ])("on Windows: %s, %s", (folder, path, way) => {
    expect(pathBelow(folder, path, win32)).toBe(way);
    expect(nameOfFile(path, folder, win32)).toBe(way ?? path.replaceAll("\\", "/"));
  });

  it.each([
    ["/w", "/w/src/A.sol", "src/A.sol"],
    ["/w", "/w/..odd/A.sol", "..odd/A.sol"],
    ["/w", "/w/a\\b.sol", "a\\b.sol"],
    ["/", "/A.sol", "A.sol"],
    ["/w", "/W/A.sol", undefined],
    ["/w", "/wide/A.sol", undefined],
    ["/w", "/w", undefined],
  ])("elsewhere: %s, %s", (folder, path, way) => {
    expect(pathBelow(folder, path, posix)).toBe(way);
    expect(nameOfFile(path, folder, posix)).toBe(way ?? path);
  });

  it("keeps a backslash that is part of a name", () => {
    expect(withSlashes("a\\b", posix)).toBe("a\\b");
    expect(withSlashes("a\\b", win32)).toBe("a/b");
  });
});

it.each([
  ["node0\\config.ini", win32, "node0/config.ini"],
  ["C:\\my nodes\\config.ini", win32, "file:///C:/my%20nodes/config.ini"],
  ["\\\\host\\share\\config.ini", win32, "file://host/share/config.ini"],
  ["node#0/config.ini", posix, "node%230/config.ini"],
  ["/nodes/100%/config.ini", posix, "file:///nodes/100%25/config.ini"],
] as const)("names a file for programs: %s", (path, rules, uri) => {
  expect(fileReference(path, rules)).toBe(uri);
});

it("takes a program with a slash for a path, and with a backslash on Windows alone", () => {
  for (const platform of ["win32", "linux"]) expect(isPath("./archiveTool", platform)).toBe(true);
  expect(["win32", "darwin"].map((platform) => isPath("tools\\archiveTool.exe", platform))).toEqual([true, false]);
  expect(isPath("archiveTool", "win32")).toBe(false);
});

it("asks the system for its language where the terminal says none", () => {
  expect(terminalLocale({}, () => "zh-CN")).toBe("zh-CN");
  expect(terminalLocale({ LANG: "C" }, () => "zh-CN")).toBe("C");
  expect(terminalLocale({ LANG: "en_US.UTF-8", LC_ALL: "zh_CN.UTF-8" }, () => "en")).toBe("zh_CN.UTF-8");
});
