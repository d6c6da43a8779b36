import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answersThere, isThere, nodeProbes, nodeState } from "../../../src/processes/nodes/nodeState";
import { listeningSockets, lsofField, nodeDirectoryOf, portHolder } from "../../../src/processes/nodes/portHolder";
import { linkFolder } from "../../support/portable";
import { freePort } from "../../support/ports";

/** Listens on two free ports (P2P, then RPC) and says which; the RPC answers unless it is told to be mute. */
const program = `import { createServer } from "node:net";
const open = (talk) => new Promise((done) => {
  const server = createServer((socket) => talk && socket.once("data", () => socket.end("HTTP/1.1 200 OK\\r\\n\\r\\n")));
  server.listen(0, "127.0.0.1", () => done(server.address().port));
});
process.on("disconnect", () => process.exit());
process.send([await open(false), await open(process.argv[2] !== "mute")]);
`;

describe.skipIf(process.platform !== "linux")("how it stands with the node of a folder", () => {
  let root: string;
  const children: ChildProcess[] = [];
  const folder = (name: string): string => join(root, name);
  const place = (name: string, [p2p, rpc]: readonly number[]) => ({
    directory: folder(name),
    listens: { host: "127.0.0.1", port: p2p ?? 0 },
    rpc: { host: "127.0.0.1", port: rpc ?? 0, tls: false },
  });

  async function start(name: string, ...words: string[]): Promise<{ child: ChildProcess; ports: number[] }> {
    const child = spawn(process.execPath, [join(root, "program.mjs"), ...words], {
      cwd: folder(name),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(child);
    const [ports] = (await once(child, "message")) as [number[]];
    return { child, ports };
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "chainside-state-"));
    mkdirSync(folder("node0"));
    writeFileSync(join(root, "program.mjs"), program);
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  });

  it("runs when its own process has the port and its RPC answers, also by a link to the folder", async () => {
    const { child, ports } = await start("node0");
    linkFolder(folder("node0"), folder("link"));
    for (const name of ["node0", "link"])
      expect(await nodeState(place(name, ports))).toEqual({ kind: "running", pid: child.pid, sure: true });
  });

  it("has not started when the process is that of the folder it was copied from", async () => {
    const { child, ports } = await start("node0");
    cpSync(folder("node0"), folder("copy"), { recursive: true });
    const state = await nodeState(place("copy", ports));
    expect(state).toMatchObject({ kind: "foreign", pid: child.pid });
    expect(state.kind === "foreign" && state.directory).toBe(folder("node0"));
    expect(isThere(state)).toBe(false);
  });

  it("is the node of the configuration that the process was started with, wherever it runs", async () => {
    mkdirSync(folder("node1"));
    const { child, ports } = await start("node0", "-c", "../node1/config.ini", "-g", "../node1/config.genesis");
    expect(await nodeState(place("node1", ports))).toMatchObject({ kind: "running", pid: child.pid });
    expect(await nodeState(place("node0", ports))).toMatchObject({ kind: "foreign" });
  });

  it("does not run on when it was halted", async () => {
    const { child, ports } = await start("node0");
    child.kill("SIGSTOP");
    await expect.poll(() => nodeState(place("node0", ports))).toMatchObject({ kind: "silent", halted: true });
    child.kill("SIGCONT");
    await expect.poll(() => nodeState(place("node0", ports))).toMatchObject({ kind: "running" });
  });

  it("is silent when its RPC accepts connections and says nothing, or is closed", async () => {
    const { ports } = await start("node0", "mute");
    const probes = { ...nodeProbes, answers: (rpc: Parameters<typeof answersThere>[0]) => answersThere(rpc, 300) };
    expect(await nodeState(place("node0", ports), probes)).toMatchObject({ kind: "silent", halted: false });
    expect(await nodeState(place("node0", [ports[0] ?? 0, await freePort()]))).toMatchObject({
      kind: "silent",
      halted: false,
    });
    expect(isThere({ kind: "silent", halted: false })).toBe(true);
  });

  it("is stopped when nobody has the port, and found anew when another process takes it", async () => {
    const { child, ports } = await start("node0");
    expect(await nodeState(place("node0", ports))).toMatchObject({ kind: "running" });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await nodeState(place("node0", ports))).toEqual({ kind: "stopped" });
    const again = await start("node0");
    expect(await nodeState(place("node0", again.ports))).toMatchObject({ kind: "running", pid: again.child.pid });
  });
});

describe("who listens, where the system does not tell", () => {
  const probes = (listens: boolean) => ({
    holder: (host: string, port: number) => portHolder(host, port, "win32"),
    listens: async () => listens,
    answers: async () => true,
  });
  const place = { directory: "/nodes/node0", listens: { host: "127.0.0.1", port: 30300 }, rpc: undefined };

  it("is said to be unsure", async () => {
    expect(await nodeState(place, probes(true))).toEqual({ kind: "running", sure: false });
    expect(await nodeState(place, probes(false))).toEqual({ kind: "stopped" });
  });
});

describe("what the system's tables say", () => {
  const line = (address: string, state: string, inode: number): string =>
    `   0: ${address}:765C 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0 100 0 0 10 0`;
  const table = [
    line("0100007F", "0A", 11),
    line("00000000", "0A", 12),
    line("0200007F", "0A", 13),
    line("0100007F", "01", 14),
  ].join("\n");

  it("names the sockets that listen on the port of that address or of all", () => {
    expect(listeningSockets(table, "127.0.0.1", 30300)).toEqual(["11", "12"]);
    expect(listeningSockets(table, "127.0.0.2", 30300)).toEqual(["12", "13"]);
    expect(listeningSockets(table, "127.0.0.1", 30301)).toEqual([]);
    expect(listeningSockets(line("0000000000000000FFFF00000100007F", "0A", 9), "127.0.0.1", 30300)).toEqual(["9"]);
  });

  it("names process and folder in the answer of lsof", () => {
    expect(lsofField("p4711\nfcwd\nn/nodes/node 0\n", "p")).toBe("4711");
    expect(lsofField("p4711\nfcwd\nn/nodes/node 0\n", "n")).toBe("/nodes/node 0");
    expect(lsofField("", "n")).toBeUndefined();
  });

  it("leaves the folder open where the process does not tell", () => {
    expect(nodeDirectoryOf({ pid: 1, program: "x", directory: undefined, words: [], halted: false })).toBeUndefined();
    const words = ["../fisco-bcos", "--config", "/n/node3/config.ini"];
    expect(nodeDirectoryOf({ pid: 1, program: "x", directory: "/n", words, halted: false })).toBe(resolve("/n/node3"));
  });
});
