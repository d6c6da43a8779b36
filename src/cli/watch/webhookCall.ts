import type { AlertChange } from "../../monitoring/watch/alerts";
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
export type WebhookOptions = Omit<WebhookForm, "format"> & { readonly format?: WebhookFormat | undefined };

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
