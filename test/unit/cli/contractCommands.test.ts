import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runCall } from "../../../src/cli/commands/call";
import { runDeploy } from "../../../src/cli/commands/deploy";
import { runSend } from "../../../src/cli/commands/send";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import { exportKeyFile } from "../../../src/crypto/keyFiles/exportKeyFile";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { asNode } from "../../support/asNode";
import { writtenLines } from "../../support/commandLine";
import { deployFailing, errorAbi, errorData } from "../../support/failingContract";
import { codeWithinLimit } from "../../support/timeLimits";

const artifact = resolve(import.meta.dirname, "../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");
const password = "open sesame";

interface Outcome {
  code: number;
  out: string;
  err: string;
  json: Record<string, unknown>;
}

describe("contracts on the command line", () => {
  let chain: DevChain;
  let folder: string;
  let key: string;
  let locked: string;
  let address: string;
  const { out, err } = writtenLines();

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0, openDev: true });
    folder = mkdtempSync(join(tmpdir(), "chainside-contract-"));
    const [account] = chain.accounts;
    if (!account) throw new Error("no account");
    const privateKey = Buffer.from(account.privateKey.replace(/^0x/, ""), "hex");
    key = join(folder, "account.pem");
    writeFileSync(key, (await exportKeyFile({ format: "pem", suite: "standard", privateKey })).content);
    locked = join(folder, "account.p12");
    writeFileSync(locked, (await exportKeyFile({ format: "p12", suite: "standard", privateKey, password })).content);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await chain.close();
  });

  async function run(command: (args: readonly string[]) => Promise<number>, ...args: string[]): Promise<Outcome> {
    out.length = 0;
    err.length = 0;
    const code = await command(["--url", chain.url, ...args]);
    const text = out.join("\n");
    const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { code, out: text, err: err.join("\n"), json };
  }
  const item = (id: number): string =>
    `{id: ${id}, name: "茶", owner: 0x00000000000000000000000000000000000000ab, prices: [5, 6]}`;

  it("deploys, sends and calls", async () => {
    const deployed = await run(runDeploy, "--artifact", artifact, "corner shop", "--key", key);
    expect(deployed).toMatchObject({ code: 0, err: "" });
    [address = ""] = deployed.out.split("\n");
    expect(deployed.out).toMatch(/^0x[0-9a-f]{40}\nBlock 1, transaction 0x[0-9a-f]{64}$/);
    // The chain keeps the ABI: no file is needed from here on.
    const sent = await run(runSend, address, "stock", item(7), "--key", key);
    expect(sent.out).toMatch(/^stock\(.*\) → 1\nBlock 2, transaction 0x[0-9a-f]{64}\nStocked\(7, .*\nQuiet\(1\)$/s);
    expect(await run(runCall, address, "label")).toMatchObject({ code: 0, out: "corner shop" });
    expect((await run(runCall, address, "find(uint64)", "7")).out).toContain('"茶"');
    expect((await run(runCall, address, "caller", "--key", key)).out).toBe(chain.accounts[0]?.address);
  });

  it("says it as JSON", async () => {
    const sent = await run(runSend, address, "stock", item(8), "--key", key, "--json");
    expect(sent.json).toMatchObject({
      ok: true,
      operation: "contract send",
      result: {
        blockNumber: 3,
        status: 0,
        from: chain.accounts[0]?.address,
        values: [{ value: "2" }],
        events: [
          { event: { name: "Stocked", arguments: [{ name: "id", value: "8" }, { hashed: true }, {}, {}] } },
          { event: { name: "Quiet" } },
        ],
        moreEvents: false,
      },
    });
    const called = await run(runCall, address, "divide", "--json", "--", "-7", "2");
    expect(called.json).toMatchObject({
      operation: "contract call",
      result: { blockNumber: 3, caller: null, values: [{ name: "quotient", value: "-3" }, { name: "tag" }] },
    });
  });

  it("takes a number below zero for what it is, and a development account by its name", async () => {
    const called = await run(runCall, address, "divide", "-7", "2", "--key", "dev1");
    expect(called).toMatchObject({ code: 0, err: "" });
    expect(called.out).toContain("-3");
    expect((await run(runCall, address, "caller", "--key", "dev1")).out).toBe(chain.accounts[1]?.address);
    const elsewhere = await run(
      runSend,
      "--url",
      "http://10.255.255.1:1",
      "--timeout",
      "50",
      address,
      "count",
      "--key",
      "dev1",
    );
    expect(elsewhere).toMatchObject({ code: 2, err: expect.stringContaining("only on this machine") as string });
  });

  it("takes a development account and a BFS path for their addresses, where an address belongs", async () => {
    const folderOf = join(folder, "Gate.json");
    // What it deploys answers its first argument: CALLDATALOAD(4), MSTORE, RETURN of 32 bytes.
    const bytecode = "0x600b600c600039600b6000f360043560005260206000f3";
    const of = (type: string) => ({ name: `${type}At`, type: "function", inputs: [{ type }], outputs: [{ type }] });
    const abi = [{ type: "constructor", inputs: [{ type: "address" }] }, of("address"), of("bytes32"), of("uint256")];
    writeFileSync(folderOf, JSON.stringify({ contractName: "Gate", abi, bytecode }));
    const second = chain.accounts[1]?.address;
    const deployed = await run(runDeploy, "--artifact", folderOf, "dev1", "--key", "dev0", "--link", "Gate/1");
    expect(deployed).toMatchObject({ code: 0, err: "" });
    const [gate = ""] = deployed.out.split("\n");
    expect((await run(runCall, gate, "addressAt", "dev1")).out).toBe(second);
    expect((await run(runCall, gate, "addressAt", "/apps/Gate/1")).out).toBe(gate);
    expect(await run(runSend, "/apps/Gate/1", "addressAt", "dev1", "--key", "dev0")).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`→ ${second}`)) as string,
    });
    expect(await run(runCall, gate, "addressAt", "/apps/None/1")).toMatchObject({
      code: 2,
      err: expect.stringContaining("/apps/None/1") as string,
    });
    expect((await run(runCall, gate, "addressAt", "devil")).err).toContain("isn't an address");
    expect((await run(runCall, gate, "uint256At", "dev1")).err).toContain("isn't an integer");
  });

  it("says which arguments are wanted", async () => {
    const { err } = await run(runDeploy, "--artifact", artifact, "--key", "dev0");
    expect(err).toContain("arguments for constructor: expected 1, got 0");
    expect(err).toContain("(string initialLabel)");
  });

  it("takes call data as it is", async () => {
    const { contractInterface } = await import("../../../src/chain/abi/contractInterface");
    const { standardSuite } = await import("../../../src/crypto/suites");
    const abi = [{ type: "function", name: "setLabel", inputs: [{ name: "x", type: "string" }] }];
    const data = contractInterface(abi, standardSuite).encodeCall("setLabel", ["by data"]);
    expect(await run(runSend, address, "--data", data, "--key", key)).toMatchObject({ code: 0 });
    expect((await run(runCall, address, "label")).out).toBe("by data");
    expect(await run(runSend, address, "--data", "0x123", "--key", key)).toMatchObject({ code: 2 });
    const read = contractInterface(
      [
        { type: "function", name: "count" },
        { type: "function", name: "broken" },
      ],
      standardSuite,
    );
    expect((await run(runCall, address, "--data", read.encodeCall("count"))).out).toBe(`0x${"2".padStart(64, "0")}`);
    expect((await run(runCall, address, "--data", read.encodeCall("broken"), "--key", key)).code).toBe(1);
  });

  it("tells why a transaction failed", async () => {
    const plain = await run(runSend, address, "setLabel", "", "--key", key);
    expect(plain).toMatchObject({ code: 1, out: "" });
    expect(plain.err).toContain("a label is needed");
    const json = await run(runSend, address, "setLabel", "", "--key", key, "--json");
    expect(json).toMatchObject({
      code: 1,
      err: "",
      json: { ok: false, operation: "contract send", error: { kind: "execution", code: 16 } },
    });
    expect((await run(runCall, address, "find(uint64)", "99")).err).toContain("OutOfStock");
  });

  it("opens a key file with a password from the environment, and says nothing of either", async () => {
    vi.stubEnv("SHOP_PASSWORD", password);
    const options = ["--key", locked, "--password-env", "SHOP_PASSWORD"];
    const opened = await run(runSend, address, "setLabel", "new", ...options);
    expect(opened).toMatchObject({ code: 0, err: "" });
    vi.stubEnv("SHOP_PASSWORD", "wrong");
    const refused = await run(runSend, address, "setLabel", "new", ...options);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/password/i);
    vi.stubEnv("CHAINSIDE_PASSWORD", password);
    expect(await run(runSend, address, "setLabel", "newer", "--key", locked)).toMatchObject({ code: 0 });
    for (const text of [opened.out, refused.err]) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(chain.accounts[0]?.privateKey.replace(/^0x/, ""));
    }
  });

  it("refuses a command line that does not say enough", async () => {
    const cases: [(args: readonly string[]) => Promise<number>, string[], RegExp][] = [
      [runSend, [], /specify the contract/],
      [runSend, ["0x01", "--key", "k"], /specify the function/],
      [runSend, ["0x01", "f", "--data", "0x", "--key", "k"], /replaces the function/],
      [runSend, ["0x01", "f"], /--key/],
      [runSend, ["0x01", "f", "--library", "A=0x01", "--key", "k"], /unknown option --library/],
      [runCall, ["0x01"], /specify the function/],
      [runCall, ["0x01", "f", "--value", "1"], /unknown option --value/],
      [runDeploy, ["--key", "k"], /--artifact/],
      [runDeploy, ["--artifact", artifact], /--key/],
      [runDeploy, ["--artifact", artifact, "--key", "k", "--timeout", "soon"], /--timeout must be an integer/],
    ];
    for (const [command, args, words] of cases) {
      const { code, err } = await run(command, ...args);
      expect([code, err.split("\n")[0]]).toEqual([2, expect.stringMatching(words)]);
    }
    expect((await run(runCall, "--help")).out).toContain("usage: chainside call");
  });

  it("says what is missing", async () => {
    const nobody = `0x${"12".repeat(20)}`;
    expect((await run(runCall, nobody, "f")).err).toContain("--abi FILE");
    expect((await run(runCall, nobody, "f", "--json")).json).toMatchObject({ error: { code: "noAbi" } });
    expect((await run(runSend, address, "stock", item(1), "--key", join(folder, "none.pem"))).err).toContain(
      "none.pem",
    );
    expect((await run(runDeploy, "--artifact", key, "--key", key)).err).toContain("isn't a compiled contract");
    expect((await run(runSend, address, "stock", "--key", key)).err).toContain("expected 1, got");
    expect((await run(runSend, address, "find", "1", "--key", key, "--abi", artifact)).err).toMatch(/find\(uint64\)/);
  });

  it("shows what it comes to and asks on a chain of nodes, and where the connection asks; an embedded chain is free for its accounts", async () => {
    const node = await asNode(chain.url);
    const { url } = node;
    const height = async (): Promise<string> =>
      (await run(runCall, address, "label", "--json")).json["result"] as string;
    const before = await height();
    const deployment = ["--artifact", artifact, "corner shop", "--link", "Asked/1"];
    const steps: [(args: readonly string[]) => Promise<number>, string[], RegExp][] = [
      [runSend, [address, "setLabel", "asked"], /^Call setLabel of 0x\w{40}, as\s+0x.*Signed by.*setLabel\("asked"\)/s],
      [runSend, [address, "--data", "0x12345678"], /^Send call data to 0x\w{40}, as\s+0x.*0x12345678/s],
      [runDeploy, deployment, /^Deploy .*2 transactions.*Constructor: Kiosk\("corner shop"\)/s],
    ];
    for (const [command, args, shown] of steps) {
      const asked = await run(command, "--url", url, ...args, "--key", "dev0");
      expect(asked).toMatchObject({ code: 2, out: "", err: expect.stringMatching(shown) as string });
      expect(asked.err).toContain("Specify --yes where no one can be asked");
      const program = await run(command, "--url", url, ...args, "--key", "dev0", "--json");
      expect(program).toMatchObject({ code: 2, json: { ok: false, error: { code: "consentNeeded" }, preview: {} } });
    }
    const tried = await run(runSend, "--url", url, address, "setLabel", "", "--key", "dev0", "--dry-run");
    // without a signature the contract sees no sender: that it would fail isn't sure
    const untried = expect.stringContaining("Can't be tried without a signature") as string;
    expect(tried).toMatchObject({ code: 3, err: "", out: untried });
    expect((await run(runSend, address, "setLabel", "x", "--key", "dev0", "--dry-run", "--json")).json).toMatchObject({
      ok: true,
      preview: { title: `Call setLabel of ${address}`, dryRun: { outcome: "success" } },
    });
    vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
    const profile = (name: string, access: string) => ({ name, endpoints: [chain.url], access });
    writeFileSync(
      join(folder, "connections.json"),
      JSON.stringify([profile("asks", "confirm"), profile("locked", "readOnly")]),
    );
    const named = async (name: string): Promise<[number, string]> => {
      out.length = 0;
      err.length = 0;
      return [await runSend([address, "setLabel", "x", "--key", "dev0", "--connection", name]), err.join("\n")];
    };
    expect(await named("asks")).toEqual([2, expect.stringContaining("--yes")]);
    expect(await named("locked")).toEqual([2, expect.stringContaining("locked")]);
    // what says that it is an embedded chain gets no signature of a user's own key
    const own = join(folder, "own.pem");
    const privateKey = Buffer.alloc(32, 7);
    writeFileSync(own, (await exportKeyFile({ format: "pem", suite: "standard", privateKey })).content);
    const asOwner = await run(runSend, address, "setLabel", "x", "--key", own);
    expect(asOwner).toMatchObject({ code: 2, out: "", err: expect.stringContaining("Specify --yes") as string });
    expect(await height()).toEqual(before);
    const agreed = await run(runSend, "--url", url, address, "setLabel", "agreed", "--key", "dev0", "--yes");
    expect(agreed).toMatchObject({ code: 0, err: expect.stringContaining("Signed by") as string });
    expect((await run(runCall, address, "label")).out).toBe("agreed");
    await node.close();
  });

  it("waits no longer than --timeout says when the node takes a transaction and keeps silent", async () => {
    const deployed = await run(runDeploy, "--artifact", artifact, "corner shop", "--key", key, "--json");
    const contract = (deployed.json["result"] as { contractAddress: string }).contractAddress;
    const fault = (method: string, ...params: unknown[]): Promise<Response> =>
      fetch(chain.url, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
    await fault("dev_setFault", "group0", { kind: "wrongAnswer", method: "sendTransaction", silence: true });
    let [message, limit] = ["", 0];
    const send = async (timeoutMs: number): Promise<unknown> => {
      limit = timeoutMs;
      const words = ["setLabel", "late", "--key", key, "--timeout", String(limit), "--json"];
      const { code, json } = await run(runSend, contract, ...words);
      expect(code).toBe(1);
      const error = json["error"] as { code: unknown; message: string };
      message = error.message;
      return error.code;
    };
    // whatever is asked before the transaction is sent may take too long, too
    expect(await codeWithinLimit(send, ["connectTimedOut", "timedOut"])).toBe("transactionUnknown");
    await fault("dev_clearFaults", "group0");
    // what was waited, all in all: one last look behind it is not counted
    expect(message).toMatch(/result of transaction 0x[0-9a-f]{64} is unknown: no receipt within \d+ ms/);
    expect(message).toContain(`within ${limit} ms`);
  });

  it("names the error of a contract behind the one that is called by what the project's folder declares", async () => {
    const session = await openSession(createClient(createHttpTransport({ url: chain.url }), "group0"));
    const signer = privateKeySigner(session.suite, hexToBytes(chain.accounts[0]?.privateKey ?? ""));
    const data = errorData(session, errorAbi("NotEnough", [{ type: "uint256", name: "has" }]), 3n);
    const escrow = await deployFailing(session, signer, data);
    const project = join(folder, "project");
    mkdirSync(join(project, "contracts"), { recursive: true });
    vi.spyOn(process, "cwd").mockReturnValue(project);
    expect((await run(runCall, escrow, "open")).err).toContain("which no known ABI names");
    writeFileSync(join(project, "contracts/Coin.sol"), "error NotEnough(uint has); contract Coin {}");
    expect((await run(runCall, escrow, "open")).err).toContain("NotEnough(has: 3)");
    expect((await run(runSend, escrow, "open", "--key", key)).err).toContain("NotEnough(has: 3)");
    expect((await run(runCall, escrow, "--data", "0x12345678")).err).toContain("NotEnough(has: 3)");
    const failed = await run(runSend, escrow, "open", "--key", key, "--json");
    expect(failed.json).toMatchObject({ error: { message: expect.stringContaining("NotEnough(has: 3)") } });
    await session.client.transport.close();
  });
});
