// What httpPool.ts does, by the browser's own fetch: it keeps connections, checks certificates, and asks nodes for CORS headers itself.
import { utf8Text } from "../../crypto/bytes/binaryText";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { onAbort } from "../../time/onAbort";
import { answerLimit } from "./answerLimits";
import type { Endpoint } from "./endpoint";
import type { HttpCall, HttpPool, HttpPoolOptions } from "./httpPool";

/** Requests of a page to one endpoint. */
class PagePool implements HttpPool {
  readonly #open = new Set<AbortController>();

  constructor(
    readonly endpoint: Endpoint,
    readonly options: HttpPoolOptions,
  ) {}

  async post(call: HttpCall): Promise<string> {
    const { method, timeoutMs, signal } = call;
    const context = { endpoint: this.endpoint.origin, method, timeoutMs };
    if (signal?.aborted) throw clientError("cancelled", context, { cause: signal.reason });
    const controller = new AbortController();
    const end = (error: ChainError): void => controller.abort(error);
    const timer = setTimeout(() => end(clientError("timedOut", context)), timeoutMs);
    const unheard = signal && onAbort(signal, () => end(clientError("cancelled", context, { cause: signal.reason })));
    this.#open.add(controller);
    try {
      return await this.#exchange(call, controller.signal);
    } catch (error) {
      // the reason of what ended it
      if (controller.signal.aborted) throw controller.signal.reason;
      // a browser tells pages nothing but that it failed
      if (error instanceof TypeError) throw clientError("noAnswerInPage", context, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      unheard?.();
      this.#open.delete(controller);
    }
  }

  async #exchange(call: HttpCall, signal: AbortSignal): Promise<string> {
    const { method, body } = call;
    const { devToken, maxAnswerBytes } = this.options;
    const context = { endpoint: this.endpoint.origin, method };
    const isShown = devToken !== undefined && method.startsWith("dev_");
    const answer = await fetch(`${this.endpoint.origin}/`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(isShown ? { authorization: `Bearer ${devToken}` } : {}) },
      body,
      signal,
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    const { status } = answer;
    if (status !== 200) {
      const code = status >= 500 || status === 429 ? "nodeUnavailable" : "notANode";
      throw clientError(code, { ...context, found: `HTTP status ${status}`, status });
    }
    return utf8Text(await this.#read(answer, context, answerLimit(method, maxAnswerBytes)));
  }

  async #read(
    answer: Response,
    context: { endpoint: string; method: string },
    limitBytes: number,
  ): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let received = 0;
    const reader = answer.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      received += part.value.length;
      if (received > limitBytes) {
        await reader?.cancel();
        throw clientError("answerTooLarge", { ...context, limitBytes });
      }
      chunks.push(part.value);
    }
    return joinBytes(chunks);
  }

  async close(): Promise<void> {
    for (const controller of this.#open)
      controller.abort(clientError("transportClosed", { endpoint: this.endpoint.origin, method: "close" }));
  }
}

export const openHttpPool = (endpoint: Endpoint, options: HttpPoolOptions): HttpPool => new PagePool(endpoint, options);
