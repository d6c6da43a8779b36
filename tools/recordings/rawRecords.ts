import { decodeFrame, encodeFrame, packetType } from "../../src/chain/frame/frame";
import { groupInfoSchema } from "../../src/chain/rpc/groups";
import { connectionError } from "../../src/chain/transport/connectionError";
import {
  blockNotifySchema,
  decodePayload,
  eventAnswerSchema,
  eventPushSchema,
  handshakeSchema,
} from "../../src/chain/transport/webSocketMessages";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { decodeExchange, decodeOne, errorProblem, isObject, type Json, type Outcome, textOf } from "./exchange";
import type { Tally } from "./tally";

/** The HTTP answers in the raw text of a connection. */
function* httpAnswers(text: string): Generator<{ status: number; body: string }> {
  let rest = text;
  while (rest.startsWith("HTTP/")) {
    const head = rest.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(rest.slice(0, head))?.[1] ?? 0);
    yield { status: Number(rest.slice(9, 12)), body: rest.slice(head + 4, head + 4 + length) };
    rest = rest.slice(head + 4 + length);
  }
}

/** Bytes written to a port by hand, and what came back. */
export async function checkRawTcp(record: Json, tally: Tally): Promise<void> {
  const name = textOf(record["name"]);
  const [request, response] = [record["request"], record["response"]];
  if (!isObject(request) || !isObject(response)) return;
  const endpoint = textOf(request["tcp"]);
  const text = textOf(response["text"]);
  const bodies = textOf(request["data"]).match(/\{"jsonrpc".*?"id":\d+\}/g) ?? [];
  let position = 0;
  for (const answer of httpAnswers(text)) {
    const outcomes = await decodeExchange({ name, endpoint, body: bodies[position] ?? "", response: answer });
    for (const { problem } of outcomes) tally.add("(raw TCP)", problem && `${name}: ${problem}`);
    position += 1;
  }
  if (position > 0) return;
  const reset = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  const problem = await errorProblem(await connectionError(reset, { endpoint, method: "(raw)", timeoutMs: 0 }));
  tally.add("(raw TCP)", text === "" ? problem : `${name}: no HTTP answer`);
}

/** A way to open TLS, with what Node said. */
export async function checkTls(record: Json, url: string, tally: Tally): Promise<void> {
  const name = textOf(record["name"]);
  for (const event of (record["events"] as unknown[]) ?? []) {
    if (!isObject(event) || typeof event["error"] !== "string") continue;
    const cause = Object.assign(new Error(event["error"]), { code: event["code"] });
    const error = await connectionError(cause, { endpoint: url, method: "(handshake)", timeoutMs: 0 });
    const problem = error.kind === "tls" ? await errorProblem(error) : `${String(event["code"])} became ${error.kind}`;
    tally.add("(TLS failure)", problem && `${name}: ${problem}`);
  }
  for (const answer of httpAnswers(textOf(record["http"]))) {
    const [outcome] = await decodeExchange({ name, endpoint: url, body: "", response: answer });
    tally.add("(HTTP over TLS)", outcome?.problem && `${name}: ${outcome.problem}`);
  }
}

/** The recorder cut the hex of long messages short, but kept their text. */
function wholePayload(payload: Uint8Array, text: string): Uint8Array {
  const cut = Buffer.from(payload).toString("utf8");
  return text.length > cut.length && text.startsWith(cut) ? Buffer.from(text, "utf8") : payload;
}

const typeNames = new Map<number, string>(Object.entries(packetType).map(([name, type]) => [type, name]));

/** Frames of a WebSocket. Remembers the requests, because RPC answers are tied to them by `seq` only. */
export class FrameReader {
  readonly #requests = new Map<string, { name: string; request: unknown; type: number }>();

  constructor(
    readonly endpoint: string,
    readonly tally: Tally,
  ) {}

  /** Decodes one frame; RPC answers come back as outcomes of their method. */
  async check(record: Json): Promise<Outcome | undefined> {
    const recordedHex = textOf(record["hex"]);
    if (recordedHex === "") return undefined;
    const bytes = hexToBytes(recordedHex);
    const name = textOf(record["name"]);
    if (bytes[0] === 0x7b || bytes[0] === 0x5b) return this.#web3(name, record["dir"] === "out", bytes);
    try {
      const frame = decodeFrame(bytes);
      const same = frame.type === record["type"] && frame.seq === record["seq"] && frame.status === record["status"];
      const round =
        bytesToHexDigits(encodeFrame(frame)).slice(4) === recordedHex.toLowerCase().replace(/^0x/, "").slice(4);
      this.tally.add("(frame)", same && round ? undefined : `${name}: read differently`);
      const whole = { ...frame, payload: wholePayload(frame.payload, textOf(record["payloadText"])) };
      return record["dir"] === "out" ? this.#sent(name, whole) : await this.#received(whole);
    } catch (error) {
      const short = bytes.length < 10 && record["type"] === undefined;
      this.tally.add("(frame)", short ? undefined : `${name}: ${String(error)}`);
      return undefined;
    }
  }

  /** The web3 port speaks JSON-RPC without frames; a frame begins with 0. */
  async #web3(name: string, sent: boolean, bytes: Uint8Array): Promise<Outcome | undefined> {
    const text = Buffer.from(bytes).toString("utf8");
    const json: unknown = JSON.parse(text);
    const id = isObject(json) ? JSON.stringify(json["id"]) : "";
    if (sent) {
      this.#requests.set(id, { name, request: json, type: packetType.rpcRequest });
      return undefined;
    }
    if (isObject(json) && json["method"] === "eth_subscription") {
      this.tally.add("(web3 subscription)", isObject(json["params"]) ? undefined : `${name}: no params`);
      return undefined;
    }
    const asked = this.#requests.get(id);
    return decodeOne(asked?.name ?? name, this.endpoint, asked?.request, text);
  }

  #sent(name: string, frame: ReturnType<typeof decodeFrame>): undefined {
    let request: unknown;
    try {
      request = JSON.parse(Buffer.from(frame.payload).toString("utf8"));
    } catch {
      request = undefined;
    }
    this.#requests.set(frame.seq, { name, request, type: frame.type });
  }

  async #received(frame: ReturnType<typeof decodeFrame>): Promise<Outcome | undefined> {
    const asked = this.#requests.get(frame.seq);
    const context = { endpoint: this.endpoint, method: asked?.name ?? "push" };
    const heading = `(frame ${typeNames.get(frame.type) ?? frame.type})`;
    if (asked?.type === packetType.rpcRequest) {
      return decodeOne(asked.name, this.endpoint, asked.request, Buffer.from(frame.payload).toString("utf8"));
    }
    if (
      frame.type === packetType.amopRequest ||
      frame.type === packetType.amopBroadcast ||
      asked?.type === packetType.amopRequest
    ) {
      this.tally.add(heading, undefined);
      return undefined;
    }
    const schemas = {
      [packetType.handshake]: handshakeSchema,
      [packetType.blockNotify]: blockNotifySchema,
      [packetType.groupNotify]: groupInfoSchema,
      [packetType.eventSubscribe]: eventAnswerSchema,
      [packetType.eventUnsubscribe]: eventAnswerSchema,
      [packetType.eventPush]: eventPushSchema,
    };
    const schema = schemas[frame.type as keyof typeof schemas];
    if (!schema) {
      this.tally.add(heading);
      return undefined;
    }
    try {
      decodePayload<unknown>(schema, frame.payload, context);
      this.tally.add(heading);
    } catch (error) {
      this.tally.add(heading, `${context.method}: ${String(error)}`);
    }
    return undefined;
  }
}
