import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Network } from "../../../src/devchain/nodes/network";
import { answer, type MethodTable } from "../../../src/devchain/rpc/envelope";
import { nodeMethods } from "../../../src/devchain/rpc/node/nodeMethods";
import { devChainSettings } from "../../../src/devchain/settings/options";
import { createNetwork, type DevChain, openPorts } from "../../../src/devchain/startDevChain";

let network: Network;
let methods: MethodTable;
let chain: DevChain;
beforeAll(async () => {
  network = await createNetwork(devChainSettings({ openDev: true, sealers: 1, observers: 0 }));
  methods = nodeMethods(network);
  chain = await openPorts(network);
});
afterAll(() => chain.close());

const names = [
  "getBlockByNumber",
  "getTransaction",
  "call",
  "sendTransaction",
  "getLogs",
  "getCode",
  "getFilterChanges",
];
const wellFormed = (text: string): void => {
  const value = JSON.parse(text) as { result?: unknown; error?: { code: number } };
  expect(Number("result" in value) + Number("error" in value)).toBe(1);
};

test("any text gets one answer of the right form", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.json(), fc.constant('{"jsonrpc":"2.0","method":"call","params":[')),
      async (text) => {
        wellFormed(await answer(text, methods));
      },
    ),
    { numRuns: 200 },
  );
});

test("any parameters of any method get one answer of the right form", async () => {
  const parameter = fc.oneof(
    fc.constant("group0"),
    fc.constant(""),
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`),
    fc.object({ maxDepth: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(parameter, { maxLength: 6 }), async (method, params) => {
      wellFormed(await answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), methods));
    }),
    { numRuns: 200 },
  );
});

const alive = async (): Promise<unknown> => {
  const body = '{"jsonrpc":"2.0","id":5,"method":"getBlockNumber","params":["group0",""]}';
  return (await fetch(chain.url, { method: "POST", body })).json();
};

test("garbage on the wire and in frames harms nobody else", async () => {
  await new Promise<void>((closed) => {
    const socket = connect(chain.port, "127.0.0.1", () => socket.write("no HTTP at all\r\n\r\n"));
    socket.once("close", () => closed());
  });
  for (const bytes of [
    Buffer.alloc(3),
    Buffer.alloc(10, 0xff),
    Buffer.from("0000010200200000", "hex"),
    Buffer.alloc(400, 1),
  ]) {
    const socket = new WebSocket(chain.url.replace("http", "ws"));
    await new Promise((open) => socket.once("open", open));
    socket.send(bytes);
    socket.send(Buffer.concat([Buffer.from("00000102000000000000", "hex"), Buffer.from("{nope")]));
    socket.terminate();
  }
  expect(await alive()).toEqual({ id: 5, jsonrpc: "2.0", result: 0 });
});
