import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EmbeddedChain } from "../../../../src/extension/state/embeddedChain/embeddedChain";
import { FakeMemory, host } from "../../../support/fakeVscode/fakeHost";
import { listening } from "../../../support/listening";

/** Stands for the chain's process: takes the port, says so, and ends when it is told to. Data named `used` belongs to another process. */
const program = `
import { createServer } from "node:net";
const value = (name) => process.argv[process.argv.indexOf(name) + 1];
const web3 = process.argv.includes("--web3-port") ? Number(value("--web3-port")) : undefined;
const fail = (code) => process.send({ type: "failed", code }, () => process.exit(1));
const server = createServer();
server.on("error", () => fail("portInUse"));
const data = process.argv.includes("--data") ? value("--data") : undefined;
if (data?.includes("used")) fail("dataDirectoryInUse");
else if (web3 === 7) fail("web3PortInUse");
else server.listen(Number(value("--port")), "127.0.0.1", () => {
  const { port } = server.address();
  process.send({ type: "ready", url: "http://127.0.0.1:" + port, port, chainId: data ?? "none", web3Url: value("--web3-port") + " " + value("--fund"), groups: ["group0"], accounts: [], args: process.argv.slice(2) });
});
process.on("message", () => process.exit(0));
`;

describe("the embedded chain's process", () => {
  let folder: string;
  let memory: FakeMemory;
  let chain: EmbeddedChain;
  let taken: Server | undefined;
  const log = { info: () => undefined, warn: () => undefined };
  const made = (data: { folder: string; shared: boolean; takeOver?: () => Promise<void> }): EmbeddedChain =>
    new EmbeddedChain(join(folder, "program.mjs"), data, memory as never, log as never);
  beforeEach(async () => {
    host.reset();
    folder = await mkdtemp(join(tmpdir(), "chainside-process-"));
    await writeFile(join(folder, "program.mjs"), program);
    memory = new FakeMemory();
    chain = made({ folder: join(folder, "own"), shared: false });
  });
  afterEach(async () => {
    await chain.stop();
    taken?.close();
    taken = undefined;
    await rm(folder, { recursive: true });
  });

  it("keeps its blocks and its port without being told to", async () => {
    const first = await chain.start();
    expect(first.chainId.startsWith(join(folder, "own"))).toBe(true);
    expect(chain.isKept).toBe(true);
    await chain.stop();
    chain = made({ folder: join(folder, "own"), shared: false });
    const again = await chain.start();
    expect(again).toMatchObject({ port: first.port, chainId: first.chainId });
  });

  it("is starting from the first moment, while what was kept elsewhere is still being moved", async () => {
    let moved = (): void => undefined;
    const takeOver = (): Promise<void> =>
      new Promise((resolve) => {
        moved = resolve;
      });
    chain = made({ folder: join(folder, "own"), shared: false, takeOver });
    const started = chain.start();
    expect(chain.state.kind).toBe("starting");
    moved();
    await started;
    expect(chain.state.kind).toBe("running");
  });

  it("takes another port when the one of last time went to somebody else", async () => {
    taken = createServer();
    const port = await listening(taken);
    await memory.update("chainside.embeddedChain.lastPort", port);
    const states = new Set<string>();
    chain.onDidChange(({ kind }) => states.add(kind));
    const { port: given } = await chain.start();
    // never stopped between two tries: anyone who needs the chain waits on
    expect([...states]).toEqual(["starting", "running"]);
    expect(given).not.toBe(port);
    expect(memory.get("chainside.embeddedChain.lastPort")).toBe(given);
  });

  it("runs without keeping its blocks when another window without a folder keeps its own", async () => {
    chain = made({ folder: join(folder, "used"), shared: true });
    expect((await chain.start()).chainId).toBe("none");
    expect(chain.isKept).toBe(false);
  });

  it("opens the port for Ethereum tools that the settings name, with accounts that can pay", async () => {
    expect((await chain.start()).web3Url).not.toMatch(/^\d/);
    await chain.stop();
    host.set("chainside.embeddedChain.web3Port", 8545);
    expect((await chain.start()).web3Url).toBe("8545 10000");
  });

  it("says so when that port is taken, instead of trying for ever", async () => {
    host.set("chainside.embeddedChain.web3Port", 7);
    await expect(chain.start()).rejects.toMatchObject({ code: "embeddedChainFailed" });
    expect(chain.state.kind).toBe("stopped");
  });

  it("keeps nothing where the settings say so", async () => {
    host.set("chainside.embeddedChain.keep", false);
    expect((await chain.start()).chainId).toBe("none");
    expect(chain.isKept).toBe(false);
  });

  it("speaks plainly, TLS or SM TLS as the settings say, and names a client's files", async () => {
    const argsOf = (ready: object): string[] => ("args" in ready ? (ready.args as string[]) : []);
    const plain = await chain.start();
    expect(plain.tls).toBeUndefined();
    expect(argsOf(plain)).not.toContain("--tls");
    await chain.stop();
    const own = join(folder, "own");
    for (const [kind, option, sdk] of [
      ["standard", "--tls", { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" }],
      [
        "sm",
        "--sm-tls",
        { ca: "sm_ca.crt", cert: "sm_sdk.crt", key: "sm_sdk.key", enCert: "sm_ensdk.crt", enKey: "sm_ensdk.key" },
      ],
    ] as const) {
      host.set("chainside.embeddedChain.tls", kind);
      chain = made({ folder: own, shared: false });
      const ready = await chain.start();
      const path = argsOf(ready)[argsOf(ready).indexOf(option) + 1] ?? "";
      expect(path.startsWith(own)).toBe(true);
      expect(ready.tls).toEqual(
        Object.fromEntries(Object.entries(sdk).map(([name, file]) => [name, join(path, "sdk", file)])),
      );
      expect(ready.chainId).toBe(plain.chainId); // the same blocks, whatever the port speaks
      await chain.stop();
    }
  });

  it("keeps the blocks of a chain of the SM suite apart", async () => {
    const standard = await chain.start();
    await chain.stop();
    host.set("chainside.embeddedChain.sm", true);
    const sm = await chain.start();
    expect(sm).toMatchObject({ args: expect.arrayContaining(["--sm"]) });
    expect(sm.chainId).not.toBe(standard.chainId);
  });
});
