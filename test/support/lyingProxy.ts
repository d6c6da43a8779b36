// An attacker between a client and a node on loopback, who may answer anything over HTTP and has no pushes.
import { createServer } from "node:http";
import { listening } from "./listening";

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** What the liar makes of an answer; an `Error` becomes the node's own error with that text. */
type Answer = (method: string, params: readonly unknown[], honest: Json) => Json | Error;

export interface LyingProxy {
  readonly url: string;
  /** What is said from now on; undefined for the truth. */
  lie: Answer | undefined;
  close(): Promise<void>;
}

interface Reply {
  result?: Json;
  error?: { code: number; message: string };
}

export async function startLyingProxy(node: string): Promise<LyingProxy> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const body = Buffer.concat(parts).toString();
      try {
        const answer = await fetch(node, { method: "POST", headers: { "content-type": "application/json" }, body });
        const reply = (await answer.json()) as Reply;
        const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
        const reported = proxy.lie?.(method, params, structuredClone(reply.result ?? null));
        if (reported instanceof Error) {
          delete reply.result;
          reply.error = { code: -32603, message: reported.message };
        } else if (reported !== undefined && reply.error === undefined) reply.result = reported;
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(reply));
      } catch {
        response.destroy();
      }
    });
  });
  server.on("upgrade", (_, socket) => socket.destroy());
  const proxy: LyingProxy = {
    url: `http://127.0.0.1:${await listening(server)}`,
    lie: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
