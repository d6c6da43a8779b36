import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import type { JsonSchemaType } from "@modelcontextprotocol/sdk/validation/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerSchema, resultSchema } from "../../../src/assistants/tools/answerSchema";
import { toolsOf } from "../../../src/assistants/tools/toolsOf";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { getSealerList } from "../../../src/chain/rpc/members";
import { allOperations, nouns } from "../../../src/operations/catalogue";
import { type AssistantBench, assistantBench, assistantClient } from "../../support/assistants";

/** Values for fields, by their kinds: what a node says to them doesn't matter here, its form does. */
const sample: Readonly<Record<string, unknown>> = {
  text: "tx_count_limit",
  path: "/apps",
  node: "ab".repeat(64),
  account: `0x${"1a".repeat(20)}`,
  contract: `0x${"1a".repeat(20)}`,
  block: "latest",
  hash: `0x${"2b".repeat(32)}`,
  integer: 1,
  amount: "1",
  flag: true,
  texts: ["a"],
  values: { id: "1" },
  arguments: [],
  conditions: "id = 1",
  json: [],
};

describe("tools of the catalogue", () => {
  let bench: AssistantBench;
  beforeAll(async () => {
    bench = await assistantBench();
  });
  afterAll(() => bench.close());

  it("has every operation in one tool, and no more than two tools for a noun", async () => {
    const operations = await allOperations();
    const tools = toolsOf(operations, nouns, () => undefined);
    const named = tools.flatMap(({ operations: own }) => [...own.values()].map(({ noun, verb }) => `${noun} ${verb}`));
    expect(named.toSorted()).toEqual(operations.map(({ noun, verb }) => `${noun} ${verb}`).toSorted());
    expect(tools.length).toBeLessThanOrEqual(2 * Object.keys(nouns).length);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, annotations, operations: own } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_]{1,64}$/);
      expect(annotations.readOnlyHint).toBe([...own.values()].every(({ effect }) => effect === "asks"));
    }
  });

  it("are listed and called by the SDK's client, whose checks every answer passes", async () => {
    const { client, call, close } = await assistantClient(bench, { access: "full", free: true });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(3);
    // all of it is in the window of a model as long as it talks
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(40 * 1024);
    const catalogue = await allOperations();
    const validators = new AjvJsonSchemaValidator();
    let called = 0;
    for (const operation of catalogue) {
      const { noun, verb, fields, effect } = operation;
      const isAnswer = validators.getValidator(answerSchema(resultSchema(operation)) as JsonSchemaType);
      const name = `${noun}_${effect === "asks" ? "read" : "change"}`;
      const given = Object.fromEntries(
        Object.entries(fields).flatMap(([field, { kind, among, optional, from }]) =>
          optional ? [] : [[field, among?.[0] ?? (kind === "integer" ? Math.max(1, from ?? 1) : sample[kind])]],
        ),
      );
      for (const more of effect === "asks" ? [{}] : [{ preview: true }]) {
        const { structuredContent } = await call(name, { operation: verb, fields: given, ...more });
        expect(structuredContent, `${noun} ${verb}`).toMatchObject({
          operation: expect.any(String),
          status: expect.any(String),
        });
        expect(isAnswer(structuredContent), `${noun} ${verb}`).toMatchObject({ valid: true });
        called++;
      }
    }
    expect(called).toBe(catalogue.length);
    const about = await call("about_connection", {});
    expect(about.structuredContent).toMatchObject({ status: "done", result: { group: "group0", access: "full" } });
    await close();
  });

  it("are those that ask alone where nothing may be changed", async () => {
    const listed = async (access: "readOnly" | "confirm"): Promise<boolean[]> => {
      const { client, close } = await assistantClient(bench, { access });
      const { tools } = await client.listTools();
      await close();
      return tools.map(({ annotations }) => annotations?.readOnlyHint === true);
    };
    const [reading, both] = [await listed("readOnly"), await listed("confirm")];
    expect(new Set(reading)).toEqual(new Set([true]));
    expect(reading.length).toBe(both.filter((isReading) => isReading).length);
    expect(both).toContain(false);
  });

  it("asks as the account what depends on who asks, without a signature", async () => {
    const asked = { operation: "check-deploy" };
    const { call, close, questions, log } = await assistantClient(bench, { access: "confirm" });
    expect((await call("contract_read", asked)).structuredContent).toMatchObject({ status: "done", result: true });
    expect([questions, log.filter((line) => line.includes("signing"))]).toEqual([[], []]);
    await close();
  });

  it("reads, and gives long lists in pages", async () => {
    const { call, close } = await assistantClient(bench, {}, { budget: 200 });
    const sealers = (await getSealerList(bench.session.client)).map(({ nodeID }) => nodeID);
    const first = (await call("node_read", { operation: "list-sealers" })).structuredContent;
    expect(first).toMatchObject({ status: "done", result: [sealers[0]], left: 1 });
    const rest = (await call("read_more", { cursor: first["next"] })).structuredContent;
    expect(rest).toMatchObject({ status: "done", result: [sealers[1]] });
    expect(rest["next"]).toBeUndefined();
    // each cursor is good for once
    expect((await call("read_more", { cursor: first["next"] })).structuredContent.status).toBe("refused");
    await close();
  });

  it("changes what it is told to, with the preview of every front", async () => {
    const { call, close, questions, log } = await assistantClient(
      bench,
      { access: "confirm" },
      { person: () => "yes" },
    );
    const given = { operation: "set", fields: { key: "tx_count_limit", value: "900" } };
    const preview = (await call("config_change", { ...given, preview: true })).structuredContent;
    expect(preview).toMatchObject({ status: "preview", preview: { title: "Set tx_count_limit to 900" } });
    expect(questions).toEqual([]);
    const done = (await call("config_change", given)).structuredContent;
    expect(done).toMatchObject({ status: "done", result: { code: 0 } });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain("An assistant asks to sign: Set tx_count_limit to 900");
    expect(questions[0]).toContain("test (local)");
    expect(questions[0]).toContain(bench.signer.address);
    expect(questions[0]).toContain("→ 900");
    const now = (await call("config_read", { operation: "get", fields: { key: "tx_count_limit" } })).structuredContent;
    expect(now["result"]).toBe("900");
    const events = log.map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(expect.arrayContaining(["asked", "shown", "answered", "signing", "signed", "ended"]));
    await close();
  });

  it("makes a proposal where only the committee may", async () => {
    const governed = await assistantBench({ auth: true } as never);
    const { call, close } = await assistantClient(governed, { access: "full", free: true });
    expect(governed.session.authEnabled).toBe(true);
    const done = (await call("config_change", { operation: "set", fields: { key: "tx_count_limit", value: "901" } }))
      .structuredContent;
    expect(["proposed", "failed"]).toContain(done.status);
    await close();
    await governed.close();
  });

  it("ends what is cancelled unsigned", async () => {
    const before = bench.signatures();
    const stop = new AbortController();
    const { client, close } = await assistantClient(
      bench,
      { access: "confirm" },
      {
        person: () => {
          stop.abort();
          return "yes";
        },
      },
    );
    const called = client.callTool(
      { name: "config_change", arguments: { operation: "set", fields: { key: "tx_count_limit", value: "777" } } },
      undefined,
      { signal: stop.signal },
    );
    await expect(called).rejects.toThrow();
    await expect.poll(() => getBlockNumber(bench.session.client)).toBeGreaterThan(0);
    expect(bench.signatures()).toBe(before);
    await close();
  });

  it("tells of its progress", async () => {
    const { client, close } = await assistantClient(bench, { access: "confirm" }, { person: () => "yes" });
    const messages: string[] = [];
    await client.callTool(
      { name: "config_change", arguments: { operation: "set", fields: { key: "tx_count_limit", value: "778" } } },
      undefined,
      { onprogress: ({ message }) => messages.push(message ?? "") },
    );
    expect(messages.join("\n")).toMatch(
      /^Waiting for the person's answer\nSigning\nTransaction 0x[0-9a-f]{64} is sent\.$/,
    );
    await close();
  });
});
