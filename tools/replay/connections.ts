import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import type { Difference } from "./difference";
import { envelopeOf, type HttpAnswer } from "./httpExchange";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** How long to listen for what was recorded, and for more than that. */
const timeoutMs = 300;

/** What a connection of its own gets for these bytes, and whether the other side closes it. */
async function talk(port: number, data: string): Promise<{ text: string; closedByPeer: boolean }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  let closedByPeer = false;
  socket.on("end", () => {
    closedByPeer = true;
  });
  const closed = once(socket, "close");
  socket.write(Buffer.from(data, "latin1"));
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  socket.destroy();
  return { text: Buffer.concat(chunks).toString("latin1"), closedByPeer };
}

/** Whether the record is one of raw bytes on a port. */
export const isRawTcp = (record: Json): boolean =>
  isObject(record["request"]) && typeof record["request"]["tcp"] === "string";

/** Plays bytes that were written to a port by hand. */
export async function replayRawTcp(port: number, record: Json): Promise<Difference | undefined> {
  const [sent, recorded] = [record["request"] as Json, record["response"] as Json];
  const ours = await talk(port, text(sent["data"]));
  const describe = (answer: string, closed: boolean): string => `${clean(answer)}${closed ? "\n(closed)" : ""}`;
  // only records of a port that sent nothing say whether it closed the connection
  const closes = recorded["closedByPeer"];
  const node = describe(text(recorded["text"]), closes === true);
  const own = describe(ours.text, closes !== undefined && ours.closedByPeer);
  return node === own ? undefined : { name: text(record["name"]), node, ours: own };
}

/** A masked closing frame carries a random mask; some recordings keep it as text, in which it is no longer readable. */
const clean = (answer: string): string => answer.replace(/(?:\x88\x82|\ufffd\ufffd)[\s\S]*$/, "(closing frame)");

/** Whether the record is one of a connection that was kept open. */
export const isKeptAlive = (record: Json): boolean => typeof record["idleBefore"] === "number";

function ask(port: number, agent: Agent, body: string): Promise<HttpAnswer & { localPort: number }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method: "POST", agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          rawHeaders: response.rawHeaders,
          body: Buffer.concat(chunks).toString(),
          localPort: sent.socket?.localPort ?? 0,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Plays requests on one connection; the idle times between them are cut short. */
export async function replayKeptAlive(
  port: number,
  records: readonly Json[],
  before: (height: number) => Promise<void>,
): Promise<(Difference | undefined)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: (Difference | undefined)[] = [];
  let connection: number | undefined;
  for (const record of records) {
    await before(Number(/"result":(\d+)/.exec(text(record["body"]))?.[1] ?? 0));
    await new Promise((resolve) => setTimeout(resolve, Math.min(Number(record["idleBefore"]), 100)));
    const ours = await ask(port, agent, '{"jsonrpc":"2.0","method":"getBlockNumber","params":["group0",""],"id":1}');
    connection ??= ours.localPort;
    const headers = record["rawHeaders"] as string[];
    const node = `${envelopeOf({ status: Number(record["status"]), rawHeaders: headers })} ${text(record["body"])}`;
    const own = `${envelopeOf(ours)} ${ours.body}${ours.localPort === connection ? "" : " (another connection)"}`;
    const name = `after ${record["idleBefore"]} ms on an open connection`;
    outcomes.push(node === own ? undefined : { name, node, ours: own });
  }
  agent.destroy();
  return outcomes;
}
