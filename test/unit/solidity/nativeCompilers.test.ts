import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompileRequest } from "../../../src/solidity/compile/compileRequest";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import {
  admitCompiler,
  compilerFile,
  readCompiler,
  sha256Of,
} from "../../../src/solidity/compilerReleases/admittedCompiler";
import { noConsent } from "../../../src/solidity/compilerReleases/consent";
import { nativePaths, nativePlatform, nativeReleaseOfHash } from "../../../src/solidity/compilerReleases/nativeFolders";
import nativeReleases from "../../../src/solidity/compilerReleases/nativeReleases.json";
import { preferredVersion } from "../../../src/solidity/compilerReleases/releases";
import { NativeCompiler, nativeFences } from "../../../src/solidity/solc/nativeCompiler";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-native-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file at a path below the folder, with folders above it. */
function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o700);
  return path;
}

/** Of the program of a release, as the official list has it. */
const hashOf = (version: string, platform: keyof typeof nativeReleases = "linux-amd64"): string | undefined =>
  (nativeReleases[platform] as Readonly<Record<string, string>>)[version];

const host = (platform: NodeJS.Platform, arch = "x64") => ({ environment: {}, platform, arch, home: folder });

it("knows the official programs of a release by their hashes, each system's own", () => {
  const linux = hashOf(preferredVersion) ?? "";
  expect(linux).toMatch(/^[0-9a-f]{64}$/);
  expect(nativeReleaseOfHash(linux)).toBe(preferredVersion);
  expect(hashOf(preferredVersion, "macosx-amd64")).not.toBe(linux);
  expect(hashOf("0.4.10")).toBeUndefined();
  expect(nativeReleaseOfHash("00".repeat(32))).toBeUndefined();
  expect([nativePlatform("linux", "arm64"), nativePlatform("darwin", "arm64"), nativePlatform("win32", "x64")]).toEqual(
    ["linux-arm64", "macosx-amd64", "windows-amd64"],
  );
  expect(nativePlatform("freebsd", "x64")).toBeUndefined();
});

it("looks where Foundry and Hardhat keep them", async () => {
  const hardhat = ".cache/hardhat-nodejs/compilers-v2/linux-amd64/solc-linux-amd64-v0.8.19+commit.7dd6d404";
  put(hardhat, "x");
  put(".cache/hardhat-nodejs/compilers-v2/linux-amd64/solc-linux-amd64-v0.8.1+commit.df193b15", "x");
  expect(await nativePaths("0.8.19", host("linux"))).toEqual(
    [".svm/0.8.19/solc-0.8.19", ".local/share/svm/0.8.19/solc-0.8.19", hardhat].map((name) => join(folder, name)),
  );
  const windows = await nativePaths("0.8.19", host("win32"));
  expect(windows).toContain(join(folder, ".svm/0.8.19/solc-0.8.19.exe"));
  expect(windows).toContain(join(folder, "AppData/Roaming/svm/0.8.19/solc-0.8.19.exe"));
  expect(await nativePaths("0.8.19", host("linux", "riscv64"))).toEqual([]);
});

it("runs no program that is on no list, whatever its name is, unless a person allowed its hash", async () => {
  const path = put("fake/solc-0.8.19", Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.from("not solc")]));
  const file = await compilerFile(path);
  expect(file).toEqual({ sha256: sha256Of(readFileSync(path)), native: true });
  expect(() => admitCompiler({ version: "0.8.19", path, ...file }, noConsent)).toThrow(file.sha256);
  expect(() => admitCompiler({ version: "", path, ...file }, noConsent)).toThrow(file.sha256);
  const allowed = { compilers: [file.sha256], npmrc: [] };
  expect(admitCompiler({ version: "", path, ...file }, allowed)).toMatchObject({ native: true, sha256: file.sha256 });
  // the hash of another release is none of this version, and a list of programs says nothing of soljson.js
  const other = hashOf("0.8.20") ?? "";
  expect(() => admitCompiler({ version: "0.8.19", path, sha256: other, native: true }, noConsent)).toThrow(other);
  expect(() => admitCompiler({ version: "0.8.20", path, sha256: other, native: false }, noConsent)).toThrow(other);
  expect(admitCompiler({ version: "", path, sha256: other, native: true }, noConsent).version).toBe("0.8.20");
});

it("a program has no folder but its own, and no network where the system lets it be shut in", () => {
  const fences = nativeFences("/c/native/ab", "/c/native/ab/solc", "linux", (name) => `/usr/bin/${name}`);
  expect(fences.map(({ kind }) => kind)).toEqual(["bubblewrap", "namespaces", "none"]);
  const [bubblewrap, namespaces] = fences.map(({ command }) => command.join(" "));
  expect(bubblewrap).toMatch(
    /^\/usr\/bin\/bwrap --unshare-all .*--ro-bind \/c\/native\/ab\/solc \/solc --chdir \/ \/solc$/,
  );
  expect(namespaces).toMatch(/^\/usr\/bin\/unshare --user .*--net .*--root=\/c\/native\/ab \/solc$/);
  expect(nativeFences("/c", "/c/solc", "linux", () => undefined).map(({ kind }) => kind)).toEqual(["none"]);
  expect(nativeFences("/c", "/c/solc", "darwin", () => "/usr/bin/x").map(({ command }) => command)).toEqual([
    ["/c/solc"],
  ]);
});

/** A program of this system that is no compiler: it takes any arguments, says nothing and ends. */
const quiet = "/usr/bin/true";

it.runIf(process.platform === "linux" && existsSync(quiet))(
  "what is no compiler is found out when it is opened",
  async () => {
    const path = put("quiet/solc", "");
    copyFileSync(quiet, path);
    const file = await compilerFile(path);
    const admitted = admitCompiler({ version: "", path, ...file }, { compilers: [file.sha256], npmrc: [] });
    const opened = NativeCompiler.open(await readCompiler(admitted), admitted, join(folder, "cache"));
    await expect(opened).rejects.toMatchObject({ code: "compilerNotLoaded" });
    // what ran is the copy of the bytes that were compared
    expect(sha256Of(readFileSync(join(folder, "cache/native", file.sha256, "solc")))).toBe(file.sha256);
  },
);

it("refuses programs of the system for SM chains, whose hash can't be put into them", async () => {
  const path = put("sm/solc", Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.from("any")]));
  const source = put("sm/A.sol", "pragma solidity ^0.8.0; contract A {}");
  const { sha256 } = await compilerFile(path);
  const compiler = new SolidityCompiler(join(folder, "cache"), undefined, { compilers: [sha256], npmrc: [] });
  const request: CompileRequest = {
    files: [source],
    root: join(folder, "sm"),
    suite: "sm",
    compiler: path,
    trusted: true,
    mayFetch: false,
    outputs: "contracts",
  };
  const { files } = await compiler.compile(request);
  expect(files[0]?.diagnostics.map(({ message }) => message).join()).toContain("hash function can't be replaced");
  compiler.close();
});
