import type { AlertChange } from "../../monitoring/watch/alerts";
import { pause } from "../../time/waitUntil";
import {
  alertId,
  formatOfHost,
  isTooMany,
  postedAlert,
  robotCode,
  type WebhookForm,
  type WebhookFormat,
} from "./webhookFormats";

/** What became of a try: the status, undefined where there was no answer; and by which code a robot refuses under HTTP 200. */
export interface WebhookAnswer {
  readonly status: number | undefined;
  readonly code?: number | undefined;
}

/** Whether the other end has the alert. */
export const isTaken = ({ status, code = 0 }: WebhookAnswer): boolean =>
  status !== undefined && status >= 200 && status <= 299 && code === 0;

/** Whether the same may go well later. */
export const isWorthATry = ({ status, code }: WebhookAnswer): boolean =>
  status === undefined || status === 408 || status === 429 || status >= 500 || isTooMany(code);

/** No robot answers with more characters; the rest isn't read. */
const maxAnswer = 16_384;

/** The beginning of an answer. */
async function answerText(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < maxAnswer) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

/** What is said of an address and how it is called; where its format isn't said, the host tells. */
type WebhookOptions = Omit<WebhookForm, "format"> & { readonly format?: WebhookFormat | undefined };

/**
 * An address that takes alerts by POST. Of it, which may hold secrets in any of its parts, nothing is shown but scheme, host, and port.
 */
export class WebhookCall {
  /** For people: scheme, host, and port. */
  readonly label: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #form: WebhookForm;

  /** @throws TypeError for what is no address of HTTP */
  constructor(address: string, options: WebhookOptions = {}) {
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new TypeError("neither http nor https");
    const { username, password, origin } = url;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.label = origin;
    this.#form = { ...options, format: options.format ?? formatOfHost(url.hostname) };
    this.#headers = {
      "content-type": "application/json",
      ...(credentials === ":" ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    };
    url.username = "";
    url.password = "";
    this.#url = url.href;
  }

  /**
   * Posts an alert once, with a signature of now.
   * @param isRepeat it may have come before: a program ended before it heard the answer
   */
  async post(change: AlertChange, signal: AbortSignal, isRepeat = false): Promise<WebhookAnswer> {
    try {
      const { query, body } = postedAlert(change, this.#form, Date.now());
      const url = new URL(this.#url);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      // another address than the one that was named gets nothing
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          ...this.#headers,
          "idempotency-key": alertId(change),
          ...(isRepeat ? { "x-chainside-repeat": "1" } : {}),
        },
        body,
        signal,
        redirect: "manual",
      });
      const text = await answerText(answer);
      return { status: answer.status, code: answer.ok ? robotCode(this.#form.format, text) : 0 };
    } catch {
      return { status: undefined }; // the words of the error may have the address
    }
  }
}

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
