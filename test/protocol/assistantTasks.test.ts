// What people ask assistants for, as data: by the calls that it takes, the official client gets there on an embedded chain, in both
// languages.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loaders } from "../../scripts/loaders.mjs";
import { runIndex } from "../../src/cli/commands/indexGroup";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";

const root = resolve(import.meta.dirname, "../..");
const fixtures = join(root, "test/fixtures/assistants");
const languages = ["en", "zh"] as const;
type Language = (typeof languages)[number];
type Values = Readonly<Record<string, unknown>>;

/** A step of a task: a call, a file that the assistant writes, a prompt or a resource that it gets, or `chainside index`. */
interface Step {
  readonly tool?: string;
  readonly given?: Values;
  readonly prompt?: string;
  readonly resource?: string;
  readonly write?: string;
  readonly text?: string;
  readonly index?: true;
  /** What the person is asked, by a part of it; without it no one is asked. */
  readonly asks?: Readonly<Record<Language, string>>;
  /** What the person says; without it yes. */
  readonly answer?: "no";
  /** Of the answer; without it `done`. */
  readonly status?: string;
  readonly result?: unknown;
  readonly mentions?: readonly string[];
  readonly hides?: readonly string[];
  /** Names for parts of the answer, by their paths in it; steps after it have them in braces. */
  readonly remember?: Readonly<Record<string, string>>;
}

interface Task extends Readonly<Record<Language, string>> {
  readonly name: string;
  /** On a chain with a committee. */
  readonly governed?: true;
  readonly steps: readonly Step[];
}

const tasks = JSON.parse(readFileSync(join(fixtures, "tasks.json"), "utf8")) as readonly Task[];

const isChange = ({ tool = "", given }: Step): boolean => tool.endsWith("_change") && given?.["preview"] !== true;

/** A value with its names in braces replaced by what was remembered. */
function filled<Value>(value: Value, remembered: ReadonlyMap<string, unknown>): Value {
  if (typeof value === "string") {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && remembered.has(whole)) return remembered.get(whole) as Value;
    return value.replace(/\{(\w+)\}/g, (found, name: string) => String(remembered.get(name) ?? found)) as Value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, remembered)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, remembered)])) as Value;
}

const partOf = (answer: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Values | undefined)?.[name], answer);

describe.each(languages)("tasks of assistants (%s)", (language) => {
  const chains: DevChain[] = [];
  const clients = new Map<string, Client>();
  const questions: string[] = [];
  let says: "yes" | "no" = "yes";
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-tasks-"));
    cpSync(join(fixtures, "workspace"), join(folder, "work"), { recursive: true });
    const usual = {
      port: 0,
      sealers: 2,
      observers: 1,
      blockIntervalMs: 0,
      openDev: true,
      features: ["feature_balance", "feature_balance_precompiled"],
    } as const;
    chains.push(await startDevChain(usual), await startDevChain({ ...usual, auth: true }));
    const [plain, governed] = chains.map(({ url }) => url);
    await index();
    const signing = ["--key", "dev0", "--access", "confirm"];
    await Promise.all([
      start("plain", plain, [
        ...signing,
        "--db",
        join(folder, "chain.db"),
        "--logs",
        join(root, "test/fixtures/nodeLogs/leaderStopped"),
      ]),
      start("governed", governed, signing),
      start("reading", plain, ["--key", "dev0", "--access", "readOnly"]),
    ]);
  });
  afterAll(async () => {
    await Promise.all([...clients.values()].map((client) => client.close()));
    await Promise.all(chains.map((chain) => chain.close()));
    rmSync(folder, { recursive: true });
  });

  /** Brings the index to the newest block. */
  async function index(): Promise<void> {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(await runIndex(["--url", chains[0]?.url ?? "", "--to", join(folder, "chain.db"), "--json"])).toBe(0);
    log.mockRestore();
  }

  async function start(name: string, url: string | undefined, args: readonly string[]): Promise<void> {
    const client = new Client({ name: "test", version: "0" }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      const typed = "requestedSchema" in params ? params.requestedSchema.properties["name"] : undefined;
      const confirm = /^Type (.+) to agree|^输入 (.+) 以同意/.exec(typed?.title ?? "");
      const content = { sign: says === "yes", ...(typed ? { name: confirm?.[1] ?? confirm?.[2] ?? "" } : {}) };
      return { action: "accept", content };
    });
    const places = ["--url", url ?? "", "--workspace", join(folder, "work"), "--log", join(folder, `${name}.log`)];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          ...loaders(),
          join(root, "src/cli/main.ts"),
          ...["mcp", ...places, "--locale", language === "zh" ? "zh-cn" : "en", ...args],
        ],
        cwd: root,
      }),
    );
    clients.set(name, client);
  }

  function clientNamed(name: string): Client {
    const client = clients.get(name);
    if (!client) throw new Error(`no client ${name}`);
    return client;
  }

  /** What an assistant gets for a step. */
  async function answerTo(client: Client, step: Step): Promise<unknown> {
    const { tool, given, prompt, resource, write, text } = step;
    if (write !== undefined) {
      const file = join(folder, "work", write);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text ?? "");
      return undefined;
    }
    if (step.index) return index();
    if (prompt !== undefined) return client.getPrompt({ name: prompt, arguments: given as Record<string, string> });
    if (resource !== undefined) return client.readResource({ uri: resource });
    return (await client.callTool({ name: tool ?? "", arguments: given as Record<string, unknown> })).structuredContent;
  }

  // only what the person is asked differs between the languages
  const told = language === "en" ? tasks : tasks.filter(({ steps }) => steps.some(({ asks }) => asks));

  it.each(told.map((task) => [task[language], task] as const))("%s", async (_, { steps, governed }) => {
    const client = clientNamed(governed ? "governed" : "plain");
    const remembered = new Map<string, unknown>();
    for (const raw of steps) {
      const step = filled(raw, remembered);
      const asked = JSON.stringify(step);
      questions.length = 0;
      says = step.answer ?? "yes";
      const answer = await answerTo(client, step);
      const shown = JSON.stringify(answer) ?? "";
      if (step.tool !== undefined)
        expect(answer, `${asked} → ${shown}`).toMatchObject({
          status: step.status ?? "done",
          ...("result" in step ? { result: step.result } : {}),
        });
      expect(questions.length > 0, asked).toBe(step.asks !== undefined);
      if (step.asks) expect(questions[0], asked).toContain(step.asks[language]);
      for (const part of step.mentions ?? []) expect(shown, asked).toContain(part);
      for (const part of step.hides ?? []) expect(shown, asked).not.toContain(part);
      for (const [name, path] of Object.entries(step.remember ?? {})) {
        const part = partOf(answer, path);
        expect(part, `${asked} ${path} of ${shown}`).toBeDefined();
        remembered.set(name, part);
      }
    }
  });

  it("have nothing to sign with where nothing may be changed, whatever they ask for", async () => {
    const whole = (await clientNamed("plain").listTools()).tools;
    // the longest list: of an embedded chain, with a folder, an index, and logs
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThanOrEqual(40 * 1024);
    const needed = tasks.flatMap(({ steps, governed }) =>
      steps.flatMap(({ tool }) => (tool && !governed ? [tool] : [])),
    );
    expect(whole.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
    const client = clientNamed("reading");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => name.endsWith("_change"))).toEqual([]);
    questions.length = 0;
    const changes = tasks.flatMap(({ steps }) => steps).filter(isChange);
    for (const { tool = "", given } of changes) {
      const { structuredContent } = await client.callTool({ name: tool, arguments: given as Record<string, unknown> });
      expect(["refused", "failed"], tool).toContain((structuredContent as Values)["status"]);
    }
    expect(questions).toEqual([]);
  });
});

describe("the list of tasks", () => {
  it("has twenty, each in both languages; a person is asked before every change", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(20);
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
    for (const { name, zh, steps } of tasks) {
      expect(zh, name).toMatch(/[\u4e00-\u9fff]/);
      for (const step of steps)
        expect([name, step.tool, step.asks !== undefined]).toEqual([name, step.tool, isChange(step)]);
    }
  });
});
