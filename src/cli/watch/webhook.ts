import type { AlertChange } from "../../monitoring/watch/alerts";
import { pause } from "../../time/waitUntil";
import { isTaken, isWorthATry, type WebhookAnswer, WebhookCall, type WebhookOptions } from "./webhookCall";
import { alertId } from "./webhookFormats";

/** Alerts that wait to be sent: of more, the oldest are lost. */
const maxWaiting = 1000;

/** How a webhook is called. */
interface Tries {
  readonly timeoutMs: number;
  /** Milliseconds before each further try. */
  readonly pausesMs: readonly number[];
}

const usual: Tries = { timeoutMs: 5000, pausesMs: [1000, 5000] };

/**
 * Sends alerts to an address by POST, one after the other and in their order, while the watch goes on.
 */
export class Webhook {
  readonly #call: WebhookCall;
  readonly #stop = new AbortController();
  readonly #waiting: AlertChange[] = [];
  /** What was sent or waits, by its ID: it isn't sent again. */
  readonly #known = new Set<string>();
  #running: Promise<void> | undefined;

  /**
   * @param onTrouble an alert couldn't be sent; gets what the other end said
   * @param options what the other end is; where its format isn't said, the host tells
   * @throws TypeError for what is no address of HTTP
   */
  constructor(
    address: string,
    private readonly onTrouble: (answer: WebhookAnswer) => void,
    private readonly tries: Tries = usual,
    options: WebhookOptions = {},
  ) {
    this.#call = new WebhookCall(address, options);
  }

  /** For people: scheme, host, and port. */
  get label(): string {
    return this.#call.label;
  }

  /** @param change what is sent, when those before it are; the same beginning or end isn't sent twice */
  send(change: AlertChange): void {
    const id = alertId(change);
    if (this.#known.has(id)) return;
    this.#known.add(id);
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size > 2 * maxWaiting) this.#known.delete(oldest);
    if (this.#waiting.push(change) > maxWaiting) {
      this.#waiting.shift();
      this.onTrouble({ status: undefined });
    }
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  /** Fulfilled when nothing waits any more; after `maxMs` the rest is given up. */
  async close(maxMs: number): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), maxMs);
    await this.#running;
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    for (let change = this.#waiting.shift(); change !== undefined; change = this.#waiting.shift()) {
      const answer = await this.#deliver(change);
      if (!isTaken(answer)) this.onTrouble(answer);
    }
  }

  async #deliver(change: AlertChange): Promise<WebhookAnswer> {
    let answer = await this.#post(change);
    for (const ms of this.tries.pausesMs) {
      if (isTaken(answer) || !isWorthATry(answer) || this.#stop.signal.aborted) break;
      await pause(ms, this.#stop.signal);
      answer = await this.#post(change);
    }
    return answer;
  }

  #post(change: AlertChange): Promise<WebhookAnswer> {
    return this.#call.post(change, AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.tries.timeoutMs)]));
  }
}
