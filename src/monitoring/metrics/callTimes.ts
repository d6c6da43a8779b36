import type { Transport } from "../../chain/client/client";
import { isUnsetConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { ChainError } from "../../errors/chainError";
import { metricPrefix } from "./metricNames";
import type { HistogramSample, MetricFamily } from "./metricText";

/** Seconds: a node on the same machine answers in a millisecond, and none is waited for longer than ten seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Methods that are told apart: more than these no exporter asks. */
const maxMethods = 64;

interface MethodTimes {
  readonly counts: number[];
  sum: number;
}

/** Methods by which it is found out whether a node has something: it says by an error of its own that it hasn't. */
const asking: ReadonlySet<string> = new Set(["getBlockByNumber", "getBlockHashByNumber"]);

/** Whether a call failed. A node that says that a key has no value, or that it has no such block, answered what it was asked. */
function isFailure(method: string, error: unknown): boolean {
  return !isUnsetConfig(error) && !(asking.has(method) && error instanceof ChainError && error.kind === "rpc");
}

/** How long a node took to answer, by method, and which calls failed. */
export class CallTimes {
  readonly #times = new Map<string, MethodTimes>();
  readonly #errors = new Map<string, number>();

  #count(method: string, seconds: number): void {
    const known = this.#times.get(method);
    if (!known && this.#times.size >= maxMethods) return;
    const times = known ?? { counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
    const place = bounds.findIndex((bound) => seconds <= bound);
    const bucket = place < 0 ? bounds.length : place;
    times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
    times.sum += seconds;
    this.#times.set(method, times);
  }

  /** The same transport, each of whose calls is measured. */
  measured(transport: Transport): Transport {
    return {
      get label() {
        return transport.label;
      },
      get smSuite() {
        return transport.smSuite;
      },
      request: async (method, params, options, isExact) => {
        const began = performance.now();
        try {
          return await transport.request(method, params, options, isExact);
        } catch (error) {
          const kind = error instanceof ChainError ? error.kind : "other";
          const key = `${method} ${kind}`;
          if (isFailure(method, error) && (this.#errors.has(key) || this.#errors.size < maxMethods))
            this.#errors.set(key, (this.#errors.get(key) ?? 0) + 1);
          throw error;
        } finally {
          this.#count(method, (performance.now() - began) / 1000);
        }
      },
      close: () => transport.close(),
    };
  }

  /** What was measured, of one endpoint. */
  samples(endpoint: string): {
    readonly times: HistogramSample[];
    readonly errors: { labels: Record<string, string>; value: number }[];
  } {
    return {
      times: [...this.#times].map(([method, { counts, sum }]) => ({
        labels: { endpoint, method },
        counts: [...counts],
        sum,
      })),
      errors: [...this.#errors].map(([key, value]) => {
        const [method = "", kind = ""] = key.split(" ");
        return { labels: { endpoint, method, kind }, value };
      }),
    };
  }
}

/** The families of calls over all endpoints. */
export function callFamilies(all: readonly ReturnType<CallTimes["samples"]>[]): MetricFamily[] {
  return [
    {
      name: `${metricPrefix}rpc_request_duration_seconds`,
      help: "How long the node took to answer the exporter's JSON-RPC calls.",
      type: "histogram",
      bounds,
      samples: all.flatMap(({ times }) => times),
    },
    {
      name: `${metricPrefix}rpc_errors`,
      help: "JSON-RPC calls of the exporter that failed, by the kind of failure.",
      type: "counter",
      samples: all.flatMap(({ errors }) => errors),
    },
  ];
}
