import type { AlertChange } from "../../monitoring/watch/alerts";
import { hourMs, minuteMs } from "../../time/units";
import { pause } from "../../time/waitUntil";
import { isTaken, isWorthATry, type WebhookAnswer, type WebhookCall } from "../watch/webhookCall";
import type { AlertStore, WaitingAlert } from "./alertStore";

const tryMs = 5000;

/** Between two tries: a little longer each time. */
const firstPauseMs = 1000;

const maxPauseMs = 5 * minuteMs;

/** A refusal may be a wrong setting, which is mended; an alert that is refused for so long is given up. */
const givenUpMs = 24 * hourMs;

/** An alert and its end are sent in their order. */
const keyOf = ({ change: { connection = "", finding } }: WaitingAlert): string =>
  JSON.stringify([connection, finding.rule.name, finding.endpoint ?? "", finding.group ?? "", finding.subject]);

interface SinkEvents {
  /** It couldn't be sent just now; said once until one is sent again. */
  readonly failed: (answer: WebhookAnswer) => void;
  readonly sent: (change: AlertChange) => void;
  /** It was given up. */
  readonly lost: (change: AlertChange) => void;
}

/** Sends what waits for a sink, over all connections, in order, and again until the other end has it. */
export class SinkQueue {
  readonly #stop = new AbortController();
  readonly #tries = new Map<WaitingAlert, { count: number; nextMs: number }>();
  /** After a try without an answer, the others wait as long. */
  #restUntilMs = 0;
  #awake: (() => void) | undefined;
  /** There was something new while others were sent. */
  #isWoken = false;
  #failing = false;
  #running: Promise<void> | undefined;
  sent = 0;
  lost = 0;

  constructor(
    readonly name: string,
    private readonly call: Pick<WebhookCall, "post" | "label">,
    private readonly stores: () => readonly AlertStore[],
    private readonly events: SinkEvents,
  ) {}

  get label(): string {
    return this.call.label;
  }

  /** The last try failed. */
  get isFailing(): boolean {
    return this.#failing;
  }

  start(): void {
    this.#running = this.#work();
  }

  /** There may be something to send. */
  wake(): void {
    this.#isWoken = true;
    this.#awake?.();
  }

  /** Ends it; a try that is under way is waited for. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#awake?.();
    await this.#running;
  }

  async #work(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isWoken = false;
      const waitMs = await this.#pass();
      if (this.#stop.signal.aborted) return;
      // what is new while the other end is away waits with the rest
      if (this.#isWoken && this.#restUntilMs <= Date.now()) continue;
      const woken = new AbortController();
      this.#awake = () => woken.abort();
      await pause(waitMs, AbortSignal.any([woken.signal, this.#stop.signal]));
      this.#awake = undefined;
    }
  }

  /** Sends what is due. @returns milliseconds until something may be due again */
  async #pass(): Promise<number> {
    const restMs = this.#restUntilMs - Date.now();
    if (restMs > 0) return restMs;
    const blocked = new Set<string>();
    const all = this.stores().flatMap((store) => store.waitingFor(this.name).map((alert) => ({ store, alert })));
    const known = new Set(all.map(({ alert }) => alert));
    for (const alert of this.#tries.keys()) if (!known.has(alert)) this.#tries.delete(alert);
    for (const { store, alert } of all) {
      if (this.#stop.signal.aborted) return 0;
      const key = keyOf(alert);
      if (blocked.has(key)) continue;
      const tries = this.#tries.get(alert) ?? { count: 0, nextMs: 0 };
      if (tries.nextMs > Date.now()) {
        blocked.add(key);
        continue;
      }
      const answer = await this.#send(store, alert);
      if (answer === "sent") continue;
      blocked.add(key);
      const waitMs = Math.min(maxPauseMs, firstPauseMs * 2 ** tries.count);
      this.#tries.set(alert, { count: tries.count + 1, nextMs: Date.now() + waitMs });
      // where none gets through, the rest needn't be tried
      if (isWorthATry(answer)) {
        this.#restUntilMs = Date.now() + waitMs;
        return waitMs;
      }
    }
    const next = Math.min(...[...this.#tries.values()].map(({ nextMs }) => nextMs - Date.now()), maxPauseMs);
    return Math.max(10, next);
  }

  async #send(store: AlertStore, alert: WaitingAlert): Promise<"sent" | WebhookAnswer> {
    store.begin(alert);
    const answer = await this.call.post(alert.change, AbortSignal.timeout(tryMs), alert.isRepeat);
    if (isTaken(answer)) {
      store.end(alert);
      this.sent += 1;
      this.#failing = false;
      this.events.sent(alert.change);
      return "sent";
    }
    if (Date.now() - alert.change.atMs > givenUpMs) {
      store.end(alert);
      this.lost += 1;
      this.events.lost(alert.change);
      return "sent";
    }
    // without an answer it may have come all the same
    if (answer.status !== undefined) store.notSent(alert);
    if (!this.#failing) this.events.failed(answer);
    this.#failing = true;
    return answer;
  }
}
