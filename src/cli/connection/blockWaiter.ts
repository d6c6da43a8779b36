import type { BlockNotice } from "../../chain/transport/webSocketTransport";
import { type Connection, tlsOf } from "./connectionOptions";

/** How long a node that pushes is believed to have nothing new, and how often another is asked, in milliseconds. */
const quietMs = 10_000;
const pollMs = 1000;

/**
 * Waits for a block that a node pushes, or until the time is over: `pushedMs` where a node pushes, else `askedMs`. What was pushed
 * before is not told again.
 */
export type WaitForPush = (
  isAwaited: (notice: BlockNotice) => boolean,
  limits: { readonly pushedMs: number; readonly askedMs: number },
) => Promise<void>;

/** Listens to the blocks of all groups where a node of the connection pushes them, until the signal. */
export async function pushedBlocks(connection: Connection, signal: AbortSignal): Promise<WaitForPush> {
  const { createWebSocketTransport } = await import("../../chain/transport/webSocketTransport");
  const push = createWebSocketTransport({ url: connection.urls, tls: await tlsOf(connection) });
  // it may have been aborted while files were read
  if (signal.aborted) await push.close();
  else {
    signal.addEventListener("abort", () => void push.close());
    // a node that doesn't push is asked
    push.connect().catch(() => undefined);
  }
  return (isAwaited, { pushedMs, askedMs }) =>
    new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        stop();
        signal.removeEventListener("abort", end);
        done();
      };
      const timer = setTimeout(end, push.state.kind === "connected" ? pushedMs : askedMs);
      const stop = push.onBlock((notice) => {
        if (isAwaited(notice)) end();
      });
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
}

/** Waits for a push of the node where it pushes, else for the next look. */
export async function blockWaiter(connection: Connection, group: string, signal: AbortSignal) {
  const wait = await pushedBlocks(connection, signal);
  return (height: number): Promise<void> =>
    wait((notice) => notice.group === group && notice.number > height, { pushedMs: quietMs, askedMs: pollMs });
}
