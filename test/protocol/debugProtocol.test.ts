import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import { DebugChain, type DeployedContract } from "../../tools/debugCheck/debugChain";
import { AdapterProcess, DebugClient } from "../../tools/debugCheck/debugClient";

const folder = join(import.meta.dirname, "../fixtures/debug");
const file = join(folder, "ProtocolViews.sol");
const lines = readFileSync(file, "utf8").split("\n");
const lineOf = (mark: string): number => lines.findIndex((line) => line.includes(mark)) + 1;
const from = `0x${"a11ce".padStart(40, "0")}`;
let adapter: AdapterProcess;
let compiler: SolidityCompiler;
let debugChain: DebugChain;
let deployed: DeployedContract;
let work = "";
let refuse = "";

beforeAll(async () => {
  compiler = new SolidityCompiler(defaultCompilerCache());
  adapter = await AdapterProcess.start();
  debugChain = await DebugChain.start("standard", compiler);
  await debugChain.open(file, folder, undefined);
  deployed = await debugChain.deploy(file, "ProtocolViews", [], from, "0");
  const { address, abi } = deployed;
  work = (await debugChain.send(from, address, abi.encodeCall("work", ["21", "0x0102030405"]), "0")).transactionHash;
  refuse = (await debugChain.send(from, address, abi.encodeCall("refuse", ["3"]), "0")).transactionHash;
});
afterAll(async () => {
  adapter.stop();
  compiler.close();
  await debugChain.close();
});

/** A session over a transaction, as a client that shows everything. */
class Session {
  readonly client: DebugClient;
  #seen = 0;

  private constructor(client: DebugClient) {
    this.client = client;
  }

  static async open(transaction: string, initialize: object = {}, launch: object = {}): Promise<Session> {
    const session = new Session(await DebugClient.open(adapter.path));
    await session.client.request("initialize", { adapterID: "fisco-bcos", ...initialize });
    const request = { url: debugChain.url, group: "group0", folder, files: [file], transaction, ...launch };
    await session.client.request("launch", request);
    await session.client.event(({ event }) => event === "initialized");
    return session;
  }

  static async begun(transaction: string, initialize: object = {}, launch: object = {}): Promise<Session> {
    const session = await Session.open(transaction, initialize, launch);
    await session.client.request("configurationDone");
    await session.stop();
    return session;
  }

  ask<Body>(command: string, given: object = {}): Promise<Body> {
    return this.client.request<Body>(command, given);
  }

  async stop(): Promise<DebugProtocol.StoppedEvent["body"]> {
    const event = await this.client.event(({ event: name }) => name === "stopped" || name === "terminated", this.#seen);
    this.#seen = this.client.events.indexOf(event) + 1;
    return event.event === "terminated" ? { reason: "terminated" } : event.body;
  }

  async go(command: string, given: object = {}): Promise<DebugProtocol.StoppedEvent["body"]> {
    await this.ask(command, { threadId: 1, ...given });
    return this.stop();
  }

  async frames(given: object = {}): Promise<DebugProtocol.StackFrame[]> {
    return (await this.ask<{ stackFrames: DebugProtocol.StackFrame[] }>("stackTrace", { threadId: 1, ...given }))
      .stackFrames;
  }

  async top(): Promise<DebugProtocol.StackFrame> {
    const [frame] = await this.frames();
    if (!frame) throw new Error("no frame");
    return frame;
  }

  async variables(scope: string): Promise<DebugProtocol.Variable[]> {
    const { id } = await this.top();
    const { scopes } = await this.ask<{ scopes: DebugProtocol.Scope[] }>("scopes", { frameId: id });
    const found = scopes.find(({ name }) => name === scope);
    return this.inside(found?.variablesReference ?? 0);
  }

  async inside(variablesReference: number, given: object = {}): Promise<DebugProtocol.Variable[]> {
    const asked = { variablesReference, ...given };
    return (await this.ask<{ variables: DebugProtocol.Variable[] }>("variables", asked)).variables;
  }

  async to(mark: string): Promise<void> {
    await this.ask("setBreakpoints", { source: { path: file }, breakpoints: [{ line: lineOf(mark) }] });
    expect(await this.go("continue")).toMatchObject({ reason: "breakpoint" });
  }

  async close(): Promise<void> {
    await this.ask("disconnect");
    this.client.close();
  }
}

const named = (list: readonly DebugProtocol.Variable[], name: string): DebugProtocol.Variable => {
  const found = list.find((each) => each.name === name);
  if (!found) throw new Error(`no ${name} among ${list.map((each) => each.name).join()}`);
  return found;
};

test("instructions are told around any place, as many as are asked for, at numbers that clients can count with", async () => {
  const session = await Session.begun(work);
  const { instructionPointerReference = "" } = await session.top();
  expect(BigInt(instructionPointerReference)).toBeGreaterThan(0n);
  const disassemble = async (given: object): Promise<DebugProtocol.DisassembledInstruction[]> =>
    (
      await session.ask<{ instructions: DebugProtocol.DisassembledInstruction[] }>("disassemble", {
        memoryReference: instructionPointerReference,
        ...given,
      })
    ).instructions;
  const around = await disassemble({ instructionOffset: -5, instructionCount: 12, resolveSymbols: true });
  expect(around).toHaveLength(12);
  expect(around[5]?.address).toBe(instructionPointerReference);
  expect(around[5]).toMatchObject({ symbol: "ProtocolViews.work", location: { path: file } });
  const addresses = around.map(({ address }) => Number(BigInt(address)));
  for (const [i, { instructionBytes = "" }] of around.entries())
    if (i > 0 && i < 11) expect((addresses[i + 1] ?? 0) - (addresses[i] ?? 0)).toBe(instructionBytes.length / 2);
  // the same place by bytes, and from the other end
  const second = (addresses[7] ?? 0) - (addresses[5] ?? 0);
  expect((await disassemble({ offset: second, instructionCount: 1 }))[0]?.address).toBe(around[7]?.address);
  expect((await disassemble({ offset: second, instructionOffset: -2, instructionCount: 1 }))[0]).toMatchObject({
    address: instructionPointerReference,
  });
  const before = await disassemble({ instructionOffset: -100_000, instructionCount: 3 });
  expect(before.map(({ presentationHint }) => presentationHint)).toEqual(["invalid", "invalid", "invalid"]);
  expect(await disassemble({ instructionCount: 20_000 })).toHaveLength(20_000);
  expect(await disassemble({ instructionCount: 0 })).toEqual([]);
  await expect(disassemble({ memoryReference: "nowhere", instructionCount: 1 })).rejects.toThrow("nowhere");
  await session.close();
});

test("breakpoints on instructions hold there, by reference and offset, forwards and backwards", async () => {
  const session = await Session.begun(work);
  const { instructionPointerReference = "" } = await session.top();
  const { instructions } = await session.ask<{ instructions: DebugProtocol.DisassembledInstruction[] }>("disassemble", {
    memoryReference: instructionPointerReference,
    instructionCount: 8,
  });
  const target = instructions[6]?.address ?? "";
  const offset = Number(BigInt(target) - BigInt(instructionPointerReference));
  const { breakpoints } = await session.ask<{ breakpoints: DebugProtocol.Breakpoint[] }>("setInstructionBreakpoints", {
    breakpoints: [
      { instructionReference: instructionPointerReference, offset },
      { instructionReference: instructionPointerReference, offset: 999_999 },
      { instructionReference: "no reference" },
    ],
  });
  expect(breakpoints.map(({ verified }) => verified)).toEqual([true, false, false]);
  expect(await session.go("continue")).toMatchObject({
    reason: "instruction breakpoint",
    hitBreakpointIds: [breakpoints[0]?.id],
  });
  expect((await session.top()).instructionPointerReference).toBe(target);
  await session.go("next");
  expect(await session.go("reverseContinue")).toMatchObject({ reason: "instruction breakpoint" });
  expect((await session.top()).instructionPointerReference).toBe(target);
  await session.ask("setInstructionBreakpoints", { breakpoints: [] });
  expect(await session.go("continue")).toEqual({ reason: "terminated" });
  await session.close();
});

test("steps of instructions go over and into calls, out of functions, and back on the same way", async () => {
  const session = await Session.begun(work);
  await session.to("CALLS");
  const place = async (): Promise<string> =>
    (await session.frames())
      .map(({ name, instructionPointerReference }) => `${name} ${instructionPointerReference}`)
      .join();
  const way: string[] = [await place()];
  const depth = (await session.frames()).length;
  for (let i = 0; i < 60; i++) {
    await session.go("next", { granularity: "instruction" });
    expect((await session.frames()).length).toBe(depth);
    way.push(await place());
  }
  const back: string[] = [await place()];
  for (let i = 0; i < 60; i++) {
    await session.go("stepBack", { granularity: "instruction" });
    back.push(await place());
  }
  expect(back.reverse()).toEqual(way);
  for (let i = 0; i < 2000 && (await session.frames()).length === depth; i++)
    await session.go("stepIn", { granularity: "instruction" });
  // the compiler works out what is on the right first; the contract's own code comes before its function
  expect((await session.top()).name).toBe("Other.put(21)");
  await session.go("stepOut", { granularity: "instruction" });
  expect((await session.top()).name).toBe("ProtocolViews.work");
  await session.close();
});

test("memory, input, returned data and stack are read as bytes, and what isn't there is counted", async () => {
  const session = await Session.begun(work);
  await session.to("SHADOWED");
  const locals = await session.variables("Locals");
  const list = named(locals, "list").memoryReference ?? "";
  const read = (
    memoryReference: string,
    offset: number,
    count: number,
  ): Promise<DebugProtocol.ReadMemoryResponse["body"]> => session.ask("readMemory", { memoryReference, offset, count });
  const bytes = (body: DebugProtocol.ReadMemoryResponse["body"]): string =>
    Buffer.from(body?.data ?? "", "base64").toString("hex");
  // length, then items
  expect(bytes(await read(list, 0, 32))).toBe("32".padStart(64, "0"));
  const item = await read(list, 32 * 8, 32);
  expect(bytes(item)).toBe("ff".padStart(64, "0"));
  expect(Number(BigInt(item?.address ?? ""))).toBe(Number(list.split(":")[1]) + 256);
  expect(bytes(await read(named(locals, "data").memoryReference ?? "", 0, 5))).toBe("0102030405");
  const machine = await session.variables("Machine");
  const memory = named(machine, "memory");
  const size = Number(memory.value);
  const reference = memory.memoryReference ?? "";
  expect(await read(reference, size - 16, 48)).toMatchObject({ unreadableBytes: 32 });
  expect(bytes(await read(reference, size - 16, 48))).toHaveLength(32);
  expect(await read(reference, size, 10)).toEqual({ address: `0x${size.toString(16)}`, unreadableBytes: 10 });
  expect(await read(reference, -8, 32)).toEqual({ address: "-8", unreadableBytes: 8 });
  expect(await read(reference, 0, 0)).toEqual({ address: "0x0", data: "" });
  expect(bytes(await read("0x40", 0, 32))).toBe(bytes(await read(reference, 64, 32)));
  const input = deployed.abi.encodeCall("work", ["21", "0x0102030405"]).slice(2);
  expect(bytes(await read(named(machine, "calldata").memoryReference ?? "", 0, 1000))).toBe(input);
  expect(bytes(await read(named(machine, "returndata").memoryReference ?? "", 0, 100))).toBe("16".padStart(64, "0"));
  const word = named(machine, "stack[1]");
  expect(BigInt(`0x${bytes(await read(word.memoryReference ?? "", 0, 32))}`)).toBe(BigInt(word.value));
  const { instructionPointerReference = "" } = await session.top();
  const { instructions } = await session.ask<{ instructions: DebugProtocol.DisassembledInstruction[] }>("disassemble", {
    memoryReference: instructionPointerReference,
    instructionCount: 1,
  });
  const length = (instructions[0]?.instructionBytes ?? "").length / 2;
  expect(bytes(await read(instructionPointerReference, 0, length))).toBe(instructions[0]?.instructionBytes);
  await expect(read("nothing", 0, 1)).rejects.toThrow("nothing");
  await session.close();
});

test("variables come in parts, in hex, and with the expressions that lead to them", async () => {
  const session = await Session.begun(work);
  await session.to("CAUGHT");
  const locals = await session.variables("Locals");
  const list = named(locals, "list");
  expect(list).toMatchObject({ indexedVariables: 50, evaluateName: "list" });
  const part = await session.inside(list.variablesReference, { filter: "indexed", start: 6, count: 2 });
  expect(part.map(({ name, value, evaluateName }) => [name, value, evaluateName])).toEqual([
    ["[6]", "0", "list[6]"],
    ["[7]", "255", "list[7]"],
  ]);
  expect(await session.inside(list.variablesReference, { filter: "named" })).toEqual([]);
  const hex = await session.inside(list.variablesReference, { start: 7, count: 1, format: { hex: true } });
  expect(hex[0]?.value).toBe("0xff");
  const point = await session.inside(named(locals, "point").variablesReference, { format: { hex: true } });
  expect(point.map(({ name, value }) => `${name} ${value}`)).toEqual(["x -0x5", "color ProtocolViews.Color.Green"]);
  expect(await session.inside(named(locals, "point").variablesReference, { start: 1, count: 1 })).toHaveLength(1);
  const state = await session.variables("State");
  // the local of this name hides it
  expect(named(state, "total").evaluateName).toBeUndefined();
  expect(named(locals, "total").evaluateName).toBe("total");
  const [entry] = await session.inside(named(state, "points").variablesReference);
  expect(entry?.evaluateName).toBe(`points[${from}]`);
  const frameId = (await session.top()).id;
  const evaluate = (expression: string, given: object = {}): Promise<DebugProtocol.EvaluateResponse["body"]> =>
    session.ask("evaluate", { expression, frameId, ...given });
  for (const context of ["watch", "repl", "hover", "clipboard", "variables", undefined])
    expect((await evaluate(`${entry?.evaluateName}.x`, { context })).result).toBe("-5");
  expect((await evaluate("list[7]", { format: { hex: true } })).result).toBe("0xff");
  expect((await evaluate("list", { context: "watch" })).result).toContain("… 30 more");
  expect((await evaluate("list", { context: "clipboard" })).result.split(",")).toHaveLength(50);
  expect(await evaluate("list")).toMatchObject({ indexedVariables: 50, type: "uint256[]" });
  await expect(evaluate("{nothing}")).rejects.toThrow();
  await expect(session.ask("evaluate", { expression: "list", frameId: 99 })).rejects.toThrow();
  await expect(session.inside(9999)).rejects.toThrow();
  await expect(session.ask("scopes", { frameId: 99 })).rejects.toThrow();
  await session.close();
});

test("the console completes names and members", async () => {
  const session = await Session.begun(work);
  await session.to("CAUGHT");
  const frameId = (await session.top()).id;
  const complete = async (text: string, column = text.length + 1): Promise<DebugProtocol.CompletionItem[]> =>
    (await session.ask<{ targets: DebugProtocol.CompletionItem[] }>("completions", { text, column, frameId })).targets;
  const labels = async (text: string, column?: number): Promise<string[]> =>
    (await complete(text, column)).map(({ label }) => label);
  expect(await labels("1 + po")).toEqual(["point", "points", "Point"]);
  expect((await complete("1 + po"))[0]).toMatchObject({ start: 5, length: 2, type: "variable" });
  expect(await labels("point.")).toEqual(["x", "color"]);
  expect(await labels("points[msg.sender].c")).toEqual(["color"]);
  expect(await labels("msg.s")).toEqual(["sender", "sig"]);
  expect(await labels("Color.")).toEqual(["Red", "Green"]);
  expect(await labels("list.")).toEqual(["length"]);
  expect(await labels("other.p")).toEqual(["put"]);
  expect(await labels("poi + 1", 4)).toEqual(["point", "points", "Point"]);
  expect(await labels("nothing.")).toEqual([]);
  expect(await labels("")).toContain("keccak256");
  await session.close();
});

test("the call stack comes in parts, with parameters where a client wants them; frames begin again, calls can be chosen", async () => {
  const session = await Session.begun(work);
  await session.to("CALLS");
  const { targets } = await session.ask<{ targets: DebugProtocol.StepInTarget[] }>("stepInTargets", {
    frameId: (await session.top()).id,
  });
  expect(targets.map(({ label }) => label)).toEqual(["Other.put", "Sums.twice"]);
  await session.go("stepIn", { targetId: targets[0]?.id });
  const all = await session.frames();
  expect(all.map(({ name }) => name)).toEqual(["Other.put", "ProtocolViews.work"]);
  const part = await session.ask<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
    startFrame: 1,
    levels: 1,
  });
  expect(part).toMatchObject({ totalFrames: 2, stackFrames: [{ id: all[1]?.id, name: "ProtocolViews.work" }] });
  const format = { parameters: true, parameterTypes: true, parameterNames: true, parameterValues: true, hex: true };
  expect((await session.frames({ format }))[0]?.name).toBe("Other.put(uint256 x = 0x15)");
  expect(await session.frames({ startFrame: 2 })).toEqual([]);
  await session.go("next");
  await session.go("next");
  expect(await session.go("restartFrame", { frameId: all[0]?.id })).toMatchObject({ reason: "restart" });
  expect((await session.top()).line).toBe(all[0]?.line);
  await session.go("restartFrame", { frameId: (await session.frames())[1]?.id });
  expect(await session.frames()).toMatchObject([{ name: "ProtocolViews.work", line: lineOf("Point memory point") }]);
  await expect(session.ask("restartFrame", { frameId: 99 })).rejects.toThrow();
  expect(await session.go("pause")).toMatchObject({ reason: "pause" });
  await session.close();
});

test("a condition that tells nothing stops nowhere, and is said once", async () => {
  const session = await Session.begun(work);
  const line = lineOf("CALLS");
  for (const [condition, problem] of [
    ["nothing > 1", "nothing isn't a value"],
    ["1 + 1", "its value is 2, not true or false"],
  ] as const) {
    await session.ask("setBreakpoints", { source: { path: file }, breakpoints: [{ line, condition }] });
    expect(await session.go("continue")).toEqual({ reason: "terminated" });
    await session.go("restart");
    expect(await session.go("continue")).toEqual({ reason: "terminated" });
    await session.go("restart");
    const reported = session.client.events.filter(({ body }) => body?.output?.includes(condition));
    expect(reported.map(({ body }) => [body.category, body.output])).toEqual([
      ["important", `The breakpoint with the condition ${condition} doesn't stop: ${problem}\n`],
    ]);
  }
  await session.ask("setBreakpoints", { source: { path: file }, breakpoints: [{ line, condition: "1 < 2" }] });
  expect(await session.go("continue")).toMatchObject({ reason: "breakpoint" });
  await session.close();
});

test("a session that ends while it begins leaves nothing open", async () => {
  const client = await DebugClient.open(adapter.path);
  await client.request("initialize", { adapterID: "fisco-bcos" });
  const request = { url: debugChain.url, group: "group0", folder, files: [file], transaction: work };
  const launched = client.request("launch", request).then(
    () => "launched",
    (error: Error) => error.message,
  );
  await client.request("disconnect");
  expect(await launched).toBe("The session ended before it began.");
  client.close();
});

test("failures are told where it stands at one, caught and uncaught", async () => {
  const session = await Session.begun(work);
  await expect(session.ask("exceptionInfo", { threadId: 1 })).rejects.toThrow("isn't stopped at a failure");
  await session.ask("setExceptionBreakpoints", { filters: ["all"] });
  expect(await session.go("continue")).toMatchObject({ reason: "exception", text: "other says no" });
  expect(await session.ask("exceptionInfo", { threadId: 1 })).toMatchObject({
    description: "other says no",
    breakMode: "always",
    exceptionId: "revert",
  });
  expect(await session.go("continue")).toEqual({ reason: "terminated" });
  await session.close();
  const failing = await Session.begun(refuse);
  // instructions stop there too, and not behind it
  let stopped: DebugProtocol.StoppedEvent["body"] = { reason: "" };
  for (let i = 0; i < 3000 && stopped.reason !== "exception" && stopped.reason !== "terminated"; i++)
    stopped = await failing.go("stepIn", { granularity: "instruction" });
  expect(stopped).toMatchObject({ reason: "exception", text: "too little" });
  expect(await failing.ask("exceptionInfo", { threadId: 1 })).toMatchObject({ breakMode: "unhandled" });
  expect(await failing.go("continue")).toEqual({ reason: "terminated" });
  await failing.go("restart");
  expect((await failing.top()).name).toBe("ProtocolViews.refuse");
  await failing.close();
});

test("sources are listed and read; clients that count from 0 get lines from 0; breakpoints are answered one for one", async () => {
  const session = await Session.begun(work, { linesStartAt1: false, columnsStartAt1: false });
  const { sources } = await session.ask<{ sources: DebugProtocol.Source[] }>("loadedSources");
  expect(sources).toMatchObject([{ path: file }]);
  const { content } = await session.ask<{ content: string }>("source", { source: { path: file }, sourceReference: 0 });
  expect(content).toBe(lines.join("\n"));
  await expect(session.ask("source", { sourceReference: 77 })).rejects.toThrow();
  expect(await session.top()).toMatchObject({ line: lineOf("Point memory point") - 1, column: 8 });
  const line = lineOf("CALLS") - 1;
  const locations = await session.ask("breakpointLocations", {
    source: { path: file },
    line: line - 1,
    endLine: line + 1,
  });
  expect(locations).toEqual({ breakpoints: [{ line: line - 1 }, { line }, { line: line + 1 }] });
  const { breakpoints } = await session.ask<{ breakpoints: DebugProtocol.Breakpoint[] }>("setBreakpoints", {
    source: { path: file },
    breakpoints: [{ line }, { line: 5000 }],
  });
  expect(breakpoints).toMatchObject([{ verified: true, line }, { verified: false }]);
  const functions = await session.ask<{ breakpoints: DebugProtocol.Breakpoint[] }>("setFunctionBreakpoints", {
    breakpoints: [{ name: "twice" }, { name: "nothing" }],
  });
  expect(functions.breakpoints.map(({ verified }) => verified)).toEqual([true, false]);
  await session.go("continue");
  expect((await session.top()).line).toBe(line);
  expect(await session.go("continue")).toMatchObject({ reason: "function breakpoint" });
  expect((await session.top()).name).toBe("Sums.twice");
  expect(await session.ask("threads")).toMatchObject({ threads: [{ id: 1 }] });
  await session.ask("cancel", { requestId: 12_345 });
  expect(await session.go("terminate")).toEqual({ reason: "terminated" });
  await session.close();
});
