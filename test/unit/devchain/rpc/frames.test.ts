// The frame protocol where clients do not keep to it: handshakes, subscriptions, AMOP (docs/protocol/websocket.md).
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { encodeFrame, type Frame, packetType, readFrame } from "../../../../src/chain/frame/frame";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";

type Json = Record<string, unknown>;

let chain: DevChain;
let contract: string;
const logs = "600f80600b6000396000f336600060003760026001366000a200";
const topic = (digit: number): string => String(digit).padStart(64, "0");

async function dev<T>(method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0", ...params] });
  const response = await fetch(chain.url, { method: "POST", body });
  return ((await response.json()) as { result: T }).result;
}

beforeAll(async () => {
  chain = await startDevChain({ openDev: true, sealers: 1, observers: 0 });
  const from = chain.accounts[0]?.address;
  const made = await dev<{ contractAddress: string }>("dev_sendTransaction", { from, data: `0x${logs}` });
  contract = made.contractAddress;
  for (let i = 0; i < 3; i++) await dev("dev_sendTransaction", { from, to: contract, data: "0x01" });
});
afterAll(() => chain.close());

type Received = Required<Frame> & { readonly text: string };

/** A client that keeps what comes until a user asks for it. */
class Client {
  readonly socket = new WebSocket(chain.url.replace("http", "ws"));
  readonly #frames: Received[] = [];
  #wake: (() => void) | undefined;
  #seq = 0;

  async open(): Promise<this> {
    this.socket.on("message", (data: Buffer) => {
      const frame = readFrame(data);
      if (typeof frame === "string") throw new Error(frame);
      this.#frames.push({ ...frame, text: Buffer.from(frame.payload).toString() });
      this.#wake?.();
    });
    await new Promise((resolve) => this.socket.once("open", resolve));
    return this;
  }

  /** The next frame that is wanted; the others before it stay. */
  async next(wanted: (frame: Received) => boolean): Promise<Received> {
    for (;;) {
      const at = this.#frames.findIndex(wanted);
      const [frame] = at < 0 ? [] : this.#frames.splice(at, 1);
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  send(type: number, payload: string | Uint8Array, fields: Partial<Frame> = {}): string {
    const seq = `s${this.#seq++}`;
    this.socket.send(encodeFrame({ type, status: 0, seq, payload: Buffer.from(payload), ...fields }));
    return seq;
  }

  async ask(type: number, payload: unknown, fields: Partial<Frame> = {}): Promise<Received> {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    const seq = this.send(type, text, fields);
    return this.next((frame) => frame.seq === (fields.seq ?? seq));
  }

  /** All that comes before the answer to one more request, and so many frames at least. */
  async unasked(min = 0): Promise<readonly Received[]> {
    const body = '{"jsonrpc":"2.0","method":"getBlockNumber","params":[]}';
    await this.ask(packetType.rpcRequest, body);
    while (this.#frames.filter(({ type }) => type !== packetType.blockNotify).length < min)
      await this.ask(packetType.rpcRequest, body);
    return this.#frames.splice(0).filter(({ type }) => type !== packetType.blockNotify);
  }
}

const clients: Client[] = [];
async function client(): Promise<Client> {
  const made = await new Client().open();
  clients.push(made);
  return made;
}
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.terminate();
});

describe("a handshake", () => {
  it("offers what it names, in numbers, and is answered with its own frame", async () => {
    const one = await client();
    const chosen = async (payload: string): Promise<unknown> =>
      (JSON.parse((await one.ask(packetType.handshake, payload)).text) as { protocolVersion: unknown }).protocolVersion;
    expect(await chosen('{"moduleID":2,"minVersion":0,"maxVersion":9}')).toBe(2);
    expect(await chosen('{"minVersion":2,"maxVersion":1,"moduleID":3}')).toBe(1);
    expect(await chosen('{"minVersion":1.9,"maxVersion":true}')).toBe(1);
    expect(await chosen("{}")).toBe(0);
    expect(await chosen("null")).toBe(0);
    const frame = { version: 7, status: -3, ext: 5, seq: "mine" };
    expect(await one.ask(packetType.handshake, "{}", frame)).toMatchObject(frame);
  });

  it("is not answered when it cannot be read, and ends the session when no version is left", async () => {
    const one = await client();
    for (const payload of ["", "[]", '"x"', '{"moduleID":4}', '{"moduleID":-1}', '{"maxVersion":"2"}', '{"a":']) {
      one.send(packetType.handshake, payload);
    }
    expect(await one.unasked()).toEqual([]);
    const closed = new Promise<number>((resolve) => one.socket.once("close", resolve));
    one.send(packetType.handshake, '{"minVersion":3,"maxVersion":5}');
    expect(await closed).toBe(1000);
  });
});

describe("a frame that ends within its seq", () => {
  it("waits for the rest, which the next messages bring", async () => {
    const one = await client();
    const whole = encodeFrame({ type: packetType.handshake, status: 0, seq: "0123456789", payload: Buffer.from("{}") });
    one.socket.send(whole.subarray(0, 12));
    one.socket.send(whole.subarray(12));
    expect(await one.next(({ seq }) => seq === "0123456789")).toMatchObject({ type: packetType.handshake });
  });
});

let tasks = 0;
const subscribe = (params: unknown, rest: object = {}): { id: string; group: string; params: unknown } => ({
  id: `task${tasks++}`,
  group: "group0",
  params,
  ...rest,
});

/** The heights of the logs that a subscription brings, `end` where it is over; or its status when it is not taken. */
async function brings(params: unknown, min = 0): Promise<unknown> {
  const one = await client();
  const answer = await one.ask(packetType.eventSubscribe, subscribe(params));
  const { status, id } = JSON.parse(answer.text) as { status: number; id: string };
  if (status !== 0) return `${status} ${id}`;
  // What is subscribed later looks at its past later.
  const later = subscribe({ fromBlock: 1, toBlock: 1 });
  await one.ask(packetType.eventSubscribe, later);
  await one.next(({ type, text }) => type === packetType.eventPush && text.includes(`"${later.id}"`));
  const pushes = (await one.unasked(min)).map(
    ({ text }) => JSON.parse(text) as { status: number; result?: { blockNumber: number }[] },
  );
  return pushes.map(({ status: done, result }) => (done === 1 ? "end" : result?.[0]?.blockNumber));
}

describe("a subscription", () => {
  it("has the range it names, and ends only after it has begun", async () => {
    expect(await brings({ fromBlock: 1 }, 3)).toEqual([2, 3, 4]);
    expect(await brings({ fromBlock: 2, toBlock: 3 }, 3)).toEqual([2, 3, "end"]);
    expect(await brings({ fromBlock: 0, toBlock: -1 }, 1)).toEqual([4]);
    expect(await brings({ fromBlock: null }, 1)).toEqual([4]);
    expect(await brings({}, 1)).toEqual([4]);
    expect(await brings(null, 1)).toEqual([4]);
    expect(await brings({ fromBlock: 1.9, toBlock: 2.9 }, 2)).toEqual([2, "end"]);
    expect(await brings({ fromBlock: 3, toBlock: 2 }, 0)).toEqual([]);
    expect(await brings({ fromBlock: 2, toBlock: 0 }, 4)).toEqual([2, 3, 4, "end"]);
    expect(await brings({ fromBlock: 9, toBlock: 20 }, 0)).toEqual([]);
  });

  it("wants addresses without prefix, and topics of a list in any case", async () => {
    const all = [2, 3, 4];
    const from = (fields: object): Promise<unknown> => brings({ fromBlock: 1, ...fields });
    expect(await from({ addresses: [contract.replace("0x", "0X")] })).toEqual(all);
    expect(await from({ addresses: [contract.slice(2).toUpperCase()] })).toEqual([]);
    expect(await from({ addresses: contract })).toEqual(all);
    expect(await from({ addresses: [5] })).toEqual([]);
    expect(await from({ topics: [topic(1)] })).toEqual(all);
    expect(await from({ topics: [`0x${topic(1)}`] })).toEqual([]);
    expect(await from({ topics: [[`0x${topic(1)}`, "x"], [topic(2)]] })).toEqual(all);
    expect(await from({ topics: [[`0X${topic(1)}`]] })).toEqual([]);
    expect(await from({ topics: [[], null, [], null, ["x"]] })).toEqual(all);
    for (const topics of [[true], [[null]], [""], [null, null, ["x"]]]) expect(await from({ topics })).toEqual([]);
  });

  it("is refused where a member is of a type that cannot be meant", async () => {
    for (const params of [
      5,
      "x",
      [],
      { fromBlock: "1" },
      { toBlock: {} },
      { fromBlock: 1e30 },
      { addresses: [{}] },
      { addresses: { a: 1 } },
      { topics: [{}] },
      { topics: [[[]]] },
      { topics: [1, 2, 3, 4, {}] },
    ]) {
      expect(await brings(params), JSON.stringify(params)).toBe("-41000 ");
    }
  });

  it("has an id and a group that are text or become it; without a group's name nothing comes", async () => {
    const one = await client();
    const answer = async (request: unknown): Promise<string> =>
      (await one.ask(packetType.eventSubscribe, request)).text;
    expect(await answer({ id: 5, group: "group0", params: {} })).toBe('{"id":"5","status":0}\n');
    expect(await answer({ id: null, group: "none", params: {} })).toBe('{"id":"","status":-41002}\n');
    expect(await answer({ id: "a", group: "", params: {} })).toBe('{"id":"a","status":0}\n');
    expect(await answer({ id: {}, group: "group0", params: {} })).toBe('{"id":"","status":-41000}\n');
    expect(await answer({ id: "b", group: "group0" })).toBe('{"id":"","status":-41000}\n');
    expect(await answer("null")).toBe('{"id":"","status":-41000}\n');
    expect((await one.unasked(1)).map(({ text }) => (JSON.parse(text) as { id: string }).id)).toEqual(["5"]);
  });

  it("is ended by whoever knows its id", async () => {
    const [one, other] = [await client(), await client()];
    await one.ask(packetType.eventSubscribe, { id: "shared", group: "group0", params: { fromBlock: 100 } });
    expect((await other.ask(packetType.eventUnsubscribe, { id: "shared", group: 1 })).text).toBe(
      '{"id":"shared","status":0}\n',
    );
    for (const request of [{ id: "x" }, { group: "x" }, [], "x", { id: {}, group: "" }]) {
      expect((await other.ask(packetType.eventUnsubscribe, request)).text).toBe('{"id":"","status":-41000}\n');
    }
    const again = { id: "shared", group: "group0", params: { fromBlock: 1, toBlock: 2 } };
    await one.ask(packetType.eventSubscribe, again);
    expect(await one.unasked(2)).toHaveLength(2);
  });
});

it("a subscription tells of the blocks that are made after the chain went back", async () => {
  const from = chain.accounts[0]?.address;
  const log = () => dev("dev_sendTransaction", { from, to: contract, data: "0x01" });
  const one = await client();
  /** Heights of the logs that have come; what is subscribed later looks at its past later. */
  const heights = async (): Promise<unknown[]> => {
    const later = subscribe({ fromBlock: 1, toBlock: 1 });
    await one.ask(packetType.eventSubscribe, later);
    await one.next(({ type, text }) => type === packetType.eventPush && text.includes(`"${later.id}"`));
    return (await one.unasked()).map(({ text }) => (JSON.parse(text) as { result: Json[] }).result[0]?.["blockNumber"]);
  };
  const snapshot = await dev<string>("dev_snapshot");
  await one.ask(packetType.eventSubscribe, subscribe({ fromBlock: 5, addresses: [contract] }));
  await one.ask(packetType.eventSubscribe, subscribe({ fromBlock: 6, addresses: [contract] }));
  await log();
  await log();
  expect(await heights()).toEqual([5, 6, 6]);
  await dev("dev_revert", snapshot);
  await log();
  expect(await heights()).toEqual([5]);
  await log();
  expect(await heights()).toEqual([6, 6]);
});

describe("AMOP", () => {
  /** Version, length of the topic (both big-endian), topic, data. */
  const encoded = (topic: string, data: string): Uint8Array =>
    Buffer.from(`\0\0\0\0\0${String.fromCharCode(topic.length)}${topic}${data}`, "latin1");
  const message = (text: string): Uint8Array => encoded("t", text);

  it("asks one listener under a seq of its own, and takes any frame with that for the answer", async () => {
    const [asker, listener] = [await client(), await client()];
    listener.send(packetType.amopSubscribe, '{"topics":["t",5]}');
    await listener.unasked();
    const seq = asker.send(packetType.amopRequest, message("question"), { ext: 3 });
    const asked = await listener.next(({ type }) => type === packetType.amopRequest);
    expect([asked.seq === seq, asked.seq.length, asked.ext]).toEqual([false, 32, 0]);
    expect(asked.text.slice(7)).toBe("question");
    listener.send(0x777, "answer", { seq: asked.seq, status: 4, ext: 2 });
    const answer = await asker.next((frame) => frame.seq === seq);
    expect(answer).toMatchObject({ type: 0x777, status: 4, ext: 2, text: "answer" });
    // a second answer is no one's
    listener.send(packetType.amopResponse, "again", { seq: asked.seq });
    expect(await asker.unasked()).toEqual([]);
  });

  it("says that nobody listens, with a frame of no type", async () => {
    const asker = await client();
    // a topic that no client of the tests before had: the node might not have noticed yet that it left
    asker.send(packetType.amopSubscribe, '{"topics":["u",{}]}');
    const unheard = encoded("u", "x");
    expect(await asker.ask(packetType.amopRequest, Buffer.from(unheard).toString("latin1"))).toMatchObject({
      type: 0,
      status: 3001,
      text: "there has no node subscribe this topic, topic: u",
    });
    asker.send(packetType.amopRequest, Uint8Array.of(0, 0, 0, 0, 0, 9));
    expect(await asker.unasked()).toEqual([]);
  });

  it("gives a broadcast to all that listen as it came, to its sender too", async () => {
    const [sender, listener] = [await client(), await client()];
    for (const each of [sender, listener]) each.send(packetType.amopSubscribe, '{"topics":["t"]}');
    await Promise.all([sender.unasked(), listener.unasked()]);
    const seq = sender.send(packetType.amopBroadcast, message("all"), { ext: 3, version: 2, status: 1 });
    for (const each of [sender, listener]) {
      expect(await each.next((frame) => frame.seq === seq)).toMatchObject({ ext: 3, version: 2, status: 1 });
    }
  });
});
