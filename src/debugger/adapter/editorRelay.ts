import type { RequestOptions, Transport } from "../../chain/client";
import { ChainError, type ChainErrorInit } from "../../chain/errors/chainError";
import { parseExactJson } from "../../chain/transport/exactJson";
import { t } from "../../text/catalogue";
import { CannotDebug } from "../program/cannotDebug";

/** What the adapter asks of the editor: a request of the connection that the editor has, or whether something may begin. */
type Question =
  | { readonly method: string; readonly params: readonly unknown[]; readonly timeoutMs: number | undefined }
  | { readonly lines: readonly string[] };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What the editor answers: the result as JSON text, which keeps large integers, or an error. */
interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: ChainErrorInit;
}

/**
 * Questions to the editor, as events (`chainsideAsk`) that it answers by requests (`chainsideAnswer`): it has the connections with their
 * certificates, and the person who decides. Nothing secret goes this way.
 */
export class EditorRelay {
  readonly #send: (body: object) => void;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #closed = false;

  constructor(send: (body: object) => void) {
    this.#send = send;
  }

  ask(question: Question, signal?: AbortSignal): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted) {
        reject(new CannotDebug(t("Canceled.")));
        return;
      }
      const stop = (): void => this.#settle(id, (each) => each.reject(new CannotDebug(t("Canceled."))));
      signal?.addEventListener("abort", stop, { once: true });
      const done = (): void => signal?.removeEventListener("abort", stop);
      this.#waiting.set(id, {
        resolve: (value) => {
          done();
          resolve(value);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      this.#send({ id, ...question });
    });
  }

  #settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) how(waiting);
  }

  /** Takes an answer of the editor. */
  answer({ id, result, error }: Answer): void {
    this.#settle(Number(id), (waiting) => {
      if (error) waiting.reject(new ChainError(error));
      else waiting.resolve(typeof result === "string" ? parseExactJson(result) : result);
    });
  }

  /** Nobody answers any more. */
  close(): void {
    this.#closed = true;
    for (const id of [...this.#waiting.keys()]) {
      this.#settle(id, (waiting) => waiting.reject(new CannotDebug(t("Canceled."))));
    }
  }
}

/** A transport over the editor's connection. */
export function relayTransport(relay: EditorRelay, label: string): Transport {
  return {
    label,
    request: (method, params, options?: RequestOptions) =>
      relay.ask({ method, params, timeoutMs: options?.timeoutMs }, options?.signal),
    close: async () => undefined,
  };
}
