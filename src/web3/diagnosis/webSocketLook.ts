import { WebSocket } from "ws";

/** What the WebSocket of a port is like. */
export interface WebSocketLook {
  /** Answers come as binary frames. */
  readonly binary: boolean;
  readonly newHeads: boolean;
  readonly logs: boolean;
}

/** Asks over a WebSocket for the height and two subscriptions, which end with it; undefined where none opens in time. */
export function lookAtWebSocket(url: string, timeoutMs: number): Promise<WebSocketLook | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, "ws"), { handshakeTimeout: timeoutMs, maxPayload: 1024 * 1024 });
    const answers = new Map<number, boolean>();
    let binary = false;
    const end = (look: WebSocketLook | undefined): void => {
      clearTimeout(timer);
      socket.terminate();
      resolve(look);
    };
    const look = (): WebSocketLook => ({ binary, newHeads: answers.get(2) === true, logs: answers.get(3) === true });
    const timer = setTimeout(() => end(answers.size > 0 ? look() : undefined), timeoutMs);
    socket.on("error", () => end(undefined));
    socket.on("open", () => {
      const asked = [
        ["eth_blockNumber", []],
        ["eth_subscribe", ["newHeads"]],
        ["eth_subscribe", ["logs", {}]],
      ];
      for (const [index, [method, params]] of asked.entries())
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: index + 1, method, params }));
    });
    socket.on("message", (data, isBinary) => {
      binary ||= isBinary;
      try {
        const { id, result } = JSON.parse(String(data)) as { id?: unknown; result?: unknown };
        if (typeof id === "number") answers.set(id, typeof result === "string");
      } catch {
        return; // what is no JSON says nothing
      }
      if (answers.size === 3) end(look());
    });
  });
}
