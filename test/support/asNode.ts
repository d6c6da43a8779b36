import { createServer } from "node:http";
import type { ChainClient } from "../../src/chain/client/client";
import { readBody } from "./fakeNode";
import { listening } from "./listening";

/** An embedded chain as a node: it knows no `dev_` methods. */
export async function asNode(url: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const unknown = { jsonrpc: "2.0", id, error: { code: -32601, message: "The method does not exist" } };
    const asked = async (): Promise<string> => (await fetch(url, { method: "POST", body })).text();
    // the chain may end while it is asked: so does the node then
    const answer = method.startsWith("dev_") ? JSON.stringify(unknown) : await asked().catch(() => undefined);
    if (answer === undefined) return void response.destroy();
    response.setHeader("content-type", "application/json");
    response.end(answer);
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A client of an embedded chain that is refused `dev_` methods, as a node does. */
export const withoutDevMethods = (client: ChainClient): ChainClient => ({
  ...client,
  transport: {
    ...client.transport,
    request: (method, params, options) =>
      method.startsWith("dev_")
        ? Promise.reject(new Error("no such method"))
        : client.transport.request(method, params, options),
  },
});
