import { timeZoneNamed, useTimeZone } from "../../text/formats";
import type { Protocol, ToHost, ToPage } from "./messages";

interface HostApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): HostApi;

/** The editor behind the page. VS Code gives it out once. */
export const host: HostApi = acquireVsCodeApi();

/** Why a question has no answer, in words that are ready to be shown. */
export interface Failure {
  readonly message: string;
  readonly advice: string;
}

interface Waiting {
  readonly answer: (value: never) => void;
  readonly failure: (failure: Failure) => void;
  readonly left: () => void;
}

/** How a page speaks with its host. */
export interface Channel<P extends Protocol> {
  /** Asks the host. Of several questions under way each gets its own answer; the number it gives ends it by `cancel`. */
  ask<Name extends keyof P["asks"] & string>(
    name: Name,
    question: P["asks"][Name]["question"],
    answer: (value: P["asks"][Name]["answer"]) => void,
    failure?: (failure: Failure) => void,
    left?: () => void,
  ): number;
  /** The answer is no longer waited for. */
  cancel(id: number): void;
  /** Asks for an early end: what came of it is still heard. */
  stop(id: number): void;
  say<Name extends keyof P["says"] & string>(name: Name, value: P["says"][Name]): void;
}

/** Opens the page's channel: `reported` is called with what the host says by itself. */
export function openChannel<P extends Protocol>(
  reported: {
    readonly [Name in keyof P["tells"]]: (value: P["tells"][Name]) => void;
  },
): Channel<P> {
  // times are those of the person's zone, as the host wrote it into the document
  useTimeZone(timeZoneNamed(document.documentElement.dataset["timeZone"] ?? ""));
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const post = (message: ToHost): void => host.postMessage(message);
  const ignore = (): void => undefined;
  window.addEventListener("message", ({ data: message }: MessageEvent<ToPage>) => {
    if (message.type === "tell") {
      reported[message.name]?.(message.value as never);
      return;
    }
    const waits = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "answer") waits?.answer(message.value as never);
    else if (message.type === "failure") waits?.failure(message);
    else waits?.left();
  });
  post({ type: "ready" });
  return {
    ask(name, question, answer, failure = ignore, left = ignore) {
      last += 1;
      waiting.set(last, { answer, failure, left });
      post({ type: "ask", id: last, name, value: question });
      return last;
    },
    cancel(id) {
      waiting.delete(id);
      post({ type: "cancel", id });
    },
    stop: (id) => post({ type: "cancel", id }),
    say: (name, value) => post({ type: "say", name, value }),
  };
}
