import { WebSocket } from "ws";
import { text } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { isObject } from "../model/values";
import type { PortLook } from "./portLook";

/** What the WebSocket of a port is like. */
interface WebSocketLook {
  /** Answers come as binary frames. */
  readonly binary: boolean;
  readonly newHeads: boolean;
  readonly logs: boolean;
}

/** Asks over a WebSocket for the height and two subscriptions, which end with it; undefined where none opens in time. */
function lookAtWebSocket(url: string, timeoutMs: number): Promise<WebSocketLook | undefined> {
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

async function isProxy(look: PortLook): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "net_version", params: [] });
  const headers = { "content-type": "application/json" };
  const response = await look.fetched({ method: "POST", headers, body });
  return response?.headers.has("chainside-made-up") ?? false;
}

/** @returns whether it is one @throws ChainError where nothing answers */
export async function answersWeb3(look: PortLook): Promise<boolean> {
  const answer = await look.ask("web3_clientVersion");
  if ("result" in answer && typeof answer.result === "string") {
    look.facts.version = shortened(answer.result, 120);
    look.facts.isProxy = await isProxy(look);
    const seen = look.facts.isProxy
      ? text("The proxy for Ethereum's tools answers, in front of {0}", look.facts.version)
      : text("A web3 port answers: {0}", look.facts.version);
    const isNode = look.facts.version.startsWith("FISCO-BCOS");
    look.found("port", isNode ? "fine" : "unknown", { seen });
    return true;
  }
  const groups = await look.result("getGroupList");
  const isNative = isObject(groups) && Array.isArray(groups["groupList"]);
  look.found("port", "failed", {
    seen: isNative
      ? text("The FISCO BCOS interface of a node answers, not its web3 port")
      : text("What answers is neither a web3 port nor a node"),
    consequence: text("No tool of Ethereum works with this address."),
    advice: text(
      "Use listen_port in section [web3_rpc] of config.ini, with enable=true, or put the proxy in front: chainside web3-proxy.",
    ),
  });
  return false;
}

export async function webSocket(look: PortLook): Promise<void> {
  const socket = await lookAtWebSocket(look.options.url, look.options.timeoutMs);
  if (!socket) {
    look.found("webSocket", "differs", {
      seen: text("There is no WebSocket on the port"),
      consequence: text("Tools have to poll."),
      advice: text("Use http:// in tools; nodes have a WebSocket from 3.16 on."),
    });
    return;
  }
  const { binary, newHeads, logs } = socket;
  const fine = !binary && newHeads && logs;
  look.found("webSocket", fine ? "fine" : "differs", {
    seen: fine
      ? text("The WebSocket answers in text, with subscriptions to blocks and logs")
      : binary
        ? logs
          ? text("The WebSocket answers in binary frames, with subscriptions to logs")
          : text("The WebSocket answers in binary frames, without subscriptions to logs")
        : text("The WebSocket answers in text, but not all subscriptions work"),
    ...(fine
      ? {}
      : {
          consequence: text("web3.js ends over it, and events over WebSocket never come."),
          advice: text("Poll over http://, or use the WebSocket of the proxy."),
        }),
  });
}

export async function pages(look: PortLook): Promise<void> {
  const origin = "https://example.com";
  const headers = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type",
  };
  const response = await look.fetched({ method: "OPTIONS", headers });
  const allowed = response?.headers.get("access-control-allow-origin");
  const isOpen = allowed === "*" || allowed === origin;
  look.found("pages", "fine", {
    seen: isOpen ? text("Pages of any origin may ask (CORS)") : text("Pages of other origins may not ask (CORS)"),
    consequence: isOpen
      ? text("Any page in a browser that reaches the port can read from it and send signed transactions.")
      : text("dApps in a browser reach the chain through a wallet alone."),
    advice: isOpen
      ? text("Name the origins in cors_allowed_origins of [web3_rpc].")
      : text("Name the origin: --allow-origin, or cors_allowed_origins in [web3_rpc]."),
  });
}

/** What no port shows. */
export function orderOfTransactions(look: PortLook): void {
  const { isProxy } = look.facts;
  look.found("order", isProxy ? "fine" : "differs", {
    seen: isProxy
      ? text(
          "The proxy passes an account's transactions on in the order of their nonces, each when the one before is in a block",
        )
      : text("A block runs the transactions of one sender in any order, and a hash doesn't promise a receipt"),
    consequence: text("In contracts, block.timestamp is in milliseconds; the port shows seconds."),
    ...(isProxy ? {} : { advice: text("Wait for each receipt (forge script --slow), or put the proxy in front.") }),
  });
}
