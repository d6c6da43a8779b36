import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Address } from "../../../src/crypto/bytes/hex";
import { type ExtensionApp, extensionApp } from "../../support/extensionApp";
import { done, previewed } from "../../support/operations";

const artifact = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "../../fixtures/workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json"),
    "utf8",
  ),
) as { abi: unknown[]; bytecode: string };

interface Outcome {
  readonly contractAddress: Address;
  readonly transactionHash: string;
  readonly blockNumber: number;
}

describe("contracts, transactions and blocks", () => {
  let on: ExtensionApp;
  let deployed: Outcome;
  beforeAll(async () => {
    on = await extensionApp({ sealers: 4 });
    const given = { code: artifact.bytecode, abi: artifact.abi };
    expect((await previewed(on, "contract deploy", given)).lines[0]).toEqual({
      label: "Constructor",
      value: "constructor()",
    });
    deployed = (await done(on, "contract deploy", given)) as Outcome;
  });
  afterAll(() => on.dispose());

  it("calls and sends with arguments of any form, and tells what came of it", async () => {
    const contract = deployed.contractAddress;
    const preview = await previewed(on, "contract send", { contract, function: "set", arguments: ["hello, chain"] });
    expect(preview.title).toBe(`Call set of ${contract}`);
    expect(preview.lines).toEqual([
      { label: "Function", value: 'set("hello, chain")' },
      { label: "Contract", value: contract },
    ]);
    const sent = await done(on, "contract send", { contract, function: "set", arguments: '["hello, chain"]' });
    expect(sent).toMatchObject({ status: 0, events: [{ event: { name: expect.any(String) } }], moreEvents: false });
    expect(await done(on, "contract call", { contract, function: "get" })).toMatchObject({
      values: [{ type: "string", value: "hello, chain" }],
    });
    await expect(done(on, "contract call", { contract, function: "none" })).rejects.toMatchObject({
      code: "unknownFunction",
    });
    await expect(
      previewed(on, "contract send", { contract: `0x${"ab".repeat(20)}`, function: "set", arguments: "a" }),
    ).rejects.toMatchObject({ code: "noAbi" });
  });

  it("tells functions, events, and code", async () => {
    const contract = deployed.contractAddress;
    const abi = await done(on, "contract abi", { contract });
    expect(abi).toMatchObject({ source: "chain", more: false });
    expect(abi).not.toHaveProperty("abi");
    expect(await done(on, "contract abi", { contract, whole: true })).toHaveProperty("abi.0.type");
    expect(await done(on, "contract code", { contract })).toMatchObject({ data: expect.stringMatching(/^0x60/) });
    expect(await done(on, "contract code", { contract: `0x${"ab".repeat(20)}` })).toBe(null);
  });

  it("shows a transaction with its call, outcome and events", async () => {
    const contract = deployed.contractAddress;
    const sent = (await done(on, "contract send", { contract, function: "set", arguments: "again" })) as Outcome;
    const shown = await done(on, "tx show", { hash: sent.transactionHash, verify: true });
    expect(shown).toMatchObject({
      hash: sent.transactionHash,
      call: { name: "set", arguments: [{ value: "again" }] },
      outcome: { status: 0, blockNumber: sent.blockNumber },
      // Nothing is believed of this chain, so nothing is proven.
      verdicts: { transaction: { verified: false, links: expect.any(Array) } },
    });
    expect(await done(on, "tx receipt", { hash: sent.transactionHash, proof: true })).toMatchObject({ status: 0 });
    expect(await done(on, "tx get", { hash: sent.transactionHash })).toMatchObject({ to: contract });
    await expect(done(on, "tx show", { hash: `0x${"0".repeat(64)}` })).rejects.toMatchObject({ kind: "rpc" });
  });

  it("believes what the person believes of the chain", async () => {
    const { session } = on.group;
    const [operation] = [(await import("../../../src/operations/tx/tx")).txOperations[0]];
    const prepared = operation.prepare(
      {
        session,
        abiOf: (address) => (address === deployed.contractAddress ? { name: "Own", abi: artifact.abi } : undefined),
        trust: async () => {
          throw new Error("asked");
        },
      },
      { hash: deployed.transactionHash as Address, verify: true },
    );
    await expect(prepared.run()).rejects.toThrow("asked");
  });

  it("pages through events and says where to go on", async () => {
    const contract = deployed.contractAddress;
    const first = (await done(on, "events list", { from: 0, contract, limit: 1 })) as {
      events: unknown[];
      next: { from: number; offset: number };
    };
    expect(first.events).toHaveLength(1);
    const rest = (await done(on, "events list", { ...first.next, contract })) as { events: unknown[] };
    const all = (await done(on, "events list", { from: 0, contract })) as { events: unknown[]; next?: unknown };
    expect([...first.events, ...rest.events]).toEqual(all.events);
    expect(all.next).toBeUndefined();
    const { event } = all.events[0] as { event: { name: string; arguments: { type: string }[] } };
    expect(await done(on, "events list", { from: 0, contract, event: event.name })).toEqual(all);
    // a signature says it all, also of a contract that isn't named
    const types = event.arguments.map(({ type }) => type);
    for (const signature of [`${event.name}(${types.join(",")})`, `event ${event.name}(${types.join(" a, ")} b)`])
      expect(await done(on, "events list", { from: 0, event: signature })).toMatchObject({ events: all.events });
    for (const other of ["NoSuchEvent(uint)", "NoSuchEvent(nothing)", "NoSuchEvent"]) {
      const asked = done(on, "events list", { from: 0, contract, event: other });
      await expect(asked, other).rejects.toMatchObject({ code: "wrongParameter" });
    }
    await expect(done(on, "events list", { contract, event: "NoSuchEvent" })).rejects.toMatchObject({
      code: "wrongParameter",
    });
  });

  it("finds blocks by number, hash, and as the latest", async () => {
    const height = await done(on, "block height");
    const latest = (await done(on, "block show", { block: "latest", verify: true })) as {
      header: { hash: string; number: number };
      transactions: string[];
    };
    expect(latest.header.number).toBe(height);
    expect(await done(on, "block hash", { number: latest.header.number })).toBe(latest.header.hash);
    await expect(done(on, "block hash", { number: latest.header.number + 1000 })).rejects.toMatchObject({ code: 3006 });
    expect(await done(on, "block show", { block: latest.header.hash })).toMatchObject({ header: latest.header });
    expect(await done(on, "block header", { block: String(height) })).toEqual(latest.header);
    expect(await done(on, "block show", { block: String(deployed.blockNumber) })).toMatchObject({
      transactions: [deployed.transactionHash],
      transactionCount: 1,
    });
    expect(await done(on, "block show", { block: String(deployed.blockNumber), offset: 1 })).toMatchObject({
      transactions: [],
    });
    await expect(done(on, "block show", { block: "0x12" })).rejects.toThrow("must be a block number");
  });

  it("tells of the group", async () => {
    expect(await done(on, "group list")).toEqual(["group0"]);
    expect(await done(on, "group info")).toMatchObject({ groupID: "group0" });
    expect(await done(on, "group health")).toMatchObject({ stopped: false, unreachable: [], totalWeight: 4 });
    expect(await done(on, "group transactions")).toMatchObject({ failed: 0 });
    for (const verb of ["infos", "node", "peers", "connections", "sync", "consensus", "pbft-view", "pending"])
      expect(await done(on, `group ${verb}`)).toBeDefined();
    expect(await done(on, "node list-candidates")).toEqual([]);
  });

  it("calls any method that changes nothing", async () => {
    expect(await done(on, "rpc call", { method: "getBlockHashByNumber", parameters: "[0]" })).toMatch(/^0x/);
    expect(await done(on, "rpc call", { method: "getPbftView" })).toBeDefined();
    expect(await done(on, "rpc methods")).toContainEqual({
      name: "getBlockByNumber",
      parameters: ["number", "[onlyHeader]", "[onlyTxHash]"],
      since: "3.0.0",
    });
    await expect(done(on, "rpc call", { method: "sendTransaction", parameters: ["0x"] })).rejects.toMatchObject({
      code: "methodChangesChain",
    });
    await expect(done(on, "rpc call", { method: "dev_mine" })).rejects.toMatchObject({ kind: "usage" });
    await expect(done(on, "rpc call", { method: "none" })).rejects.toMatchObject({ code: "unknownMethod" });
  });

  it("lets the chain hash and convert", async () => {
    // The hash of nothing, from the standard's own words for Keccak-256 and SM3.
    expect(await done(on, "crypto hash", { algorithm: "keccak256", data: "0x" })).toBe(
      "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    );
    expect(await done(on, "crypto hash", { algorithm: "sm3", data: "0x" })).toBe(
      "0x1ab21d8355cfa17f8e61194831e81a8f22bec8c728fefb747ed035eb5082aa2b",
    );
    expect(await done(on, "crypto cast", { function: "stringToU256", value: "42" })).toBe("42");
    const word = `0x${"11".repeat(32)}`;
    expect(await done(on, "crypto verify-sm2", { hash: word, publicKey: "0x1122", r: word, s: word })).toMatchObject({
      valid: false,
    });
  });
});
