import type { IncomingMessage, ServerResponse } from "node:http";
import { alertText } from "../../../monitoring/watch/alertText";
import { t } from "../../../text/catalogue";
import { dateTimeText } from "../../../text/formats";
import { answerText, bodyOf, cookieOf, isOwnOrigin, redirect } from "../../http/httpServer";
import { type Logins, sessionSeconds } from "../logins";
import type { RunningMonitor } from "../monitor";
import type { MonitoredConnection } from "../monitoredConnection";
import { answerPage, html, type Markup } from "./document";

const cookieName = "chainside_session";

/** Pages for colleagues without an editor. They only show: no page of them signs or writes anything. */
export class MonitorPages {
  /** @param isSecure browsers speak TLS with it, or with the proxy before it */
  constructor(
    private readonly running: () => RunningMonitor,
    private readonly logins: Logins,
    private readonly isSecure: boolean,
  ) {}

  /** @param path of the request, without what follows `?` */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = "GET" } = request;
    if (path === "/login") {
      if (method === "POST") await this.#logIn(request, response);
      else if (method === "GET" || method === "HEAD") this.#loginPage(response, "");
      else answerText(response, 405);
      return;
    }
    const session = cookieOf(request, cookieName);
    if (!this.logins.isLoggedIn(session)) {
      if (method === "GET" && !path.startsWith("/assets/")) redirect(response, "/login");
      else answerText(response, 401);
      return;
    }
    if (path === "/logout") {
      if (method !== "POST" || !isOwnOrigin(request)) return answerText(response, 405);
      this.logins.logOut(session);
      return redirect(response, "/login", { "set-cookie": this.#cookie("", 0) });
    }
    if (path === "/" && method === "GET") return this.#home(response);
    answerText(response, 404);
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
    const body = await bodyOf(request);
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
    const body = html`<header class="bar"><h1>Chainside</h1>
<form method="post" action="/logout"><button class="quiet" type="submit">${t("Log Out")}</button></form></header>
<main>${connections.map((each) => this.#connection(each))}</main>`;
    answerPage(response, "Chainside", ["/assets/monitor.css"], () => body);
  }

  #connection({ name, latest, alerts }: MonitoredConnection): Markup {
    const groups = [...new Set(latest?.groups.map(({ group }) => group) ?? [])];
    return html`<section><h2>${name}</h2>
<p class="muted">${latest ? t("Looked at {0}", dateTimeText(latest.atMs)) : t("Not looked at yet")}</p>
<ul>${groups.map((group) => html`<li>${group}</li>`)}</ul>
<ul class="alerts">${alerts.map(({ sinceMs, finding }) => html`<li>✗ ${alertText(finding)} <span class="muted">${t("since {0}", dateTimeText(sinceMs))}</span></li>`)}</ul>
</section>`;
  }
}
