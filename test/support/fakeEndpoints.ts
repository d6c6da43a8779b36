// Addresses at which nodes of a chain in this process answer, or do not, as a test says.
import type { NodeTransport, RequestOptions } from "../../src/chain/client/client";
import { clientError } from "../../src/errors/clientError";
import type { ConnectionPorts } from "../../src/extension/state/connections/connectionPorts";
import { type Asked, type ChainInProcess, transportTo } from "./chainInProcess";
import type { FakeClock } from "./fakeClock";

/** How an address behaves: it answers, refuses, swallows every packet, or refuses this side's certificate. */
export type Behaviour = "up" | "down" | "silent" | "refuses";

export class FakeEndpoints {
  readonly behaviour = new Map<string, Behaviour>();
  readonly asked: (Asked & { readonly url: string })[] = [];
  /** From which block on an address has another state. */
  readonly forked = new Map<string, number>();
  /** Transports that are open. */
  open = 0;

  constructor(
    private readonly chain: ChainInProcess,
    readonly clock: FakeClock,
  ) {}

  ports(): ConnectionPorts {
    return {
      clock: this.clock,
      openTransport: async (_, url) => this.#transport(url),
      openPush: () => Promise.reject(new Error("no push here")),
      explainFailure: async (_, __, failure) => failure,
    };
  }

  #transport(url: string): NodeTransport {
    const inner = transportTo(this.chain);
    this.open += 1;
    let closed = false;
    const reach = async (method: string, params: readonly unknown[], options?: RequestOptions): Promise<void> => {
      this.asked.push({ url, method, params });
      const behaviour = this.behaviour.get(url) ?? "up";
      if (options?.signal?.aborted) throw clientError("cancelled", { method });
      if (behaviour === "up") return;
      if (behaviour === "down") throw clientError("connectionRefused", { endpoint: url, method });
      if (behaviour === "refuses") throw clientError("tlsWithoutCertificates", { endpoint: url });
      return new Promise((_, reject) => {
        options?.signal?.addEventListener("abort", () => reject(clientError("cancelled", { method })));
        this.clock.after(options?.timeoutMs ?? 10_000, () =>
          reject(clientError("timedOut", { endpoint: url, method })),
        );
      });
    };
    return {
      label: url,
      request: async (method, params, options, isExact) => {
        await reach(method, params, options);
        const honest = await inner.request(method, params, options, isExact);
        const isOther = method === "getBlockByNumber" && Number(params[2]) >= (this.forked.get(url) ?? Infinity);
        return isOther ? { ...(honest as object), stateRoot: `0x${"f".repeat(64)}` } : honest;
      },
      answer: async (method, params, options) => {
        await reach(method, params, options);
        return inner.answer(method, params, options);
      },
      close: async () => {
        if (!closed) this.open -= 1;
        closed = true;
      },
    };
  }
}
