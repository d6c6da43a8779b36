import { createServer } from "node:http";
import { WebSocket, WebSocketServer } from "ws";
import { listening } from "./listening";

/** What a node was asked through the proxy. */
export interface RecordingProxy {
  readonly url: string;
  /** Methods that were asked, in order, over HTTP and inside WebSocket frames. */
  readonly methods: string[];
  close(): Promise<void>;
}

/** Every JSON-RPC method named in a text: requests, batches, and frames that carry them. */
const methodsIn = (text: string): string[] =>
  [...text.matchAll(/"method"\s*:\s*"([^"]+)"/g)].map(([, method = ""]) => method);

/** Stands before a node on loopback, hands everything on, and writes down which methods were asked. */
export async function startRecordingProxy(node: string): Promise<RecordingProxy> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      methods.push(...methodsIn(body.toString("utf8")));
      fetch(node, { method: request.method ?? "POST", headers: { "content-type": "application/json" }, body })
        .then(async (answer) => {
          response.writeHead(answer.status, { "content-type": "application/json" });
          response.end(Buffer.from(await answer.arrayBuffer()));
        })
        .catch(() => response.destroy());
    });
  });
  const frames = new WebSocketServer({ server });
  frames.on("connection", (client) => {
    const upstream = new WebSocket(node.replace(/^http/, "ws"));
    const waiting: Buffer[] = [];
    upstream.on("open", () => {
      for (const data of waiting.splice(0)) upstream.send(data);
    });
    client.on("message", (data: Buffer) => {
      methods.push(...methodsIn(data.toString("latin1")));
      if (upstream.readyState === WebSocket.OPEN) upstream.send(data);
      else waiting.push(data);
    });
    upstream.on("message", (data: Buffer) => client.send(data));
    upstream.on("close", () => client.close());
    client.on("close", () => upstream.close());
    for (const end of [client, upstream]) end.on("error", () => undefined);
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    methods,
    async close() {
      for (const client of frames.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
