import { type Connection, tlsOf } from "./connectionOptions";

/** How long a node that pushes is believed to have nothing new, and how often another is asked, in milliseconds. */
const quietMs = 10_000;
const pollMs = 1000;

/** Waits for a push of the node where it pushes, else for the next look. */
export async function blockWaiter(connection: Connection, group: string, signal: AbortSignal) {
  const { createWebSocketTransport } = await import("../../chain/transport/webSocketTransport");
  const push = createWebSocketTransport({ url: connection.urls, tls: await tlsOf(connection) });
  signal.addEventListener("abort", () => void push.close());
  // a node that doesn't push is asked
  push.connect().catch(() => undefined);
  return (height: number): Promise<void> =>
    new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        stop();
        signal.removeEventListener("abort", end);
        done();
      };
      const timer = setTimeout(end, push.state.kind === "connected" ? quietMs : pollMs);
      const stop = push.onBlock((notice) => {
        if (notice.group === group && notice.number > height) end();
      });
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
}
