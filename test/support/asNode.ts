import { createServer, type Server } from "node:http";

/** An embedded chain as a node: it knows no `dev_` methods. */
export function asNode(url: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString("utf8");
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
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}
