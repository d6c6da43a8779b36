import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { standardSuite } from "../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { Program } from "../../src/processes/program";
import { hashUses } from "../../src/solidity/advice/hashUse";
import type { CompileRequest } from "../../src/solidity/compile/compileRequest";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { builtInNames } from "../../src/solidity/fisco/builtInSources";
import type { CompileServiceProtocol } from "../../src/solidity/service/messages";
import { verifyCode } from "../../src/solidity/verify/verifyCode";
import { chainside, type Ended } from "../support/chainside";

// With the compiler of this repository's own packages, so that nothing is fetched.
const root = resolve(import.meta.dirname, "../..");
let folder: string;
let chain: DevChain;
let compiler: SolidityCompiler;

beforeAll(async () => {
  mkdirSync(join(root, "out"), { recursive: true });
  folder = mkdtempSync(join(root, "out", "solidity-"));
  chain = await startDevChain({ port: 0, suite: "sm", sealers: 1, observers: 0 });
  compiler = new SolidityCompiler(join(folder, "none"), join(folder, "artifacts"));
});
afterAll(async () => {
  compiler.close();
  rmSync(folder, { recursive: true });
  await chain.close();
});

const requestOf = (files: readonly string[], more: Partial<CompileRequest> = {}): CompileRequest => ({
  files: files.map((name) => join(folder, name)),
  root,
  suite: "standard",
  trusted: true,
  mayFetch: false,
  outputs: "contracts",
  ...more,
});

async function compile(files: Readonly<Record<string, string>>, more: Partial<CompileRequest> = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return compiler.compile(requestOf(Object.keys(files), more));
}

const program = (...args: readonly string[]): Promise<Ended> =>
  chainside(args, { env: { CHAINSIDE_SOLC_CACHE: join(folder, "none") } });

const hello = readFileSync(join(root, "test/fixtures/solidity/v6/HelloWorld.sol"), "utf8").replace(
  /pragma solidity [^;]+/,
  "pragma solidity >=0.6.10<0.9.0",
);

it("compiles for both suites, each with its own selectors, and keeps what it made", async () => {
  const first = await compile({ "Hello.sol": hello });
  const [standard] = first.files;
  expect(standard?.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(standard?.contracts[0]?.methodIdentifiers).toEqual({ "get()": "6d4ce63c", "set(string)": "4ed3885e" });
  const sm = await compile({ "Hello.sol": hello }, { suite: "sm" });
  expect(sm.files[0]?.contracts[0]?.methodIdentifiers).toEqual({
    "get()": "299f7f9d",
    "set(string)": "3590b49f",
  });
  const again = await compile({ "Hello.sol": hello });
  expect(again.reused).toBe(1);
  expect(again.files[0]?.project?.id).toBe(standard?.project?.id);
  const edited = await compile({ "Hello.sol": hello.replace("Hello, World!", "Good day") });
  expect(edited.reused).toBe(0);
  expect(edited.files[0]?.project?.id).not.toBe(standard?.project?.id);
});

it("keeps everything that a debugger needs", async () => {
  const result = await compile({ "Hello.sol": hello });
  const project = result.files[0]?.project;
  const [contract] = project?.contracts ?? [];
  expect(project?.compiler.longVersion).toMatch(/^0\.8\.37\+commit/);
  expect(project?.choice).toMatchObject({
    versionReason: { kind: "workspace" },
    evmVersion: "cancun",
    evmReason: { kind: "chain" },
  });
  expect(project?.sources[0]).toMatchObject({ path: join(folder, "Hello.sol"), content: hello, id: 0 });
  expect(project?.sources[0]?.ast).toMatchObject({ nodeType: "SourceUnit" });
  expect(contract?.deployedBytecode.sourceMap).toMatch(/^\d+:\d+:0/);
  expect(contract?.storageLayout?.storage[0]).toMatchObject({ label: "name", slot: "0" });
  expect(contract && project ? hashUses(contract, project) : []).toEqual(["selectors", "events"]);
});

it("lets a broken file take along only those that import it, and says where it is broken", async () => {
  const result = await compile({
    "Bad.sol": "pragma solidity ^0.8.0; contract Bad { function f() public { x = 1; } }",
    "User.sol": 'pragma solidity ^0.8.0; import "./Bad.sol"; contract User is Bad {}',
    "Good.sol": "pragma solidity ^0.8.0; contract Good {}",
    "Nobody.sol": "pragma solidity ^0.7.0; pragma solidity ^0.8.0; contract Nobody {}",
  });
  const outcome = result.files.map(({ project, diagnostics }) => [
    project !== undefined,
    diagnostics.find(({ severity }) => severity === "error"),
  ]);
  expect(outcome).toMatchObject([
    [false, { message: "Undeclared identifier.", code: "7576", place: { start: 61, end: 62 } }],
    [false, { message: "Undeclared identifier." }],
    [true, undefined],
    [false, { code: "noFittingCompiler" }],
  ]);
});

it("finds errors of an open editor's text", async () => {
  const result = await compile(
    { "Hello.sol": hello },
    { outputs: "diagnostics", overlays: { [join(folder, "Hello.sol")]: `${hello}contract {` } },
  );
  expect(result.files[0]?.contracts).toEqual([]);
  expect(result.files[0]?.diagnostics.some(({ type }) => type === "ParserError")).toBe(true);
});

/** The compile service as a process, from its source. */
const service = (): Program<CompileServiceProtocol> =>
  new Program({
    file: join(root, "src/solidity/main.ts"),
    execArgv: ["--import", "tsx"],
    environment: process.env,
    complaints: "shown",
    ended: (how) => new Error(`the compile service ended (${how})`),
  });
const editorRequest = { workspace: root, suite: "standard" as const, trusted: true, mayFetch: false };

it("is a process that answers each order and ends with its starter", async () => {
  const process = service();
  writeFileSync(join(folder, "Hello.sol"), hello);
  const request = { ...editorRequest, files: [join(folder, "Hello.sol")] };
  const [, right, wrong] = await Promise.all([
    process.order("start", { compilers: join(folder, "none") }),
    process.order("check", { request, code: false, hashUses: false }),
    process.order("check", { request: { ...request, compiler: "0.1.1" }, code: true, hashUses: false }),
  ]);
  expect(right).toMatchObject([{ path: join(folder, "Hello.sol"), isRight: true }]);
  expect(wrong).toMatchObject([{ diagnostics: [{ code: "noSuchCompiler" }] }]);
  const left = process.order("check", { request, code: true, hashUses: false });
  process.end();
  await expect(left).rejects.toThrow("the compile service ended (0)");
});

it("stops when it is told to, and goes on afterwards", async () => {
  const process = service();
  const abort = new AbortController();
  writeFileSync(join(folder, "Hello.sol"), `${hello}// another text`);
  const order = {
    request: { ...editorRequest, files: [join(folder, "Hello.sol")] },
    code: true,
    hashUses: false,
  };
  await process.order("start", { compilers: join(folder, "none") });
  const running = process.order("check", order, { signal: abort.signal, tells: () => abort.abort() });
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  expect(await process.order("check", order)).toMatchObject([{ isRight: true }]);
  process.end();
});

it("has the interfaces of the built-in contracts as the chain has them", async () => {
  const names = builtInNames().map((name) => name.slice("fisco/".length, -".sol".length));
  const files = Object.fromEntries(
    names.map((name) => [
      `Of${name}.sol`,
      `pragma solidity ^0.8.0; import "fisco/${name}.sol"; ${["Entry", "EntryWrapper"].includes(name) ? "" : `abstract contract Of${name} is ${name === "TableV320" ? "Table" : name} {}`}`,
    ]),
  );
  for (const name of ["Table", "TableV320"])
    files[`Of${name}.sol`] +=
      "abstract contract OfKVTable is KVTable {} abstract contract OfTableManager is TableManager {}";
  const result = await compile(files);
  const abiFolder = join(root, "src/chain/abi/precompiled");
  const known = readdirSync(abiFolder);
  let compared = 0;
  for (const { contracts, diagnostics } of result.files) {
    expect(
      diagnostics.filter(({ severity }) => severity === "error").map(({ formattedMessage }) => formattedMessage),
    ).toEqual([]);
    for (const { name, abi } of contracts) {
      const file = `${name.slice(2).replace("TableV320", "Table")}.json`;
      expect(known).toContain(file);
      const text = ({
        signature,
        outputs,
        stateMutability,
      }: {
        signature: string;
        outputs: readonly { type: string }[];
        stateMutability: string;
      }) => `${signature} ${stateMutability} (${outputs.map(({ type }) => type).join()})`;
      const theirs = contractInterface(readFileSync(join(abiFolder, file), "utf8"), standardSuite).functions.map(text);
      // Reading functions of zero-knowledge proofs and the like may be said to read by us only.
      for (const each of contractInterface(abi, standardSuite).functions.map(text))
        expect(theirs, name).toContain(each);
      compared++;
    }
  }
  expect(compared).toBeGreaterThanOrEqual(20);
});

it("compiles, deploys from source, and verifies on an SM chain from the command line", async () => {
  const file = join(folder, "Hello.sol");
  writeFileSync(file, hello);
  const compiled = await program("compile", file, "--suite", "sm", "--json", "--out", join(folder, "made"));
  expect(compiled).toMatchObject({ code: 0 });
  expect(JSON.parse(compiled.out)).toMatchObject({
    files: [{ contracts: [{ name: "HelloWorld", methodIdentifiers: { "get()": "299f7f9d" } }] }],
  });
  const connection = ["--url", chain.url];
  const deployed = await program("deploy", `${file}:HelloWorld`, "--key", "dev0", "--json", ...connection);
  expect(deployed).toMatchObject({ code: 0 });
  const { contractAddress } = (JSON.parse(deployed.out) as { result: { contractAddress: string } }).result;
  expect((await program("call", contractAddress, "get", ...connection)).out).toBe("Hello, World!\n");
  const [{ source = "" } = {}] = (JSON.parse(compiled.out) as { files: { source?: string }[] }).files;
  const artifact = join(folder, "made", source, "HelloWorld.json");
  const planned = await program(
    "deploy",
    "--artifact",
    artifact,
    "--key",
    "dev0",
    "--dry-run",
    "--json",
    ...connection,
  );
  expect(JSON.parse(planned.out)).toMatchObject({ preview: { warnings: [], dryRun: { outcome: "unknown" } } });
  expect(await program("verify", contractAddress, file, ...connection)).toMatchObject({
    code: 0,
    out: expect.stringContaining(": identical"),
  });
  writeFileSync(file, hello.replace("name = value", "name = value; name = value"));
  expect(await program("verify", contractAddress, file, ...connection)).toMatchObject({
    code: 1,
    err: expect.stringContaining("different from byte"),
  });
});

it("tells what deployment filled in, and metadata from code", async () => {
  const result = await compile({
    "Filled.sol":
      "pragma solidity ^0.8.0; library Lib { function f() public pure returns (uint) { return 1; } } contract Filled { uint immutable a; constructor(uint b) { a = b; } function g() public view returns (uint) { return a + Lib.f(); } }",
  });
  const filled = result.files[0]?.contracts.find(({ name }) => name === "Filled");
  if (!filled) throw new Error("not compiled");
  const { object, linkReferences, immutableReferences } = filled.deployedBytecode;
  const address = "ab".repeat(20);
  let code: string = object;
  for (const places of Object.values(linkReferences).flatMap((names) => Object.values(names))) {
    for (const { start, length } of places)
      code = code.slice(0, start * 2) + address + code.slice((start + length) * 2);
  }
  for (const places of Object.values(immutableReferences)) {
    for (const { start, length } of places)
      code = code.slice(0, start * 2) + "07".padStart(length * 2, "0") + code.slice((start + length) * 2);
  }
  const same = verifyCode(`0x${code}`, filled);
  expect(same.kind).toBe("same");
  if (same.kind !== "same") return;
  expect(Object.values(same.parts.libraries)).toEqual([`0x${address}`]);
  expect(Object.values(same.parts.immutables)).toEqual([`0x${"07".padStart(64, "0")}`]);
  const otherMetadata = `${code.slice(0, -60)}${"0".repeat(10)}${code.slice(-50)}`;
  expect(verifyCode(otherMetadata, filled).kind).toBe("sameButMetadata");
  expect(verifyCode(`60${code.slice(2, 20)}ff${code.slice(22)}`, filled)).toMatchObject({ kind: "different", at: 10 });
  expect(verifyCode(code.slice(0, 100), filled).kind).toBe("different");
  expect(verifyCode("0x", filled).kind).toBe("noCode");
});
