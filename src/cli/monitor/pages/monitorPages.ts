import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { silentEndpoints } from "../../../chain/health/groupTroubles";
import { gravestFirst, type Story, storyOf } from "../../../chain/health/story";
import { bodyOf } from "../../../http/listening";
import { alertAdvice, alertText } from "../../../monitoring/watch/alertText";
import { chartsTexts } from "../../../pages/charts/chartsTexts";
import { explorerTexts } from "../../../pages/explorer/explorerTexts";
import { logsTexts } from "../../../pages/nodeLogs/logsTexts";
import { t } from "../../../text/catalogue";
import { dateTimeText } from "../../../text/formats";
import { clauses, noted } from "../../../text/joining";
import { jsonLimits, jsonObjectOf, parseBoundedJson } from "../../../text/limits/boundedJson";
import { visibleText } from "../../../text/visibleText";
import type { ExplorerQuestion } from "../../../webview/explorer/messages";
import type { BrowserAnswer, BrowserStart } from "../../../webview/monitor/messages";
import { answer, answerJson, answerText, cookieOf, isOwnOrigin, redirect } from "../../http/httpServer";
import { type Logins, sessionSeconds } from "../logins";
import type { RunningMonitor } from "../monitor";
import type { MonitoredConnection } from "../monitoredConnection";
import { explorerQuestion } from "./explorerHost";
import { answerPage, embedded, html, type Markup } from "./markup";
import { PageHost } from "./pageHost";

/** A form and a question of a page have no more bytes. */
const maxBodyBytes = 65_536;

const cookieName = "chainside_session";

const pages = ["explorer", "charts", "nodeLogs"] as const;

const isPage = (name: string): name is BrowserStart["page"] => (pages as readonly string[]).includes(name);

/** A group of a connection, and what of the path follows it. */
interface Place {
  readonly connection: MonitoredConnection;
  readonly group: string;
  readonly base: string;
  readonly rest: readonly string[];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

const groupsOf = ({ latest }: MonitoredConnection): readonly string[] => [
  ...new Set(latest?.groups.map(({ group }) => group) ?? []),
];

const baseOf = ({ name }: MonitoredConnection, group: string): string =>
  `/c/${encodeURIComponent(name)}/${encodeURIComponent(group)}`;

const joinedTitle = ({ name }: MonitoredConnection, group: string): string => `${name} · ${group}`;

/** What a link names, or the overview. */
function shownFirst(search: URLSearchParams): ExplorerQuestion {
  return explorerQuestion(jsonOf(search.get("show") ?? "")) ?? { kind: "overview" };
}

function jsonOf(text: string): unknown {
  try {
    return parseBoundedJson(text, jsonLimits.plain);
  } catch {
    return undefined;
  }
}

/** Name and value of what a page asks. */
function questionOf(body: string): { readonly name?: string; readonly value?: unknown } {
  const { name, value } = jsonObjectOf(jsonOf(body));
  return typeof name === "string" ? { name, value } : {};
}

/** Where the pages' scripts and styles are: beside the programs of the package. */
const assetsFolder = (): string | undefined =>
  ["./webview", "../webview", "../../../../dist/webview"]
    .map((relative) => fileURLToPath(new URL(relative, import.meta.url)))
    .find((folder) => existsSync(join(folder, "explorer.js")));

async function answerAsset(response: ServerResponse, name: string): Promise<void> {
  const folder = assetsFolder();
  const known = [...pages, "monitor"].flatMap((page) => [`${page}.js`, `${page}.css`]);
  if (folder === undefined || !known.includes(name)) return answerText(response, 404);
  const type = name.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
  answer(response, { type, headers: { "cache-control": "no-cache" } }, await readFile(join(folder, name)));
}

/** The first lines of a connection: what is wrong, since when, and what to do; or that nothing is. */
function connectionStory({ latest, alerts }: MonitoredConnection): Story {
  const [first] = gravestFirst(alerts.map((each) => ({ ...each, kind: each.finding.trouble?.kind })));
  if (first) {
    const more = alerts.length > 1 ? t("and {0} more", alerts.length - 1) : "";
    const since = t("since {0}", dateTimeText(first.sinceMs));
    const headline = noted(alertText(first.finding), clauses([since, more]));
    return { state: "trouble", headline, advice: alertAdvice(first.finding) };
  }
  if (!latest) return { state: "well", headline: t("Not looked at yet"), advice: "" };
  const silent = latest.nodes.filter(({ isUp }) => !isUp).map(({ endpoint }) => endpoint);
  return storyOf(silentEndpoints(silent, latest.nodes.length), t("Nothing is wrong."));
}

/** Pages for colleagues without an editor. They only show: no page of them signs or writes anything. */
export class MonitorPages {
  readonly #host: PageHost;

  /** @param isSecure browsers speak TLS with it, or with the proxy before it */
  constructor(
    private readonly running: () => RunningMonitor,
    private readonly logins: Logins,
    private readonly isSecure: boolean,
  ) {
    this.#host = new PageHost(running);
  }

  /** @param path of the request, without what follows `?` */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = "GET" } = request;
    if (path === "/login") {
      if (method === "POST") await this.#logIn(request, response);
      else if (method === "GET" || method === "HEAD") this.#loginPage(response, "");
      else answerText(response, 405);
      return;
    }
    // scripts and styles tell nothing of a chain, and the login looks like the rest
    if (path.startsWith("/assets/") && method === "GET") return answerAsset(response, path.slice("/assets/".length));
    const session = cookieOf(request, cookieName);
    if (!this.logins.isLoggedIn(session)) {
      if (method === "GET") redirect(response, "/login");
      else answerText(response, 401);
      return;
    }
    if (path === "/logout") {
      if (method !== "POST" || !isOwnOrigin(request)) return answerText(response, 405);
      this.logins.logOut(session);
      return redirect(response, "/login", { "set-cookie": this.#cookie("", 0) });
    }
    if (path === "/" && method === "GET") return this.#home(response);
    const found = this.#placeOf(path);
    if (!found) return answerText(response, 404);
    if (found.rest[0] === "ask" && method === "POST") return this.#ask(request, response, found);
    if (method !== "GET") return answerText(response, 405);
    if (found.rest[0] === "line") return this.#line(request, response, found);
    this.#page(request, response, found);
  }

  async close(): Promise<void> {
    await this.#host.close();
  }

  /** `/c/CONNECTION/GROUP/PAGE`. */
  #placeOf(path: string): Place | undefined {
    const [, first, name, group, ...rest] = path.split("/").map(decoded);
    const connection = this.running().connections.find((each) => each.name === name);
    if (first !== "c" || !connection || group === undefined || !groupsOf(connection).includes(group)) return undefined;
    return { connection, group, base: baseOf(connection, group), rest };
  }

  #page(request: IncomingMessage, response: ServerResponse, { connection, group, base, rest }: Place): void {
    const [page = "", ...more] = rest;
    if (!isPage(page) || more.length > 0) {
      answerText(response, 404);
      return;
    }
    const { searchParams } = new URL(request.url ?? "/", "http://monitor");
    const title = joinedTitle(connection, group);
    const numbers = ["from", "to"].map((name) => Number(searchParams.get(name) ?? Number.NaN));
    const [from, to] = numbers;
    const range = Number.isFinite(from) && Number.isFinite(to) ? { from: Number(from), to: Number(to) } : undefined;
    const start: object =
      page === "explorer"
        ? { groupId: `${connection.name} ${group}`, title, first: shownFirst(searchParams), texts: explorerTexts() }
        : page === "charts"
          ? { groupId: `${connection.name} ${group}`, title, texts: chartsTexts(), ...(range ? { chosen: range } : {}) }
          : { content: { paths: [], title, ...(range ? { range } : {}) }, texts: logsTexts() };
    const browser: BrowserStart = { page, base };
    const body = (nonce: string): Markup => html`${this.#navigation(connection, group)}
<script type="application/json" id="start">${embedded(start)}</script>
<script type="application/json" id="browser">${embedded(browser)}</script>
<script nonce="${nonce}" src="/assets/monitor.js"></script>
<script nonce="${nonce}" src="/assets/${page}.js"></script>`;
    answerPage(response, `${title} – Chainside`, ["/assets/monitor.css", `/assets/${page}.css`], body);
  }

  #navigation(connection?: MonitoredConnection, group = ""): Markup {
    const link = (page: string, label: string): Markup =>
      html`<a href="${`${baseOf(connection as MonitoredConnection, group)}/${page}`}">${label}</a>`;
    const links = connection && [
      link("explorer", t("Explorer")),
      ...(this.#host.hasCharts(connection) ? [link("charts", t("Charts"))] : []),
      ...(this.#host.hasLogs(connection) ? [link("nodeLogs", t("Logs"))] : []),
    ];
    return html`<nav class="monitor"><a href="/">Chainside</a> ${links ?? []}
<form method="post" action="/logout"><button class="quiet" type="submit">${t("Log Out")}</button></form></nav>`;
  }

  async #ask(request: IncomingMessage, response: ServerResponse, { connection, group, rest }: Place): Promise<void> {
    if (!isOwnOrigin(request)) return answerText(response, 403);
    const page = rest[1] ?? "";
    const body = await bodyOf(request, response, maxBodyBytes);
    if (body === undefined) return answerText(response, 413);
    const { name, value } = questionOf(body);
    if (!isPage(page) || name === undefined) return answerText(response, 400);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const { signal } = gone;
    try {
      const found =
        page === "explorer"
          ? await this.#host.explorer(connection, group, name, value, signal)
          : page === "charts"
            ? await this.#host.charts(connection, value, signal)
            : await this.#host.logs(connection, value, signal);
      answerJson(response, { type: "answer", value: found } satisfies BrowserAnswer);
    } catch (error) {
      const { thrownLines } = await import("../../output/showError");
      const [message = "", ...advice] = await thrownLines(error);
      answerJson(response, { type: "failure", message, advice: advice.join(" ") } satisfies BrowserAnswer);
    }
  }

  async #line(request: IncomingMessage, response: ServerResponse, { connection }: Place): Promise<void> {
    const { searchParams } = new URL(request.url ?? "/", "http://monitor");
    const [file, offset] = ["file", "offset"].map((name) => Number(searchParams.get(name) ?? Number.NaN));
    const text = await this.#host.line(connection, file ?? Number.NaN, offset ?? Number.NaN);
    if (text === undefined) answerText(response, 404);
    else answerText(response, 200, visibleText(text));
  }

  #cookie(id: string, seconds: number): string {
    const secure = this.isSecure ? "; Secure" : "";
    return `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
  }

  #loginPage(response: ServerResponse, problem: string, status = 200): void {
    const body = html`<main class="login">
<h1>Chainside</h1>
<form method="post" action="/login">
<label for="token">${t("Access token")}</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button class="primary" type="submit">${t("Log In")}</button>
</form>
${problem === "" ? undefined : html`<p class="problem" role="alert">${problem}</p>`}
<p class="muted">${t("The token is the one that the settings of this monitor name. Pages only show: nothing here signs or writes.")}</p>
</main>`;
    answerPage(response, "Chainside", ["/assets/monitor.css"], () => body, status);
  }

  async #logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnOrigin(request)) return answerText(response, 403);
    const body = await bodyOf(request, response, maxBodyBytes);
    if (body === undefined) return answerText(response, 413);
    const token = new URLSearchParams(body).get("token") ?? "";
    const result = this.logins.logIn(token, request.socket.remoteAddress ?? "");
    if (result.kind === "session")
      return redirect(response, "/", { "set-cookie": this.#cookie(result.id, sessionSeconds) });
    if (result.kind === "wrong") return this.#loginPage(response, t("The token is wrong."), 403);
    response.setHeader("retry-after", String(result.retryAfterSeconds));
    this.#loginPage(response, t("Too many wrong tokens. Try again in {0} s.", result.retryAfterSeconds), 429);
  }

  #home(response: ServerResponse): void {
    const { connections } = this.running();
    const body = html`${this.#navigation()}
<main>${connections.map((each) => this.#connection(each))}</main>`;
    answerPage(response, "Chainside", ["/assets/monitor.css"], () => body);
  }

  #connection(connection: MonitoredConnection): Markup {
    const { name, latest, alerts } = connection;
    const groups = groupsOf(connection);
    const story = connectionStory(connection);
    return html`<section><h2>${name}</h2>
<section class="story ${story.state}"><p class="headline">${story.headline}</p>${story.advice === "" ? undefined : html`<p class="advice">${story.advice}</p>`}</section>
<p class="muted">${latest ? t("Looked at {0}", dateTimeText(latest.atMs)) : t("Not looked at yet")}</p>
<ul>${groups.map((group) => html`<li><a href="${`${baseOf(connection, group)}/explorer`}">${group}</a></li>`)}</ul>
<ul class="alerts">${alerts.map(({ sinceMs, finding }) => html`<li>✗ ${alertText(finding)} <span class="muted">${t("since {0}", dateTimeText(sinceMs))}</span></li>`)}</ul>
</section>`;
  }
}
