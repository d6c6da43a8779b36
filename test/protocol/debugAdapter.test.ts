import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import { DebugChain } from "../../tools/debugCheck/debugChain";
import { AdapterProcess, DebugClient } from "../../tools/debugCheck/debugClient";
import { readScripts } from "../../tools/debugCheck/debugScript";
import { ScriptRun } from "../../tools/debugCheck/runScript";

const folder = join(import.meta.dirname, "../fixtures/debug");
const from = `0x${"a11ce".padStart(40, "0")}`;
let adapter: AdapterProcess;
let compiler: SolidityCompiler;
let debugChain: DebugChain;

beforeAll(async () => {
  compiler = new SolidityCompiler(defaultCompilerCache());
  adapter = await AdapterProcess.start();
  debugChain = await DebugChain.start("standard", compiler);
});
afterAll(async () => {
  adapter.stop();
  compiler.close();
  await debugChain.close();
});

const values = [
  "ValueTypes.sol",
  "References.sol",
  "Storage.sol",
  "Calldata.sol",
  "Expressions.sol",
  "Conversions.sol",
];
const runs = [
  "Stacks.sol",
  "Failures.sol",
  "BuiltIn.sol",
  "Making.sol",
  "Nested.sol",
  "TryCatch.sol",
  "Edges.sol",
  "Mixture.sol",
];

test.each([
  ["values and expressions", values],
  ["stacks, failures and the making of contracts", runs],
  ["optimised code", ["Optimized.sol"]],
])("scripts of %s hold", async (_, names) => {
  for (const name of names) {
    const file = join(folder, name);
    const source = readFileSync(file, "utf8");
    const scripts = readScripts(source);
    expect(scripts, name).not.toEqual([]);
    for (const script of scripts) {
      await debugChain.open(file, folder, undefined);
      const { held, total, problems } = await new ScriptRun(debugChain, script, adapter.path, file, source).run();
      expect(problems).toEqual([]);
      expect(held).toBe(total);
      expect(total).toBeGreaterThan(0);
    }
  }
});

test("a script that expects something else does not hold", async () => {
  const file = join(folder, "ValueTypes.sol");
  const source = readFileSync(file, "utf8").replace("expect wide = 200", "expect wide = 201");
  const [script] = readScripts(source);
  await debugChain.open(file, folder, undefined);
  const { held, total, problems } = await new ScriptRun(
    debugChain,
    script ?? { name: "", lines: [] },
    adapter.path,
    file,
    source,
  ).run();
  expect(held).toBe(total - 1);
  expect(problems.join()).toContain("it is 200");
});

test("going forwards and back again ends where it began, and steps of instructions too", async () => {
  const file = join(folder, "Stacks.sol");
  await debugChain.open(file, folder, undefined);
  const { address, abi } = await debugChain.deploy(file, "Stacks", [], from, "0");
  const { transactionHash } = await debugChain.send(from, address, abi.encodeCall("outer", ["3"]), "0");
  const client = await DebugClient.open(adapter.path);
  await client.request("initialize", { adapterID: "fisco-bcos", pathFormat: "path" });
  await client.request("launch", {
    url: debugChain.url,
    group: "group0",
    folder,
    files: [file],
    transaction: transactionHash,
  });
  await client.event(({ event }) => event === "initialized");
  await client.request("configurationDone");
  let seen = 0;
  const stop = async (): Promise<string> => {
    const event = await client.event((each) => each.event === "stopped" || each.event === "terminated", seen);
    seen = client.events.indexOf(event) + 1;
    if (event.event === "terminated") return "end";
    const { stackFrames } = await client.request<{ stackFrames: { name: string; line: number; column: number }[] }>(
      "stackTrace",
      { threadId: 1 },
    );
    return stackFrames.map(({ name, line, column }) => `${name}:${line}:${column}`).join(" ");
  };
  const go = async (command: string, granularity?: string): Promise<string> => {
    await client.request(command, { threadId: 1, ...(granularity === undefined ? {} : { granularity }) });
    return stop();
  };
  const forwards = [await stop()];
  for (let i = 0; i < 4; i++) forwards.push(await go("next"));
  const backwards = [forwards.at(-1)];
  for (let i = 0; i < 4; i++) backwards.push(await go("stepBack"));
  expect(backwards.reverse()).toEqual(forwards);
  const before = await go("stepIn");
  for (let i = 0; i < 300; i++) await go("next", "instruction");
  let last = "";
  for (let i = 0; i < 300; i++) last = await go("stepBack", "instruction");
  expect(last).toBe(before);
  await client.request("disconnect");
  client.close();
});
