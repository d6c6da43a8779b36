import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { listening } from "./listening";

/** An HTTP server whose answers a test decides. `close` ends open connections too. */
export interface FakeNode {
  url: string;
  requests: { method: string; params: unknown[]; id: number }[];
  close(): Promise<void>;
}

export type Answer = (request: FakeNode["requests"][number], response: ServerResponse) => void;

/** The text of a request. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** PEM texts that make the server a TLS port that wants client certificates of the same CA. */
export interface FakeNodeTls {
  ca: string;
  cert: string;
  key: string;
}

/** Starts a server on a free port of loopback. */
export async function startFakeNode(answer: Answer, tls?: FakeNodeTls): Promise<FakeNode> {
  const requests: FakeNode["requests"] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    void readBody(request).then((body) => {
      if (body === "") return void response.end(); // a GET: not what this server is for
      const parsed = JSON.parse(body) as FakeNode["requests"][number];
      requests.push(parsed);
      answer(parsed, response);
    });
  };
  const server = tls
    ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" }, listener)
    : createServer(listener);
  return {
    url: `http${tls ? "s" : ""}://127.0.0.1:${await listening(server)}`,
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
