// Health, metrics, pages, and settings of `chainside monitor` that change while it runs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { type RequestOptions, request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MonitorService } from "../../src/cli/monitor/service/monitorService";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { createAuthority, createCertificate } from "../support/certificates";
import { until } from "../support/until";

const folder = mkdtempSync(join(tmpdir(), "chainside-pages-"));
const file = join(folder, "m.yaml");
const token = "a token that is long enough";
let chain: DevChain;
let service: MonitorService;
let url = "";
const refused: unknown[] = [];
let reloads = 0;

const settings = (more = ""): string => `
listen: 127.0.0.1:0
interval: 1
page: { token: { env: PAGE_TOKEN } }
connections:
  - name: one
    url: ${chain.url}
    index: { to: one.history.db }
rules:
  - name: down
    down:
  - name: stands
    heightStands: { seconds: 1, evenIdle: true }
${more}`;

type Events = Parameters<typeof MonitorService.start>[2];
const nothing = (): void => undefined;
/** A monitor whose events nothing comes of but these. */
const started = (by: string, events: Partial<Events>): Promise<MonitorService> =>
  MonitorService.start(
    by,
    {},
    {
      ...{ alert: nothing, looked: nothing, sinkFailed: nothing, alertsLost: nothing, indexFailed: nothing },
      ...{ failed: nothing, reloaded: nothing, refused: nothing, listening: nothing, ...events },
    },
  );

beforeAll(async () => {
  chain = await startDevChain({ port: 0, sealers: 4, observers: 0, blockIntervalMs: 0 });
  vi.stubEnv("PAGE_TOKEN", token);
  writeFileSync(file, settings());
  service = await started(file, {
    reloaded: () => {
      reloads += 1;
    },
    refused: (error) => {
      refused.push(error);
    },
    listening: (address) => {
      url = address;
    },
  });
});
afterAll(async () => {
  await service.close();
  await chain.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}${path}`, { headers, redirect: "manual" });
const logIn = (given: string, origin = url): Promise<Response> =>
  fetch(`${url}/login`, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token: given }),
    redirect: "manual",
  });

describe("a monitor", () => {
  it("tells of its health, and of the chain as the exporter does", async () => {
    await until(async () => (await get("/readyz")).status === 200);
    expect((await get("/healthz")).status).toBe(200);
    const text = await (await get("/metrics")).text();
    expect(text).toMatch(/^fisco_bcos_block_height\{connection="one",endpoint="[^"]+",group="group0"\} 0$/m);
    expect(text).toMatch(/^chainside_monitor_settings_refused 0$/m);
    // a key without a value is no error of the node
    expect(text).toMatch(/method="getSystemConfigByKey"/);
    const failures = [...text.matchAll(/^fisco_bcos_rpc_errors_total\{[^}]*kind="(\w+)"/gm)].map(([, kind]) => kind);
    expect(failures.filter((kind) => kind === "rpc")).toEqual([]);
    // a page of another site that names this address as its own gets nothing
    const status = await new Promise((done) =>
      request(`${url}/healthz`, { headers: { host: "evil.example" } }, (response) => done(response.statusCode)).end(),
    );
    expect(status).toBe(403);
  });

  it("opens pages to who has the token, and to no other site", async () => {
    expect((await get("/")).headers.get("location")).toBe("/login");
    expect((await get("/c/one/group0/explorer")).headers.get("location")).toBe("/login");
    // a browser says of a form where it comes from
    const sent = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${url}/login`, { method: "POST", body: new URLSearchParams({ token: "wrong" }), headers });
    const own = await sent({ "sec-fetch-site": "same-origin", origin: "null" });
    expect(await own.text()).toContain("The token is wrong.");
    expect(await (await sent({ "sec-fetch-site": "cross-site" })).text()).not.toContain("The token is wrong.");
    expect((await logIn(token, "http://evil.example")).status).toBe(403);
    expect((await logIn("wrong")).status).toBe(403);
    const opened = await logIn(token);
    const cookie = opened.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^chainside_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    const session = { cookie: cookie.split(";")[0] ?? "" };
    await until(async () => /Height 0 has stood still/.test(await (await get("/", session)).text()));
    const page = await get("/c/one/group0/explorer", session);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; script-src 'nonce-[\w-]+'; connect-src 'self';/);
    const text = await page.text();
    const nonce = /nonce-([\w-]+)/.exec(policy)?.[1] ?? "";
    expect(
      [...text.matchAll(/<script nonce="([^"]+)" src="\/assets\/(?:monitor|explorer)\.js">/g)].map((each) => each[1]),
    ).toEqual([nonce, nonce]);
    const ask = async (body: unknown, origin = url): Promise<Response> =>
      fetch(`${url}/c/one/group0/ask/explorer`, {
        method: "POST",
        headers: { ...session, origin, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const overview = { name: "page", value: { kind: "overview" } };
    expect(await (await ask(overview)).json()).toMatchObject({
      type: "answer",
      value: { kind: "overview", height: 0 },
    });
    expect((await ask(overview, "http://evil.example")).status).toBe(403);
    expect(await (await ask({ name: "part", value: {} })).json()).toMatchObject({ type: "failure" });
    expect((await get("/c/one/group0/other", session)).status).toBe(404);
    expect((await get("/c/two/group0/explorer", session)).status).toBe(404);
    expect((await get("/assets/..%2Fcli.js", session)).status).toBe(404);
    for (let count = 0; count < 3; count++) await logIn("wrong");
    const late = await logIn(token);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("goes on by settings that changed, and by those before where they are wrong", async () => {
    const before = url;
    writeFileSync(file, settings("  - name: wrong\n    lag:\n"));
    await service.reload();
    expect(String(refused)).toContain("lag");
    expect(await (await get("/readyz")).json()).toMatchObject({ ready: true, settings: "refused" });
    writeFileSync(file, settings("  - name: fork\n    fork:\n"));
    await service.reload();
    expect([reloads, url]).toEqual([1, before]);
    await until(async () => ((await (await get("/readyz")).json()) as { settings?: string }).settings === "current");
    // what was seen is taken over: what stood goes on standing, and isn't said anew
    expect(await (await get("/metrics")).text()).toMatch(/^chainside_monitor_alerts\{connection="one"\} 1$/m);
  });
});

describe("a monitor with TLS", () => {
  const authority = createAuthority();
  const { pem, keyPem } = createCertificate(authority, "localhost");
  let secure: MonitorService;
  let port = "";

  beforeAll(async () => {
    const own = join(folder, "tls");
    mkdirSync(own);
    writeFileSync(join(own, "monitor.crt"), pem);
    writeFileSync(join(own, "monitor.key"), keyPem);
    const tls = settings().replace("interval: 1", "interval: 1\ntls: { cert: monitor.crt, key: monitor.key }");
    writeFileSync(join(own, "m.yaml"), tls.replace(/ +index: .*\n/, ""));
    secure = await started(join(own, "m.yaml"), {
      listening: (address) => {
        expect(address).toMatch(/^https:/);
        port = new URL(address).port;
      },
    });
  });
  afterAll(() => secure.close());

  /** Asks as a browser does that trusts the authority, or none of ours. */
  const asked = (path: string, { body, ca = authority.pem, headers }: RequestOptions & { body?: string } = {}) =>
    new Promise<{ status?: number; headers: IncomingHttpHeaders; text: string }>((done, failed) => {
      const options = { host: "127.0.0.1", servername: "localhost", port, path, ca, method: body ? "POST" : "GET" };
      const origin = `https://localhost:${port}`;
      const own = { host: `localhost:${port}`, ...(body ? { origin } : {}), ...headers };
      const type = body ? { "content-type": "application/x-www-form-urlencoded" } : {};
      const sent = secureRequest({ ...options, headers: { ...own, ...type } }, (response) => {
        let text = "";
        response.on("data", (data: Buffer) => {
          text += data.toString();
        });
        response.on("end", () =>
          done({ ...(response.statusCode ? { status: response.statusCode } : {}), headers: response.headers, text }),
        );
      });
      sent.on("error", failed).end(body);
    });
  const form = (given: string): string => new URLSearchParams({ token: given }).toString();

  it("opens pages to who has the token, with a cookie that goes over TLS alone", async () => {
    expect((await asked("/")).headers.location).toBe("/login");
    const wrong = await asked("/login", { body: form("wrong") });
    expect([wrong.status, wrong.headers["set-cookie"]]).toEqual([403, undefined]);
    const opened = await asked("/login", { body: form(token) });
    const [cookie = ""] = opened.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^chainside_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
    const session = { cookie: cookie.split(";")[0] ?? "" };
    await until(async () => (await asked("/readyz")).status === 200);
    const page = await asked("/c/one/group0/explorer", { headers: session });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("/assets/explorer.js")]);
    expect(
      (await asked("/c/one/group0/explorer", { headers: { cookie: "chainside_session=made-up" } })).headers,
    ).toMatchObject({ location: "/login" });
  });

  it("is refused by who doesn't trust its authority, and speaks no plain HTTP", async () => {
    await expect(asked("/", { ca: createAuthority().pem })).rejects.toThrow(/self.signed|unable to/i);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });
});
