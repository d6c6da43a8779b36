import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { precompiledInterface } from "../../../../../src/chain/abi/precompiledContracts";
import { readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { halfWidthCell } from "../../../../../src/chain/notebook/formatCell";
import { readCell } from "../../../../../src/chain/notebook/requestText";
import { setSystemConfig } from "../../../../../src/chain/services/systemConfig/setSystemConfig";
import { requestCompletions } from "../../../../../src/extension/features/notebook/requestCompletion";
import { requestProblems } from "../../../../../src/extension/features/notebook/requestProblems";
import { runCell } from "../../../../../src/extension/features/notebook/runCells";
import { runRequest } from "../../../../../src/extension/features/notebook/runRequest";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { nouns } from "../../../../../src/operations/catalogue";
import type { RequestResult } from "../../../../../src/webview/notebookResult/messages";
import { type ExtensionApp, extensionApp, signedRequests, signerOf } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import type { NotebookCellOutput } from "../../../../support/fakeVscode/notebook";
import { Uri } from "../../../../support/fakeVscode/values";
import { paidWei, payingContract } from "../../../../support/payingContract";

const noVariables = (name: string): string => name;
const path = "test/fixtures/workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json";

it.each([
  ["send x set “hello”", 'send x set "hello"'],
  ["call x get ‘a，b’ “c”\nrpc getBlockNumber", `call x get "a，b" "c"\nrpc getBlockNumber`],
  ["send x set [1，2]", "send x set [1,2]"],
])("a cell that is refused for its signs is offered with those that were meant: %s", (text, meant) => {
  expect(() => readCell(text)).toThrow();
  expect(halfWidthCell(text)).toBe(meant);
  expect(() => readCell(meant)).not.toThrow();
});

it.each(["send x set 你好，世界", 'send x set "“quoted”"', "# “a remark”", "send x"])(
  "nothing is converted that isn't refused for its signs: %s",
  (text) => {
    expect(halfWidthCell(text)).toBeUndefined();
  },
);

describe("requests of a notebook", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp();
    on.access = "full";
    const artifact = readJsonArtifact(readFileSync(path, "utf8"), "HelloWorld.json");
    if (!artifact) throw new Error(`no ${path}`);
    const uri = Uri.file(`/${path}`);
    Object.assign(on.app.artifacts, {
      list: async () => [{ name: "HelloWorld", deployable: true, uri }],
      read: async () => ({ artifact, uri }),
    });
  });
  afterAll(() => on.dispose());
  beforeEach(() => host.reset());

  const run = async (line: string): Promise<RequestResult> => {
    const [only] = readCell(line, Object.keys(nouns));
    if (!only) throw new Error(`no request: ${line}`);
    const ground = { app: on.app, group: on.group, signal: new AbortController().signal };
    return (await runRequest(ground, only.request(noVariables))).shown;
  };
  const code = (line: string): Promise<unknown> =>
    run(line).then(
      () => "done",
      (error: { code?: unknown }) => error.code,
    );

  it("ask a node, and say a short answer beside the question", async () => {
    expect(await run("rpc getBlockNumber")).toEqual({ outcome: "done", head: "getBlockNumber → 0", fields: [] });
    const block = await run("rpc getBlockByNumber 0 false false");
    expect(block.head).toBe("getBlockByNumber");
    expect(JSON.parse(block.json?.text ?? "")).toMatchObject({ number: 0 });
    expect(await code("rpc getNothing")).toBe("unknownMethod");
  });

  it("deploy, and lead to the contract, its block and its receipt", async () => {
    const { head, fields } = await run("deploy HelloWorld");
    expect(head).toBe("new HelloWorld()");
    expect(fields.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["Contract", "Block", "Receipt", "Gas used"]),
    );
    const [contract] = fields;
    expect(contract?.opens).toEqual({ kind: "contract", key: contract?.value });
    expect(await code("deploy Nothing")).toBe("unknownArtifactName");
  });

  it("send and call by the contract's name, with what came of it", async () => {
    const sent = await run('send HelloWorld set "good morning"');
    expect(sent.head).toContain('HelloWorld.set("good morning")');
    expect(sent.fields.find(({ label }) => label === "Receipt")?.also).toMatchObject({ kind: "debug" });
    const called = await run("call HelloWorld get");
    expect(called.head).toBe('HelloWorld.get() → "good morning"');
    const block = { label: "Block", value: "2", opens: { kind: "block", key: "2" } };
    expect(called.fields).toEqual([{ label: "Caller", value: on.app.accounts.active(on.group)?.label }, block]);
    const signed = signedRequests(on.asked).length;
    on.access = "readOnly";
    const unsigned = await run("call HelloWorld get");
    on.access = "full";
    expect(unsigned.fields).toEqual([{ label: "Caller", value: "no one (the zero address)" }, block]);
    expect(signedRequests(on.asked).length).toBe(signed);
    expect(await code("call Nothing get")).toBe("unknownContractName");
  });

  it("have names and ether behind what came back and what was logged", async () => {
    const { address } = await payingContract(on, "Till");
    const caller = on.app.accounts.active(on.group)?.address.toLowerCase();
    const [who, amount] = [`${caller} (dev0)`, `${paidWei} (2.5 ether)`];
    const called = await run("call Till last");
    expect(called.fields.slice(0, 2).map(({ value }) => value)).toEqual([who, amount]);
    const sent = await run(`send Till pay ${address}`);
    expect(sent.head).toBe(`Till.pay(${address}) → who: ${who}, amount: ${amount}`);
    expect(sent.fields.at(-1)).toMatchObject({ label: "Event", value: `Till.Paid(${who}, ${amount})` });
  });

  it("take call data as it is", async () => {
    const get = "0x6d4ce63c";
    const { head } = await run(`call HelloWorld --data ${get}`);
    expect(Buffer.from(head.slice(2), "hex").toString()).toContain("good morning");
    const before = signedRequests(on.asked).length;
    const sent = await run(`send HelloWorld --data ${get}`);
    expect(sent.fields.map(({ label }) => label)).toContain("Gas used");
    expect(signedRequests(on.asked).length).toBeGreaterThan(before);
  });

  it("ask the index of the group, with variables as values", async () => {
    const before = await code("sql SELECT 1");
    expect(before).not.toBe("done");
    expect(host.messages.at(-1)).toContain("has none yet");
    const asked: unknown[] = [];
    const result = { columns: [{ name: "n" }, { name: "who" }], rows: [[7, "0xab"]], more: true, milliseconds: 3 };
    const { indexes } = on.app;
    const [has, ask] = [indexes.has, indexes.ask];
    Object.assign(indexes, {
      has: () => true,
      ask: async (_: unknown, name: string, order: unknown) => {
        asked.push([name, order]);
        return result;
      },
    });
    const [cell] = readCell("sql --bars SELECT count(*), $who FROM blocks WHERE number > $low");
    const request = cell?.request((name) => (name === "low" ? "5" : "0xAB"));
    if (!request) throw new Error("no request");
    const signal = new AbortController().signal;
    const { shown, answer } = await runRequest({ app: on.app, group: on.group, signal }, request);
    Object.assign(indexes, { has, ask });
    const sql = "SELECT count(*), :value1 FROM blocks WHERE number > :value2";
    expect(asked).toEqual([["query", { sql, parameters: { value1: "0xab", value2: 5 }, max: 200 }]]);
    expect(answer).toEqual({ n: "7", who: "0xab" });
    expect(shown).toMatchObject({ head: "1 row in 3 ms", rows: { rows: [[7, "0xab"]], chart: { kind: "bars" } } });
    expect(shown.rows?.note).toContain("200");
  });

  it("are refused where a built-in contract refuses raw data by a code under status 0", async () => {
    // addObserver("ab"): no node ID
    const data = precompiledInterface("Consensus", on.group.session.suite).encodeCall("addObserver(string)", ["ab"]);
    host.picks = [/Sign/];
    expect(await code(`send 0x${"0".repeat(36)}1003 --data ${data}`)).toBe(-51100);
  });

  it("do operations of the catalogue, with what they say of themselves", async () => {
    expect((await run("block height")).head).toMatch(/^block height → \d+$/);
    const sealers = await run("node list-sealers");
    expect(JSON.parse(sealers.json?.text ?? "")).toContainEqual(expect.stringMatching(/^[0-9a-f]{128}$/));
    const set = await run("config set tx_count_limit 1234");
    expect(set.head).toBe("config set");
    expect(set.fields.map(({ label }) => label)).toEqual(["Block", "Receipt", "Gas used"]);
    expect((await run("config get --key tx_count_limit")).head).toBe("config get → 1234");
    await run("table create t_notes id words");
    await run('table insert t_notes id=1 "words=good tea"');
    expect((await run(`table count t_notes --where "words = 'good tea'"`)).head).toBe("table count → 1");
    // a contract by its name, and an account that a line names
    const sent = await run("contract send HelloWorld set evening");
    expect(sent.fields.map(({ label }) => label)).toContain("Receipt");
    const called = await run(`contract call HelloWorld get --from ${on.app.accounts.all[0]?.label}`);
    expect(called.json?.text).toContain('"evening"');
    expect(called.json?.text).toContain(on.app.accounts.all[0]?.address);
    on.access = "readOnly";
    expect(await code("config set tx_count_limit 1")).toBe("readOnlyConnection");
    on.access = "full";
  });

  it("say at their line which operation or field is wrong, before any is done", async () => {
    expect(await code("node fly")).toBe("requestOperation");
    for (const wrong of [
      "config set tx_count_limit",
      "config set a b c d",
      "block show latest --limit many",
      "block show latest --colour red",
      "table insert t_notes nothing",
      "block show --limit",
    ])
      expect(await code(wrong), wrong).toBe("requestField");
    expect(await code("contract send Nothing get")).toBe("unknownContractName");
  });

  it("raise what the chain knows, for the lines behind it", async () => {
    const old = await extensionApp({ nodeVersion: "3.16.4", compatibilityVersion: "3.1.0" });
    old.access = "full";
    const at = { app: old.app, group: old.group, signal: new AbortController().signal };
    const line = async (text: string): Promise<unknown> => {
      const [only] = readCell(text, Object.keys(nouns));
      return only && runRequest(at, only.request(noVariables));
    };
    await expect(line("shard make one")).rejects.toMatchObject({ code: "needsCompatibility" });
    const raised = { key: "compatibility_version", value: "3.6.0" };
    await setSystemConfig(old.group.session, await signerOf(old), raised);
    expect(old.group.session.compatibilityVersion).toBe("3.6.0");
    await expect(line("shard make one")).rejects.not.toMatchObject({ code: "needsCompatibility" });
    old.dispose();
  });

  it("ask for no signature of a call that the node wouldn't take", async () => {
    const old = await extensionApp({ nodeVersion: "3.2.0", compatibilityVersion: "3.2.0" });
    const [account] = old.app.accounts.all;
    const [only] = readCell(
      `call 0x0000000000000000000000000000000000001000 getValueByKey tx_count_limit --from ${account?.label}`,
      Object.keys(nouns),
    );
    const at = { app: old.app, group: old.group, signal: new AbortController().signal };
    await expect(only && runRequest(at, only.request(noVariables))).rejects.toMatchObject({
      code: "needsCompatibility",
    });
    expect(host.messages).toEqual([]);
    old.dispose();
  });

  it("sign nothing on a read-only connection", async () => {
    const [account] = on.app.accounts.all;
    const asSomeone = `call HelloWorld get --from ${account?.label}`;
    on.access = "confirm";
    const before = signedRequests(on.asked).length;
    // A signed call sends nothing, but is signed: no one answers the question here.
    await expect(run(asSomeone)).rejects.toBeInstanceOf(Cancelled);
    expect(host.messages.at(-1)).toContain("Sign this call as");
    expect(signedRequests(on.asked)).toHaveLength(before);
    on.access = "readOnly";
    expect(await code(asSomeone)).toBe("readOnlyConnection");
    expect(await code('send HelloWorld set "no"')).toBe("readOnlyConnection");
    expect(await code("deploy HelloWorld")).toBe("readOnlyConnection");
    expect(signedRequests(on.asked)).toHaveLength(before);
    on.access = "full";
  });

  describe("in a cell", () => {
    interface Shown {
      readonly outputs: string[];
      success: boolean | undefined;
    }
    /** Runs a cell as VS Code does, and what it showed. */
    async function runText(text: string, { metadata = {}, stop = false } = {}): Promise<Shown & { next: boolean }> {
      const state: Shown = { outputs: [], success: undefined };
      const execution = {
        executionOrder: 0,
        start: () => undefined,
        clearOutput: async () => undefined,
        appendOutput: async ({ items }: NotebookCellOutput) => {
          const plain = items.find(({ mime }) => mime === "text/plain");
          state.outputs.push(new TextDecoder().decode(plain?.data));
        },
        end: (success: boolean | undefined) => {
          state.success = success;
        },
        token: {
          onCancellationRequested: (cancel: () => void) => {
            if (stop) cancel();
            return { dispose: () => undefined };
          },
        },
        cell: { document: { getText: () => text }, notebook: { metadata } },
      };
      const next = await runCell(on.app, execution as never, 1);
      return { ...state, next };
    }

    it("name the addresses of what came back and of what was expected", async () => {
      const { address } = await payingContract(on, "Desk");
      const caller = on.app.accounts.active(on.group)?.address.toLowerCase();
      const { outputs } = await runText(`call Desk last\nexpect {who: ${address}}`);
      expect(outputs.at(-1)).toContain(`Actual: ${caller} (dev0)\nExpected: ${address} (Desk)`);
    });

    it("run one after the other, and the first that fails ends it with its advice", async () => {
      const { outputs, success, next } = await runText("rpc getBlockNumber\ncall Nothing get\nrpc getBlockNumber");
      expect(outputs).toHaveLength(2);
      expect(outputs[0]).toMatch(/^getBlockNumber → \d+$/);
      expect(outputs[1]).toContain("Nothing");
      expect([success, next]).toEqual([false, false]);
      expect(await runText("rpc getBlockNumber")).toMatchObject({ success: true, next: true });
    });

    it("begin with no operation whose cell has a line that none understands", async () => {
      const before = on.asked.length;
      const { outputs, success } = await runText("config set tx_count_limit 999\nnode fly");
      expect(success).toBe(false);
      expect(outputs.join()).toContain("Line 2");
      expect(outputs.join()).toContain("add-sealer");
      expect(on.asked).toHaveLength(before);
    });

    it("keep answers of operations, which expectations compare as those of scenarios", async () => {
      const { outputs, success } = await runText(
        [
          "config set tx_count_limit 1001",
          "expect 0",
          "limit = config get tx_count_limit",
          "expect 1001",
          "config set tx_count_limit $limit",
          "config get consensus_leader_period",
          "expect 7",
        ].join("\n"),
      );
      expect(success).toBe(false);
      expect(outputs.at(-1)).toContain("Expected: 7");
      expect(outputs.slice(0, -2)).toEqual([
        expect.stringMatching(/^config set\nBlock: \d+/),
        expect.stringMatching(/^config get → 1001/),
        expect.stringMatching(/^config set\nBlock: \d+/),
      ]);
    });

    it("lead from a transaction that failed to its receipt", async () => {
      host.picks = [/Sign/];
      const { outputs, success } = await runText("send HelloWorld --data 0x12345678");
      expect(success).toBe(false);
      expect(outputs.at(-1)).toMatch(/Receipt: 0x[0-9a-f]{64}/);
    });

    it("are neither done nor failed where they were stopped", async () => {
      expect(await runText("rpc getBlockNumber", { stop: true })).toMatchObject({
        outputs: [],
        success: undefined,
        next: false,
      });
    });

    it("go to the chain that the notebook names, and to no other", async () => {
      const named = { connection: "in process", group: "group0" };
      expect((await runText("rpc getBlockNumber", { metadata: named })).success).toBe(true);
      const before = on.asked.length;
      const { outputs, success } = await runText("rpc getBlockNumber", {
        metadata: { connection: "elsewhere", group: "group7" },
      });
      expect(success).toBe(false);
      expect(outputs.join()).toContain("elsewhere · group7");
      expect(on.asked).toHaveLength(before);
    });
  });

  describe("are looked at while they are written", () => {
    /** Line, code, what it is about, and whether it may be right later. */
    const found = async (cell: string, connected = true): Promise<unknown[]> =>
      (await requestProblems({ app: on.app, group: connected ? on.group : undefined }, cell)).map(
        ({ line, error, start, end, passing }) => [
          ...[line, error.code, start === undefined ? undefined : cell.slice(start, end)],
          ...(passing ? ["passing"] : []),
        ],
      );

    it("and nothing is said of those that can be done", async () => {
      const right = [
        "rpc getBlockByNumber 0 false false",
        "made = deploy HelloWorld",
        "call HelloWorld get",
        "expect hello",
        "send $made set $words # a remark",
        "send HelloWorld set $words --value 0",
        "config set tx_count_limit $limit",
        'table select t_notes --where "words = 5"',
        "account freeze someone",
        "sql SELECT whatever;",
        "call /apps/Hello get",
      ];
      expect(await found(right.join("\n"))).toEqual([]);
      const before = on.asked.length;
      expect(await found("call HelloWorld nothing\ndeploy Nothing", false)).toEqual([
        [1, "unknownArtifactName", "Nothing", "passing"],
      ]);
      expect(on.asked).toHaveLength(before);
    });

    it("line by line, at the word that is wrong", async () => {
      const cell = [
        "expect 5",
        "rpc getNothing",
        "rpc getBlockByNumber many false false",
        "fly away",
        "call HelloWorld",
        "call Nothing get",
        "call HelloWorld nothing",
        "send HelloWorld set",
        "send HelloWorld set one two --value 1",
        "deploy HelloWorld five",
        "node fly",
        "config set tx_count_limit",
        "block show latest --limit many",
        "x = rpc getBlockNumber",
        "expect event",
        'call HelloWorld get "open',
      ].join("\n");
      expect(await found(cell)).toEqual([
        [0, "requestExpect", "expect 5"],
        [1, "unknownMethod", "getNothing"],
        [2, "wrongParameter", "rpc getBlockByNumber many false false"],
        [3, "requestKind", "fly away"],
        [4, "requestForm", "call HelloWorld"],
        [5, "unknownContractName", "Nothing", "passing"],
        [6, "unknownFunction", "nothing", "passing"],
        [7, "argumentCount", "send HelloWorld set", "passing"],
        [8, "argumentCount", "send HelloWorld set one two --value 1", "passing"],
        [9, "argumentCount", "deploy HelloWorld five", "passing"],
        [10, "requestOperation", "node fly"],
        [11, "requestField", "config set tx_count_limit"],
        [12, "requestField", "block show latest --limit many"],
        [14, "requestForm", "expect event"],
        [15, "requestQuotes", undefined],
      ]);
    });
  });

  describe("are completed as a line is typed", () => {
    const offered = async (line: string): Promise<string[]> => {
      const text = line.split("\n").at(-1) ?? "";
      const document = { lineAt: () => ({ text }), getText: () => line, offsetAt: () => line.length };
      const items = await requestCompletions(on.app, document as never, { line: 0, character: text.length } as never);
      return items.map(({ label }) => (typeof label === "string" ? label : label.label));
    };

    it("with kinds first, then methods, contracts and functions", async () => {
      expect(await offered("")).toEqual(expect.arrayContaining(["rpc", "call", "send", "deploy"]));
      expect(await offered("rpc getB")).toContain("getBlockNumber");
      expect(await offered("deploy ")).toEqual(["HelloWorld"]);
      expect(await offered("call ")).toContain("HelloWorld");
      expect(await offered("call HelloWorld ")).toEqual(expect.arrayContaining(["get", "set"]));
      expect(await offered("rpc getBlockByNumber 1 ")).toEqual(["true", "false"]);
    });

    it("with nouns, verbs, values, and fields of operations", async () => {
      expect(await offered("")).toEqual(expect.arrayContaining(["node", "config", "table"]));
      expect(await offered("node ")).toContain("add-sealer");
      expect(await offered("contract set-method-policy HelloWorld get ")).toEqual(
        expect.arrayContaining(["whiteList", "blackList", "--policy"]),
      );
      expect(await offered("contract freeze ")).toEqual(expect.arrayContaining(["HelloWorld", "--contract"]));
      expect(await offered("account freeze ")).toContain(on.app.accounts.all[0]?.label);
      expect(await offered("table select t_notes --where x ")).toEqual(["--table", "--limit", "--offset"]);
      expect(await offered("node fly ")).toEqual([]);
    });

    it("with the words of SQL in a line of it, and again with kinds behind its end", async () => {
      for (const line of ["sql SELECT 1 F", "sql --bars\nSELECT 1\n  ", "old = sql SELECT ';' "]) {
        const found = await offered(line);
        expect(found).toEqual(expect.arrayContaining(["FROM", "bigsum"]));
        expect(found).not.toContain("rpc");
      }
      expect(await offered("sql SELECT 1;\nrp")).toContain("rpc");
    });

    it("with nothing that only reads where something is sent, and nothing for half a name", async () => {
      expect(await offered("send HelloWorld ")).toEqual(["set"]);
      expect(await offered("call Hell ")).toEqual([]);
    });
  });
});
