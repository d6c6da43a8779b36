// What a compiler could reach if it were hostile: one whose hash a user allowed, or a release that turned out to be.
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, it } from "vitest";
import { admitCompiler, readCompiler, sha256Of } from "../../../src/solidity/compilerReleases/admittedCompiler";
import { CompilerProcess, compilerFlags } from "../../../src/solidity/solc/compilerProcess";
import { listening } from "../../support/listening";

const root = resolve(import.meta.dirname, "../../..");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-prison-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that looks like a compiler, tries what it can when it is loaded, and gives its findings as its output. */
const hostile = `
var found = {};
function attempt(name, work) { try { found[name] = String(work()); } catch (error) { found[name] = "refused"; } }
var word = "return typeof process === 'undefined' ? undefined : process.pid";
attempt("require", () => typeof require);
attempt("process", () => typeof process);
attempt("module", () => typeof module);
attempt("Buffer", () => typeof Buffer);
attempt("fetch", () => typeof fetch);
attempt("WebSocket", () => typeof WebSocket);
attempt("setTimeout", () => typeof setTimeout);
attempt("eval", () => eval("1 + 1"));
attempt("global's maker", () => globalThis.constructor.constructor(word)());
attempt("own function's maker", () => (() => 1).constructor(word)());
attempt("decode's maker", () => TextDecoder.prototype.decode.constructor(word)());
attempt("hash's maker", () => __chainsideSm3.at.constructor(word)());
attempt("thrown by a door", () => { try { new TextDecoder().decode({}); } catch (e) { return e.constructor.constructor(word)(); } });
attempt("no stack left", () => {
  var last;
  function deeper() { try { atob("AAAA"); deeper(); } catch (e) { last = last || e; throw e; } }
  try { deeper(); } catch (e) { }
  return last.constructor.constructor(word)();
});
attempt("frames", () => {
  var seen;
  Error.prepareStackTrace = (error, frames) => { seen = frames.map((f) => f.getThis()).find((each) => each && each.process); return ""; };
  new Error("x").stack;
  Error.prepareStackTrace = undefined;
  return seen === undefined ? "nothing" : seen.process.pid;
});
attempt("memory", () => new WebAssembly.Memory({ initial: 40000 }).buffer.byteLength);
attempt("grown memory", () => { var m = new WebAssembly.Memory({ initial: 1 }); m.grow(40000); return m.buffer.byteLength; });
import("node:fs").then(() => { found.import = "loaded"; }, () => { found.import = "refused"; });
var Module = {
  _malloc: () => 1, _free() {}, lengthBytesUTF8: () => 1, stringToUTF8() {},
  UTF8ToString: (pointer) => (pointer === 1 ? "0.9.9+commit.00000000" : JSON.stringify(found)),
  _solidity_version: () => 1, _solidity_compile: () => 2,
};
`;

it("the realm of a compiler has the language and WebAssembly, and no way out", async () => {
  const path = join(folder, "soljson.js");
  writeFileSync(path, hostile);
  const sha256 = sha256Of(Buffer.from(hostile));
  const admitted = admitCompiler({ version: "0.9.9", path, sha256, native: false }, { compilers: [sha256], npmrc: [] });
  const compiler = await CompilerProcess.start(await readCompiler(admitted), { ...admitted, suite: "standard" });
  try {
    expect(compiler.longVersion).toBe("0.9.9+commit.00000000");
    const found = JSON.parse(await compiler.compile("{}")) as Record<string, string>;
    expect(found).toEqual({
      require: "undefined",
      process: "undefined",
      module: "undefined",
      Buffer: "undefined",
      fetch: "undefined",
      WebSocket: "undefined",
      setTimeout: "undefined",
      eval: "refused",
      "global's maker": "refused",
      "own function's maker": "refused",
      "decode's maker": "refused",
      "hash's maker": "refused",
      "thrown by a door": "undefined",
      "no stack left": "refused",
      frames: "nothing",
      memory: "refused",
      "grown memory": "refused",
      import: "refused",
    });
  } finally {
    compiler.end();
  }
});

/** Code of our own realm, in a process like a compiler's: as far as one would get that found its way out. */
const escaped = (port: number): string => `
import { lockProcess } from ${JSON.stringify(join(root, "src/solidity/solc/lockProcess.ts"))};
import fs from "node:fs";
import net from "node:net";
import dgram from "node:dgram";
import dns from "node:dns";
import http from "node:http";
import { spawnSync } from "node:child_process";
import { Worker } from "node:worker_threads";
const send = process.send.bind(process);
const environment = Object.keys(process.env);
const { exit } = process;
lockProcess();
const found = { environment, afterwards: Object.keys(process.env) };
const attempt = async (name, work) => { try { found[name] = String(await work()); } catch (error) { found[name] = "refused"; } };
await attempt("read", () => fs.readFileSync("/etc/hosts", "utf8").length);
await attempt("read a project", () => fs.readFileSync(${JSON.stringify(join(root, "src/cli/main.ts"))}, "utf8").length);
await attempt("write", () => fs.writeFileSync(${JSON.stringify("FOLDER/written")}, "x"));
await attempt("write here", () => fs.writeFileSync(new URL("./written", import.meta.url), "x"));
await attempt("spawn", () => { const { error, status } = spawnSync(process.execPath, ["-v"]); if (error) throw error; return status; });
await attempt("thread", () => new Worker("1", { eval: true }).threadId);
await attempt("eval", () => (0, eval)("1 + 1"));
await attempt("connect", () => new Promise((done, fail) => net.connect(${port}, "127.0.0.1", () => done("connected")).on("error", fail)));
await attempt("listen", () => new Promise((done, fail) => net.createServer().on("error", fail).listen(0, "127.0.0.1", () => done("listens"))));
await attempt("http", () => new Promise((done, fail) => http.get("http://127.0.0.1:${port}/", () => done("answered")).on("error", fail)));
await attempt("datagram", () => new Promise((done, fail) => { const s = dgram.createSocket("udp4"); s.send("x", ${port}, "127.0.0.1", (e) => (e ? fail(e) : done("sent"))); }));
await attempt("name", () => new Promise((done, fail) => dns.lookup("localhost", (e, a) => (e ? fail(e) : done(a)))));
await attempt("fetch", () => fetch("http://127.0.0.1:${port}/"));
await attempt("binding", () => process.binding("tcp_wrap"));
await attempt("builtin", () => process.getBuiltinModule("node:net"));
send(found, () => exit(0));
`;

it("the process of a compiler has no environment, files, network, programs or threads", async () => {
  const server = createServer((socket) => socket.end());
  const port = await listening(server);
  try {
    const source = join(folder, "escaped.mts");
    writeFileSync(source, escaped(port).replace("FOLDER", folder));
    const program = join(folder, "own/escaped.mjs");
    await build({ entryPoints: [source], bundle: true, platform: "node", format: "esm", outfile: program });
    const child = fork(program, [], {
      execArgv: compilerFlags(program),
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const found = await new Promise((done, fail) => {
      child.once("message", done);
      child.once("exit", (code) => fail(new Error(`ended with ${code}`)));
    });
    const refused = ["read", "read a project", "write", "write here", "spawn", "thread", "eval", "connect", "listen"];
    const others = ["http", "datagram", "name", "fetch", "binding", "builtin"];
    expect(found).toEqual({
      environment: [],
      afterwards: [],
      ...Object.fromEntries([...refused, ...others].map((name) => [name, "refused"])),
    });
  } finally {
    await new Promise((done) => server.close(done));
  }
});

it("a Node.js without permissions gets no flag that it doesn't know", () => {
  const flags = (...known: string[]): string[] => compilerFlags(join(folder, "x.js"), new Set(known));
  expect(flags("--permission", "--experimental-permission")[0]).toBe("--permission");
  expect(flags("--experimental-permission")[0]).toBe("--experimental-permission");
  expect(flags().filter((flag) => /permission|allow-fs/.test(flag))).toEqual([]);
});
