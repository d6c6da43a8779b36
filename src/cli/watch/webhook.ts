import { pause } from "../../time/waitUntil";

/** Alerts that wait to be sent: of more, the oldest are lost. */
const maxWaiting = 1000;

/** How a webhook is called. */
export interface Timeout {
  readonly timeoutMs: number;
  /** Milliseconds before each further try. */
  readonly pausesMs: readonly number[];
}

const usual: Timeout = { timeoutMs: 5000, pausesMs: [1000, 5000] };

/** Whether the same may go well later. */
const isWorthATry = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Sends alerts to an address by POST, one after the other and in their order, while the watch goes on. Of the address, which may hold
 * secrets in any of its parts, nothing is told but scheme, host, and port.
 */
export class Webhook {
  /** For people: scheme, host, and port. */
  readonly label: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #stop = new AbortController();
  readonly #waiting: string[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param onTrouble an alert couldn't be sent; gets the status, or undefined where there was no answer
   * @throws TypeError for what is no address of HTTP
   */
  constructor(
    address: string,
    private readonly onTrouble: (status: number | undefined) => void,
    private readonly timeout: Timeout = usual,
  ) {
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new TypeError("neither http nor https");
    const { username, password, origin } = url;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.label = origin;
    this.#headers = {
      "content-type": "application/json",
      ...(credentials === ":" ? {} : { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    };
    url.username = "";
    url.password = "";
    this.#url = url.href;
  }

  /** @param json what is sent, when those before it are */
  send(json: string): void {
    if (this.#waiting.push(json) > maxWaiting) {
      this.#waiting.shift();
      this.onTrouble(undefined);
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
    for (let json = this.#waiting.shift(); json !== undefined; json = this.#waiting.shift()) {
      const status = await this.#deliver(json);
      if (status === undefined || status < 200 || status > 299) this.onTrouble(status);
    }
  }

  async #deliver(json: string): Promise<number | undefined> {
    let status = await this.#post(json);
    for (const ms of this.timeout.pausesMs) {
      if ((status !== undefined && !isWorthATry(status)) || this.#stop.signal.aborted) break;
      await pause(ms, this.#stop.signal);
      status = await this.#post(json);
    }
    return status;
  }

  async #post(body: string): Promise<number | undefined> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.timeout.timeoutMs)]);
    try {
      // another address than the one that was named gets nothing
      const answer = await fetch(this.#url, {
        method: "POST",
        headers: this.#headers,
        body,
        signal,
        redirect: "manual",
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return undefined; // the words of the error may have the address
    }
  }
}
