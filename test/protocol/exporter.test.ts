import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { certificateExpiries } from "../../src/chain/transport/tlsHandshake";
import { serveMetrics } from "../../src/cli/exporter/metricsServer";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { Collector, type Target } from "../../src/monitoring/metrics/collector";
import { metricNames } from "../../src/monitoring/metrics/metricNames";
import { alertRules } from "../../src/monitoring/prometheus/alertRules";
import { dashboard } from "../../src/monitoring/prometheus/dashboard";
import { yamlText } from "../../src/yaml/yamlText";
import { createAuthority, createCertificate } from "../support/certificates";
import { answerWith, startFakeNode } from "../support/fakeNode";
import { freePort } from "../support/ports";
import { until } from "../support/until";

const programOf = (name: string): string | undefined =>
  ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
const promtool = programOf("promtool");
const prometheus = programOf("prometheus");

const folder = mkdtempSync(join(tmpdir(), "chainside-exporter-"));
let chain: DevChain;
let url: string;
const closing: (() => Promise<unknown> | unknown)[] = [];

async function served(targets: readonly Target[], group?: string): Promise<string> {
  const server = await serveMetrics(new Collector(targets, group), "127.0.0.1", 0);
  closing.push(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

const targetOf = (address: string): Target => ({ endpoint: address, transport: createHttpTransport({ url: address }) });
const textOf = async (address: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${address}/metrics`, { headers })).text();
const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1]);

beforeAll(async () => {
  chain = await startDevChain({ port: 0, sealers: 4, observers: 1 });
  url = await served([targetOf(chain.url)]);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await chain.close();
  rmSync(folder, { recursive: true });
});

describe("chainside exporter", () => {
  it("tells of each metric that a chain has, by what the chain says", async () => {
    const absentOf = (answer: string): string[] => {
      const found = answer.matchAll(/^# TYPE fisco_bcos_(\w+?)(?:_total)? (?:gauge|counter)$/gm);
      const reported = new Set([...found].map(([, name]) => name));
      return Object.keys(metricNames).filter((name) => !reported.has(name));
    };
    // the embedded chain speaks no TLS, and one endpoint has no other to be compared with
    const absent = ["certificate_expiry_timestamp_seconds", "chain_forked", "chain_fork_first_block"];
    // what a busy machine doesn't answer in the time of one look is there in a later one
    const text = await until(
      async () => {
        const answer = await textOf(url);
        return absentOf(answer).length <= absent.length && answer;
      },
      () => "metrics stayed away",
    );
    expect(absentOf(text)).toEqual(absent);
    expect(metricOf(text, "fisco_bcos_sealers")).toBe(4);
    expect(metricOf(text, "fisco_bcos_observers")).toBe(1);
    expect(metricOf(text, "fisco_bcos_consensus_weight_needed")).toBeGreaterThan(0);
    expect(text).toMatch(
      /^fisco_bcos_node_info\{endpoint="http:\/\/127\.0\.0\.1:\d+",group="group0",chain="[^"]+",node_id="[0-9a-f]{128}"/m,
    );
    expect(text).toMatch(/^fisco_bcos_system_config\{[^}]*key="tx_count_limit"\} 1000$/m);
    expect(text).toMatch(/^fisco_bcos_rpc_request_duration_seconds_count\{[^}]*method="getSyncStatus"\} \d+$/m);
  });

  it.skipIf(promtool === undefined)("is what promtool wants of metrics, and so are its rules", async () => {
    const text = await textOf(url);
    expect(execFileSync(promtool as string, ["check", "metrics"], { input: text, encoding: "utf8" })).toBe("");
    const rules = join(folder, "rules.yml");
    writeFileSync(rules, yamlText(alertRules()));
    expect(execFileSync(promtool as string, ["check", "rules", rules], { encoding: "utf8" })).toContain("SUCCESS");
  });

  it.skipIf(prometheus === undefined)(
    "is scraped by Prometheus, whose queries of dashboard and rules find something",
    async () => {
      const port = await freePort();
      const rules = join(folder, "alerts.yml");
      writeFileSync(rules, yamlText(alertRules()));
      const config = join(folder, "prometheus.yml");
      writeFileSync(
        config,
        JSON.stringify({
          global: { scrape_interval: "1s", evaluation_interval: "1s" },
          rule_files: [rules],
          scrape_configs: [{ job_name: "chain", static_configs: [{ targets: [new URL(url).host] }] }],
        }),
      );
      const running = spawn(
        prometheus as string,
        [
          `--config.file=${config}`,
          `--storage.tsdb.path=${join(folder, "data")}`,
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { stdio: "ignore" },
      );
      closing.push(() => ended(running));
      const ask = async (query: string): Promise<unknown[]> => {
        const asked = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
        const { data, error } = (await asked.json()) as { data?: { result: unknown[] }; error?: string };
        if (!data) throw new Error(`${query}: ${error}`);
        return data.result;
      };
      const found = (query: string): Promise<unknown> =>
        until(
          async () => (await ask(query).catch(() => [])).length > 0,
          () => `nothing for ${query}`,
        );
      // a rate needs two scrapes
      await found("rate(fisco_bcos_transactions_total[1m])");
      const board = dashboard() as {
        panels: { title: string; targets: { expr: string }[] }[];
      };
      const queries = board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));
      expect(queries.length).toBeGreaterThan(10);
      for (const [title, expr] of queries) {
        if (title.startsWith("Certificates")) continue;
        await found(expr.replaceAll("$endpoint", ".*").replaceAll("$group", ".*").replaceAll("$__rate_interval", "1m"));
      }
      const reported = (await (await fetch(`http://127.0.0.1:${port}/api/v1/rules`)).json()) as {
        data: { groups: { rules: { name: string; lastError?: string }[] }[] };
      };
      const alerts = reported.data.groups.flatMap((group) => group.rules);
      expect(alerts.length).toBeGreaterThan(8);
      expect(alerts.filter(({ lastError }) => lastError)).toEqual([]);
    },
  );

  it("says of a node that doesn't answer that it is down, and of the others what they are", async () => {
    const gone = `http://127.0.0.1:${await freePort()}`;
    const text = await textOf(await served([targetOf(gone), targetOf(chain.url)]));
    expect(text).toContain(`fisco_bcos_up{endpoint="${gone}"} 0\n`);
    expect(text).toContain(`fisco_bcos_up{endpoint="${chain.url}"} 1\n`);
    expect(text).toMatch(/^fisco_bcos_rpc_errors_total\{[^}]*kind="transport"\} 1$/m);
    expect(text.match(/^fisco_bcos_sealers\{/gm)).toHaveLength(1);
  });

  it("says of a group that it doesn't find it", async () => {
    const text = await textOf(await served([targetOf(chain.url)], "group7"));
    expect(text).toMatch(/^fisco_bcos_group_up\{[^}]*group="group7"\} 0$/m);
  });

  it("knows when the certificates of a connection expire", async () => {
    const authority = createAuthority();
    const [server, sdk] = [createCertificate(authority, "node"), createCertificate(authority, "sdk")];
    const tls = { ca: authority.pem, cert: server.pem, key: server.keyPem };
    const node = await startFakeNode(answerWith({}), tls);
    const address = new URL(node.url);
    const place = {
      origin: node.url,
      secure: true,
      webSocket: false,
      host: address.hostname,
      port: Number(address.port),
    };
    const expiries = await certificateExpiries(place, { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem }, 10_000);
    await node.close();
    expect(expiries.map(({ certificate }) => certificate)).toEqual(["node", "ca", "client"]);
    expect(expiries.every(({ expiresMs }) => expiresMs > Date.now())).toBe(true);
  });

  it("answers scrapers alone", async () => {
    expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${url}/other`)).status).toBe(404);
    expect(await statusAs(url, "evil.example")).toBe(403);
    expect(await statusAs(url, "localhost:9620")).toBe(200);
  });
});

function statusAs(address: string, host: string): Promise<number | undefined> {
  return new Promise((report, failed) => {
    get(`${address}/metrics`, { headers: { host } }, (answer) => {
      answer.resume();
      report(answer.statusCode);
    }).once("error", failed);
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once("close", () => done());
    child.kill("SIGTERM");
  });
}
