// `chainside watch` as it is typed, on an embedded chain.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { parse } from "yaml";
import type { Transport } from "../../../src/chain/client/client";
import { getSealerList } from "../../../src/chain/rpc/members";
import { link } from "../../../src/chain/services/bfs/link";
import { removeNode } from "../../../src/chain/services/consensus/memberChanges";
import { setSystemConfig } from "../../../src/chain/services/systemConfig/setSystemConfig";
import { transact } from "../../../src/chain/transaction/transact";
import { runWatch } from "../../../src/cli/commands/watch";
import { Webhook } from "../../../src/cli/watch/webhookCall";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { givenPath } from "../../../src/files/namedPath";
import { readRules } from "../../../src/monitoring/rules/readRules";
import { Alerts } from "../../../src/monitoring/watch/alerts";
import { Judge } from "../../../src/monitoring/watch/judge";
import { Observer } from "../../../src/monitoring/watch/observer";
import { say } from "../../../src/text/catalogue";
import { YamlError } from "../../../src/yaml/complaint";
import { alertChange } from "../../support/alertChange";
import { portBench } from "../../support/assistants";
import { chainside } from "../../support/chainside";
import { writtenLines } from "../../support/commandLine";
import { listening } from "../../support/listening";
import { type OperationChain, operationChain } from "../../support/operationChain";
import { until } from "../../support/until";

const folder = mkdtempSync(join(tmpdir(), "chainside-watch-"));
const written = writtenLines();
let files = 0;

function ruleFile(source: string): string {
  const path = join(folder, `rules${files++}.yaml`);
  writeFileSync(path, source);
  return path;
}

interface Hook {
  readonly url: string;
  readonly got: { readonly body: string; readonly headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
}

/** A webhook that answers with these statuses, one after the other, and then with 204. */
async function startHook(...statuses: readonly number[]): Promise<Hook> {
  const got: Hook["got"] = [];
  const left = [...statuses];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      got.push({ body, headers: request.headers });
      response.writeHead(left.shift() ?? 204, { location: "/elsewhere" }).end();
    });
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}/hook/secret`,
    got,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

afterAll(() => rmSync(folder, { recursive: true }));

describe("chainside watch", () => {
  let chain: DevChain;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 4, observers: 0, blockIntervalMs: 0 });
  });
  afterAll(() => chain.close());

  it("looks once and says by its exit code that nothing is wrong", async () => {
    const rules = ruleFile("rules:\n  - name: lag\n    lag: { blocks: 3 }\n  - name: who\n    sealers:\n");
    expect(await runWatch(["--url", chain.url, "--rules", rules, "--once"])).toBe(0);
    expect(written.out).toEqual([]);
    expect(written.err).toEqual(["One look isn't enough to judge who."]);
  });

  it("tells an alert as JSON and to a webhook, without what is secret in addresses", async () => {
    const gone = await startHook();
    await gone.close();
    const down = new URL(gone.url).origin;
    const hook = await startHook(503);
    const address = hook.url.replace("http://", "http://someone:pass%20word@");
    const rules = ruleFile('{"rules": [{"name": "node is down", "down": {}}]}');
    const args = ["--url", `${down},${chain.url}`, "--rules", rules, "--once", "--json", "--webhook", address];
    expect(await runWatch(args)).toBe(1);
    await hook.close();
    const [line = ""] = written.out;
    expect(JSON.parse(line)).toMatchObject({
      ...{ state: "began", rule: "node is down", kind: "down", endpoint: down, message: "The node doesn't answer." },
    });
    expect(hook.got.map(({ body }) => body)).toEqual([line, line]);
    expect(hook.got[0]?.headers.authorization).toBe(`Basic ${Buffer.from("someone:pass word").toString("base64")}`);
    expect([...written.out, ...written.err].join("\n")).not.toMatch(/secret|someone|pass/);
    expect(written.err).toEqual([`No answer from ${down}: not everything could be judged.`]);
  });

  it("says how a wrong address of a webhook was given, without the address", async () => {
    const rules = ruleFile('{"rules": [{"name": "node is down", "down": {}}]}');
    const args = ["--url", chain.url, "--rules", rules, "--once"];
    vi.stubEnv("CHAINSIDE_WEBHOOK", "ftp://secret.example");
    expect(await runWatch(args)).toBe(2);
    expect(await runWatch([...args, "--webhook", "http://secret:%@x"])).toBe(2);
    vi.unstubAllEnvs();
    const message = written.err.join("\n");
    expect(message).toContain("CHAINSIDE_WEBHOOK must be an address of http or https");
    expect(message).toContain("--webhook must be an address of http or https");
    expect(message).not.toContain("secret");
  });

  it("goes on until it is told to end", async () => {
    const hook = await startHook();
    const rules = ruleFile("rules:\n  - name: still\n    heightStands: { seconds: 1, evenIdle: true }\n");
    const args = ["watch", "--url", chain.url, "--rules", rules, "--webhook", hook.url, "--interval", "1"];
    const { code, out, err } = await chainside(args, {
      watch: (interrupt) => void until(() => hook.got.length > 0).then(interrupt),
    });
    await hook.close();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /^Rules: 1\. Ctrl\+C ends this\.\n.* ✗ still \(group0\): Height 0 has stood still for 1 s or more\. Check the logs and clocks of the sealers, and restart those that hang\.\n$/,
    );
  });

  it("goes on from the look before, where a state file keeps it", async () => {
    const rules = ruleFile(
      "rules:\n  - name: who\n    sealers:\n  - name: many\n    failures: { percent: 1, blocks: 1 }\n",
    );
    const state = join(folder, "state.json");
    const args = ["--url", chain.url, "--rules", rules, "--once", "--json", "--state", state];
    expect(await runWatch(args)).toBe(0);
    expect(written.err).toEqual(["One look isn't enough to judge who, many."]);
    written.err.length = 0;
    expect(await runWatch(args)).toBe(0);
    expect(written.err).toEqual(["One look isn't enough to judge many."]);
    // as if the first look had seen another sealer
    const kept = JSON.parse(readFileSync(state, "utf8"));
    kept.rules.who.sealers[0][1].push("gone");
    writeFileSync(state, JSON.stringify(kept));
    expect(await runWatch(args)).toBe(1);
    expect(written.out.map((line) => JSON.parse(line))).toMatchObject([
      { state: "began", rule: "who", message: "Sealer gone left." },
    ]);
    written.out.length = 0;
    // it is still so, and told already
    expect(await runWatch(args)).toBe(1);
    expect(written.out).toEqual([]);
    writeFileSync(rules, "rules:\n  - name: who\n    sealers: { seconds: 9 }\n");
    written.err.length = 0;
    expect(await runWatch(args)).toBe(0);
    expect(written.err).toEqual(["One look isn't enough to judge who."]);
  });

  it("says that a rule judges nothing where no node serves its group", async () => {
    const rules = ruleFile("rules:\n  - name: lag\n    group: gruop0\n    lag: { blocks: 3 }\n");
    expect(await runWatch(["--url", chain.url, "--rules", rules, "--once"])).toBe(1);
    expect(written.err).toEqual(["lag judges nothing: no node serves gruop0."]);
  });

  it("makes no folder for a state file, and looks at nothing where there is none", async () => {
    const rules = ruleFile("rules:\n  - name: who\n    sealers:\n");
    const state = join(folder, "reports/state.json");
    expect(await runWatch(["--url", chain.url, "--rules", rules, "--once", "--state", state])).not.toBe(0);
    expect(written.err.join()).toContain("reports");
    expect(written.err.join()).not.toContain("One look");
    expect(existsSync(join(folder, "reports"))).toBe(false);
  });

  it("writes over no file that holds something else", async () => {
    const rules = ruleFile("rules:\n  - name: who\n    sealers:\n");
    expect(await runWatch(["--url", chain.url, "--rules", rules, "--once", "--state", rules])).toBe(2);
    expect(readFileSync(rules, "utf8")).toContain("name: who");
    const hostile = join(folder, "hostile.json");
    const reported = {
      version: 1,
      rules: { who: { rule: 7, since: "x", views: [[{}]], alerts: [null, { sinceMs: "a" }] } },
    };
    writeFileSync(hostile, JSON.stringify(reported));
    expect(await runWatch(["--url", chain.url, "--rules", rules, "--once", "--state", hostile])).toBe(0);
  });

  it("says what is wrong with rules, and where", async () => {
    const rules = ruleFile("rules:\n  - name: a\n    lag: { block: 3 }\n  - name: a\n    down:\n    lagg: {}\n");
    expect(await runWatch(["--url", chain.url, "--rules", rules])).toBe(2);
    const places = written.err
      .join("\n")
      .split("\n")
      .map((line) => /:(\d+:\d+) /.exec(line)?.[1]);
    expect(places).toEqual(["3:12", "3:10", "6:5", "4:11"]);
  });
});

describe("a watch over a chain that changes", () => {
  let chain: OperationChain;
  beforeAll(async () => {
    chain = await operationChain({ sealers: 4, blockIntervalMs: 0 });
  });
  afterAll(() => chain.close());

  it("looks with each block that a node pushes, however long the interval is", async () => {
    const bench = await portBench();
    const { session, signer } = bench;
    const hook = await startHook();
    const rules = ruleFile("rules:\n  - name: fails\n    failures: { percent: 1, blocks: 1 }\n");
    const args = ["watch", "--url", bench.chain.url, "--rules", rules, "--webhook", hook.url, "--interval", "3600"];
    // there is no code at the address
    const fail = () =>
      transact(session, signer, { to: `0x${"ab".repeat(20)}`, data: "0x12345678" }).catch(() => undefined);
    const { code } = await chainside(args, {
      watch: async (interrupt) => {
        await until(async () => {
          await fail();
          await new Promise((done) => setTimeout(done, 300));
          return hook.got.length > 0;
        });
        interrupt();
      },
    });
    await Promise.all([hook.close(), bench.close()]);
    expect(code).toBe(0);
    expect(hook.got[0]?.body).toContain("fails");
  });

  it("sees sealers, configuration, and events with a value, and their ends", async () => {
    const { session, signers } = chain;
    const [signer] = signers;
    const probe = readRules(
      `rules:\n  - name: e\n    event: { contract: "0x${"1".repeat(40)}", signature: "Paid(uint sum)" }\n`,
      givenPath("/r"),
    )[0];
    const topic = probe?.kind === "event" ? probe.event.topics[0]?.slice(2) : "";
    // logs its input under the event's topic
    const runtime = `366000600037${`7f${topic}`}366000a100`;
    const size = (runtime.length / 2).toString(16).padStart(2, "0");
    const made = await transact(session, signer, { data: `0x60${size}600c60003960${size}6000f3${runtime}` });
    const contract = made.contractAddress as `0x${string}`;
    await link(session, signer, { path: "/apps/paid", address: contract });
    const pay = (sum: number) =>
      transact(session, signer, { to: contract, data: `0x${sum.toString(16).padStart(64, "0")}` });
    const rules = readRules(
      [
        "rules:",
        "  - name: sealers",
        "    sealers: { seconds: 60 }",
        "  - name: settings",
        "    config: { keys: [tx_count_limit], seconds: 60 }",
        "  - name: large",
        `    event: { contract: "${contract}", signature: "event Paid(uint sum)", where: { sum: ">= 1000" }, seconds: 60 }`,
        "  - name: by path",
        `    event: { contract: /apps/paid, signature: "event Paid(uint sum)", where: { sum: ">= 1000" }, seconds: 60 }`,
      ].join("\n"),
      givenPath("/rules.yaml"),
    );
    const target = { endpoint: "http://127.0.0.1:20200", transport: session.client.transport };
    const observer = new Observer([target], undefined, rules);
    const [judge, alerts] = [new Judge(rules), new Alerts()];
    const look = async (at: number): Promise<string[]> => {
      const seen = await observer.look(at * 1000, 600_000);
      return alerts
        .take(judge.judge(seen), seen.atMs)
        .map(({ state, finding }) => `${state} ${finding.rule.name}: ${say(finding.message)}`);
    };
    expect(await look(0)).toEqual([]);
    const [, , , last] = await getSealerList(session.client);
    await removeNode(session, signer, { nodeId: last?.nodeID ?? "" });
    await setSystemConfig(session, signer, { key: "tx_count_limit", value: "2000" });
    await pay(999);
    const { transactionHash, blockNumber } = await pay(1000);
    const began = await look(10);
    expect(began).toEqual([
      `began sealers: Sealer ${last?.nodeID} left.`,
      "began settings: tx_count_limit changed from 1000 to 2000.",
      `began large: Paid(sum: 1000) in block ${blockNumber}, transaction ${transactionHash}.`,
      `began by path: Paid(sum: 1000) in block ${blockNumber}, transaction ${transactionHash}.`,
    ]);
    expect(await look(20)).toEqual([]);
    expect(await look(70)).toEqual(began.map((line) => line.replace("began", "ended")));
  });
});

describe("a watch over sealers that take turns", () => {
  let chain: OperationChain;
  beforeAll(async () => {
    chain = await operationChain({ sealers: 4, blockIntervalMs: 0 });
  });
  afterAll(() => chain.close());

  it("takes none that waits for its turn for one that left", async () => {
    const rules = readRules("rules:\n  - name: sealers\n    sealers:\n", givenPath("/rules.yaml"));
    const whole = chain.session.client.transport;
    let [isWaiting, isGone] = [false, false];
    const request: Transport["request"] = async (method, params, options, isExact) => {
      const asked = method === "getNodeListByType" ? "getSealerList" : method;
      const result = await whole.request(asked, asked === method ? params : params.slice(0, 2), options, isExact);
      if (method === "getNodeListByType") return isWaiting && !isGone ? (result as unknown[]).slice(3) : [];
      return method === "getSealerList" && (isWaiting || isGone) ? (result as unknown[]).slice(0, 3) : result;
    };
    const transport = new Proxy(whole, {
      get: (of, name) => (name === "request" ? request : Reflect.get(of, name, of)),
    });
    const observer = new Observer([{ endpoint: "http://127.0.0.1:20200", transport }], undefined, rules);
    const [judge, alerts] = [new Judge(rules), new Alerts()];
    const look = async (at: number): Promise<number> =>
      alerts.take(judge.judge(await observer.look(at * 1000, 600_000)), at * 1000).length;
    expect(await look(0)).toBe(0);
    isWaiting = true;
    expect(await look(10)).toBe(0);
    isGone = true;
    expect(await look(20)).toBe(1);
  });
});

describe("the rules of a watch", () => {
  const complaints = (source: string): string[] => {
    try {
      readRules(source, givenPath("/r.yaml"));
      return [];
    } catch (thrown) {
      if (!(thrown instanceof YamlError)) throw thrown;
      return thrown.complaints.map(({ place, message }) => `${place.line}:${place.column} ${say(message)}`);
    }
  };
  const rule = (words: string): string => `rules:\n  - name: a\n    ${words}\n`;
  const address = `"0x${"a".repeat(40)}"`;

  it.each([
    ["", "1:1 The file has no rules."],
    ["rules: x", '1:8 "rules" must be a list.'],
    [rule("lag: { blocks: 0 }"), '3:20 "blocks" must be an integer from 1 to 1000000000.'],
    [rule("failures: { percent: 5 }"), '3:15 "failures" requires "blocks".'],
    [rule("heightStands: { seconds: 5, evenIdle: maybe }"), '3:43 "evenIdle" must be one of true, false, not "maybe".'],
    [
      rule("event: { contract: 0x1, signature: A() }"),
      '3:24 "0x1" isn\'t an address of 0x and 40 hex digits, or a path such as /apps/token.',
    ],
    [
      rule(`event: { signature: A(), contract: "${"b".repeat(3)}" }`),
      '3:40 "bbb" isn\'t an address of 0x and 40 hex digits, or a path such as /apps/token.',
    ],
    [
      rule(`event: { contract: ${address}, where: {}, signature: "A(tuple x)" }`),
      /^3:\d+ Write an event as Solidity does/,
    ],
    [
      rule(`event: { contract: ${address}, signature: "A(int x)", where: { y: 1 } }`),
      /The event has no parameter "y"\.$/,
    ],
    [
      rule(`event: { contract: ${address}, signature: "A(int x)", where: { x: "> b" } }`),
      /> b compares integers only\.$/,
    ],
    [`rules: &x\n  - name: a\n    down:\n  - *x\n`, "4:5 YAML aliases aren't supported here."],
    [`rules: ${"[".repeat(100_000)}`, /This is nested too deeply/],
    [`rules: [${"1,".repeat(200_000)}]`, /The file has more than 100000 words/],
    [`#${"x".repeat(2 * 1024 * 1024)}`, /The file is larger than 1 MB/],
    [`rules:\n${"  - { name: a, down: }\n".repeat(201)}`, /The file has more than 200 rules/],
  ])("that can't be understood end in a word (%#)", (source, expected) => {
    const [first] = complaints(source);
    if (typeof expected === "string") expect(first).toBe(expected);
    else expect(first).toMatch(expected);
  });

  it("have a schema that knows what the reader knows", async () => {
    const kept = JSON.parse(readFileSync(resolve("syntaxes/watch.schema.json"), "utf8")) as object;
    const page = readFileSync(resolve("docs/monitoring.md"), "utf8");
    const sample = /```yaml\n(rules:\n[\s\S]*?)```/.exec(page)?.[1] ?? "";
    expect(readRules(sample, givenPath("/sample.yaml")).map(({ kind }) => kind)).toHaveLength(13);
    const service = getLanguageService({});
    const judged = async (value: unknown): Promise<unknown[]> => {
      const document = TextDocument.create("file:///a.json", "json", 1, JSON.stringify(value));
      const found = await service.doValidation(document, service.parseJSONDocument(document), {}, kept);
      return found.map(({ message }) => message);
    };
    expect(await judged(parse(sample))).toEqual([]);
    for (const wrong of ["lag: { block: 3 }", "lag: { blocks: 0 }", "lag:", "event: { signature: A() }", "nothing: {}"])
      expect(await judged(parse(rule(wrong))), wrong).not.toEqual([]);
  });
});

describe("a webhook", () => {
  const timeout = { timeoutMs: 600_000, pausesMs: [1, 1] };

  it("is tried again where that may help, in the order of what is sent", async () => {
    const hook = await startHook(500, 429, 200, 400, 302, 503, 503, 503);
    const troubles: (number | undefined)[] = [];
    const webhook = new Webhook(hook.url, ({ status }) => troubles.push(status), timeout);
    // what was sent is not sent again
    for (const each of ["1", "2", "3", "4", "5", "1", "5"]) webhook.send(alertChange(each));
    await webhook.close(600_000);
    await hook.close();
    expect(hook.got.map(({ body }) => JSON.parse(body).rule)).toEqual(["1", "1", "1", "2", "3", "4", "4", "4", "5"]);
    expect(troubles).toEqual([400, 302, 503]);
  });

  it("that doesn't answer holds nothing up", async () => {
    let asked = 0;
    const server = createServer(() => void asked++);
    const port = await listening(server);
    const troubles: (number | undefined)[] = [];
    const webhook = new Webhook(`http://127.0.0.1:${port}`, ({ status }) => troubles.push(status), {
      timeoutMs: 50,
      pausesMs: [1],
    });
    webhook.send(alertChange("1"));
    await until(() => troubles.length > 0);
    expect(troubles).toEqual([undefined]);
    expect(asked).toBeLessThanOrEqual(2);
    webhook.send(alertChange("2"));
    await webhook.close(1);
    server.closeAllConnections();
    server.close();
  });
});
