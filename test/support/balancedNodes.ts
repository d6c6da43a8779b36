import { createServer } from "node:http";
import { listening } from "./listening";

interface Request {
  id: number;
  method: string;
  params: unknown[];
}

/**
 * One address that leads to two nodes in turn for each method, as a balancer's does, and takes no WebSocket. The second node is so many
 * blocks behind: it tells lower heights, and does not have the newest blocks.
 */
export async function startBalancer(node: string, behind: number): Promise<{ url: string; close(): Promise<void> }> {
  const turns = new Map<string, number>();
  const ask = async (request: Request): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ ...request, jsonrpc: "2.0" });
    const answer = await fetch(node, { method: "POST", headers: { "content-type": "application/json" }, body });
    return (await answer.json()) as Record<string, unknown>;
  };
  const headOfSecond = async (id: number): Promise<number> =>
    Math.max(0, Number((await ask({ id, method: "getBlockNumber", params: ["group0", ""] }))["result"]) - behind);

  async function bySecond(request: Request): Promise<Record<string, unknown>> {
    const { id, method, params } = request;
    if (method === "getBlockNumber") return { jsonrpc: "2.0", id, result: await headOfSecond(id) };
    if (method === "getBlockByNumber" && Number(params[2]) > (await headOfSecond(id)))
      return { jsonrpc: "2.0", id, error: { code: 3006, message: "GetBlockDataByNumber failed", data: null } };
    return ask(request);
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(parts).toString("utf8")) as Request;
      const turn = turns.get(asked.method) ?? 0;
      turns.set(asked.method, turn + 1);
      (turn % 2 === 0 ? ask(asked) : bySecond(asked))
        .then((answer) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify(answer));
        })
        .catch(() => response.destroy());
    });
  });
  server.on("upgrade", (_, socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
