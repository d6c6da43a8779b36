// The host of a page in a browser: what a page says to an editor goes to the monitor by HTTP, and comes back as an editor's answer.
import "../shared/page.css";
import "./monitor.css";
import type { ToHost, ToPage } from "../shared/messages";
import type { BrowserAnswer, BrowserStart } from "./messages";

/** Between two looks at what changed, while the page is seen. */
const refreshMs = { explorer: 5000, charts: 15_000, nodeLogs: 0 } as const;

const description = document.getElementById("browser")?.textContent;
if (description) {
  const { page, base } = JSON.parse(description) as BrowserStart;
  const stateKey = `${base}/${page}`;
  const running = new Map<number, AbortController>();

  const receive = (message: ToPage): void => {
    window.dispatchEvent(new MessageEvent("message", { data: message }));
  };

  const ask = async (message: ToHost & { type: "ask" }): Promise<void> => {
    const { id, name, value } = message;
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const response = await fetch(`${base}/ask/${page}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, value }),
        signal: abort.signal,
      });
      if (response.status === 401) window.location.assign("/login");
      const answer = (await response.json()) as BrowserAnswer;
      receive({ ...answer, id } as ToPage);
    } catch (error) {
      if (abort.signal.aborted) receive({ type: "left", id });
      else
        receive({ type: "failure", id, message: error instanceof Error ? error.message : String(error), advice: "" });
    } finally {
      running.delete(id);
    }
  };

  /** Goes to another page of the connection, with a range of time. */
  const go = (to: BrowserStart["page"], range: unknown): void => {
    const { from, to: until } = (range ?? {}) as { from?: unknown; to?: unknown };
    window.location.assign(`${base}/${to}?from=${String(from)}&to=${String(until)}`);
  };

  const say = ({ name, value }: ToHost & { type: "say" }): void => {
    if (name === "copy") void navigator.clipboard?.writeText(String(value));
    else if (name === "link") {
      const place = `${window.location.origin}${base}/${page}?show=${encodeURIComponent(JSON.stringify(value))}`;
      void navigator.clipboard?.writeText(place);
    } else if (name === "logs") go("nodeLogs", value);
    else if (name === "charts") go("charts", value);
    else if (name === "open") {
      const { file, offset } = value as { file: number; offset: number };
      window.open(`${base}/line?file=${file}&offset=${offset}`, "_blank", "noopener");
    }
  };

  const host = {
    postMessage(message: ToHost): void {
      if (message.type === "ask") void ask(message);
      else if (message.type === "cancel") running.get(message.id)?.abort();
      else if (message.type === "say") say(message);
    },
    getState: (): unknown => JSON.parse(window.sessionStorage.getItem(stateKey) ?? "null") ?? undefined,
    setState: (state: unknown): void => window.sessionStorage.setItem(stateKey, JSON.stringify(state)),
  };
  Object.assign(window, { acquireVsCodeApi: () => host });

  const every = refreshMs[page];
  if (every > 0)
    setInterval(() => {
      if (document.visibilityState !== "visible") return;
      receive({ type: "tell", name: page === "explorer" ? "refresh" : "changed", value: null });
    }, every);
}
