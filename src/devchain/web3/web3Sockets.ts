import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { RpcError } from "../errors/rpcError";
import type { Group } from "../ledger/group";
import type { BlockRecord } from "../records/blockRecord";
import type { MethodTable } from "../rpc/envelope";
import { writeJson } from "../rpc/jsonText";
import { asText } from "../rpc/wireConversions";
import { answerWeb3 } from "./web3Envelope";
import { blockJson } from "./web3Json";

const maxMessage = 10_240_000;

/** A head as subscribers see it: a block without its transactions. */
function headJson(block: BlockRecord): unknown {
  const { transactions: _transactions, ...head } = blockJson(block, false) as Record<string, unknown>;
  return head;
}

const sendText = (socket: WebSocket, text: string): void => socket.send(Buffer.from(text), { binary: true });

/**
 * JSON-RPC over WebSocket on the web3 port, with subscriptions to new heads (docs/protocol/web3-rpc.md, "WebSocket"): requests are
 * text, answers and pushes binary frames. Only from whom `mayAsk` lets through.
 */
export function attachWeb3Sockets(
  server: Server,
  group: Group,
  methods: MethodTable,
  mayAsk: (request: IncomingMessage) => boolean,
): { close(): void } {
  const sockets = new WebSocketServer({
    server,
    perMessageDeflate: false,
    maxPayload: maxMessage,
    verifyClient: ({ req }, decide) => (mayAsk(req) ? decide(true) : decide(false, 403, "Forbidden")),
  });
  sockets.on("error", () => undefined);
  /** What each open socket has subscribed to. */
  const subscribed = new Map<WebSocket, Set<string>>();
  const onBlock = (block: BlockRecord): void => {
    let result: unknown;
    for (const [socket, subscriptions] of subscribed) {
      for (const subscription of subscriptions) {
        result ??= headJson(block);
        sendText(socket, writeJson({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } }));
      }
    }
  };
  group.on("block", onBlock);
  sockets.on("connection", (socket) => {
    const subscriptions = new Set<string>();
    subscribed.set(socket, subscriptions);
    const client = {
      get gone(): boolean {
        return socket.readyState !== socket.OPEN;
      },
    };
    const own: MethodTable = (method) => {
      if (method === "eth_subscribe") {
        return (p) => {
          if (asText(p.values[0]) !== "newHeads") throw new RpcError(-32600, "Unsupported eth_subscribe method");
          const id = `0x${randomBytes(16).toString("hex")}`;
          subscriptions.add(id);
          return id;
        };
      }
      return method === "eth_unsubscribe" ? (p) => subscriptions.delete(asText(p.values[0])) : methods(method);
    };
    socket.on("close", () => subscribed.delete(socket));
    socket.on("error", () => socket.terminate());
    socket.on("message", (data) => {
      void answerWeb3(String(data), own, group.settings.nodeVersion, client).then(
        (text) => sendText(socket, text),
        () => socket.close(1011),
      );
    });
  });
  return {
    close() {
      group.off("block", onBlock);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
