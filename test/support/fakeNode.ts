import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server whose answers a test decides. `close` ends open connections too. */
export interface FakeNode {
  url: string;
  requests: { method: string; params: unknown[]; id: number }[];
  close(): Promise<void>;
}

export type Answer = (request: FakeNode["requests"][number], response: ServerResponse) => void;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Starts a server on a free port of loopback. */
export async function startFakeNode(answer: Answer): Promise<FakeNode> {
  const requests: FakeNode["requests"] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const parsed = JSON.parse(body) as FakeNode["requests"][number];
      requests.push(parsed);
      answer(parsed, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with results by method name; what is not there is the node's "method not found". */
export function answerWith(results: Readonly<Record<string, unknown>>): Answer {
  return ({ method, id }, response) => {
    const found = Object.hasOwn(results, method);
    const body = found
      ? { id, jsonrpc: "2.0", result: results[method] }
      : { error: { code: -32601, message: "The method does not exist/is not available." }, id, jsonrpc: "2.0" };
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  };
}
