// Sealers of one embedded chain behind a path that cuts, delays, answers 5xx, mixes up answers, writes them in another way, and lags.
import type { NodeTransport, RequestOptions, Transport } from "../../src/chain/client/client";
import { decodeAnswer, encodeRequest } from "../../src/chain/transport/envelope";
import { clientError } from "../../src/errors/clientError";
import type { ChainInProcess } from "./chainInProcess";

const faults = [
  "cutBefore",
  "cutAfter",
  "late",
  "lateArrival",
  "gatewayBefore",
  "gatewayAfter",
  "otherAnswer",
  "otherForm",
  "page",
] as const;

/** The share of requests that go wrong, in percent, and how. */
export interface FaultyPath {
  percent: number;
  /** The one way in which they go wrong; without it, any. */
  always?: (typeof faults)[number];
  readonly below: (limit: number) => number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A receipt as no release writes it: what is added or changed, and what can't be read at all. */
function inOtherForm(text: string, below: FaultyPath["below"]): string {
  const answer = JSON.parse(text) as { result?: unknown };
  const { result } = answer;
  if (typeof result !== "object" || result === null) return text.replace('"result"', '"outcome"');
  const changes = [
    { gasUsed: 7, logEntries: null, blobs: [] },
    { status: "0x0" },
    { blockNumber: "latest" },
    { contractAddress: { of: 1 }, output: 3 },
  ];
  return JSON.stringify({ ...answer, result: { ...result, ...changes[below(changes.length)] } });
}

/** One sealer: what it doesn't have yet it doesn't know. */
class Sealer {
  lag = 0;
  readonly #chain: ChainInProcess;
  readonly #nodeId: string;
  readonly #path: FaultyPath;
  #lastId = 0;
  /** An answer of before, by method. */
  readonly #before = new Map<string, string>();

  constructor(chain: ChainInProcess, nodeId: string, path: FaultyPath) {
    this.#chain = chain;
    this.#nodeId = nodeId;
    this.#path = path;
  }

  get #head(): number {
    return Math.max(0, this.#chain.group().blocks.head - this.lag);
  }

  /** What this sealer answers. */
  async #answer(method: string, params: readonly unknown[], id: number): Promise<string> {
    const head = this.#head;
    const text = await this.#chain.answer(encodeRequest(id, method, params));
    const answer = JSON.parse(text) as { result?: unknown };
    const { result } = answer;
    if (method === "getBlockNumber") return JSON.stringify({ ...answer, result: head });
    if (method === "getSyncStatus") {
      const status = JSON.parse(String(result)) as object;
      return JSON.stringify({
        ...answer,
        result: JSON.stringify({ ...status, nodeID: this.#nodeId, blockNumber: head }),
      });
    }
    const block = (result as { blockNumber?: number } | undefined)?.blockNumber ?? 0;
    if (method === "getTransactionReceipt" && block > head)
      return JSON.stringify({ jsonrpc: "2.0", id, error: { code: 3008, message: "GetTransactionReceiptByHash" } });
    return text;
  }

  async #request(method: string, params: readonly unknown[]): Promise<unknown> {
    const { below, percent, always } = this.#path;
    this.#lastId += 1;
    const id = this.#lastId;
    const details = { endpoint: this.#nodeId.slice(0, 8), method, timeoutMs: 1 };
    const fault = below(100) < percent ? (always ?? faults[below(faults.length)]) : undefined;
    if (fault === "cutBefore") throw clientError("connectionLost", details);
    if (fault === "gatewayBefore") throw clientError("nodeUnavailable", { ...details, found: "HTTP status 503" });
    if (fault === "page") return decodeAnswer({ text: "<html>busy</html>", id, endpoint: "proxy" }, method);
    if (fault === "lateArrival") {
      void pause(below(20)).then(() => this.#answer(method, params, id));
      throw clientError("timedOut", details);
    }
    if (fault === "late") {
      void this.#answer(method, params, id);
      throw clientError("timedOut", details);
    }
    // a transaction that waits for its block keeps its sender waiting no longer than a time limit
    const text = await Promise.race([this.#answer(method, params, id), pause(40).then(() => undefined)]);
    if (text === undefined) throw clientError("timedOut", details);
    const before = this.#before.get(method);
    this.#before.set(method, text);
    if (fault === "cutAfter") throw clientError("connectionLost", details);
    if (fault === "gatewayAfter") throw clientError("nodeUnavailable", { ...details, found: "HTTP status 502" });
    if (fault === "otherAnswer" && before) {
      // Half of these gateways number results as they were asked. An error has nothing but its number to be told by: a gateway that
      // gives one transaction's refusal to another with the right number lies in a way that no client can see.
      const other = JSON.parse(before) as { readonly error?: unknown };
      const shown = below(2) === 0 || other.error ? before : JSON.stringify({ ...other, id });
      return decodeAnswer({ text: shown, id, endpoint: "proxy" }, method);
    }
    return decodeAnswer(
      { text: fault === "otherForm" ? inOtherForm(text, below) : text, id, endpoint: "proxy" },
      method,
    );
  }

  readonly transport: Transport = {
    label: "sealer",
    request: (method: string, params: readonly unknown[], options?: RequestOptions) => {
      if (options?.signal?.aborted) return Promise.reject(clientError("cancelled", { method }));
      return this.#request(method, params);
    },
    close: async () => undefined,
  };
}

/** All sealers of a chain as one connection with an endpoint each, of which any one answers. */
export class FaultySealers {
  readonly sealers: readonly Sealer[];
  readonly transport: Pick<NodeTransport, "label" | "request" | "close" | "endpoints">;

  /** @param reachable so many of the sealers have an endpoint */
  constructor(chain: ChainInProcess, path: FaultyPath, reachable: number) {
    const ids = chain.network.nodes.map(({ nodeId }) => nodeId);
    this.sealers = ids.slice(0, reachable).map((id) => new Sealer(chain, id, path));
    const any = (): Transport => (this.sealers[path.below(this.sealers.length)] as Sealer).transport;
    this.transport = {
      label: "sealers",
      request: (...question) => any().request(...question),
      close: async () => undefined,
      endpoints: async () => this.sealers.map(({ transport }) => transport),
    };
  }
}
