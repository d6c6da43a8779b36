import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { toolsOf } from "../../../src/assistants/tools/toolsOf";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runCommand } from "../../../src/cli/commands";
import { envelopeShape } from "../../../src/cli/operations/envelope";
import { operationUsage, takenOptions } from "../../../src/cli/operations/operationLine";
import { toChainError } from "../../../src/errors/dictionary";
import { errorSentence } from "../../../src/errors/errorText";
import { allOperations, findOperation, nouns } from "../../../src/operations/catalogue";
import { loadedOperations } from "../../../src/operations/loaded";
import { type Fields, readValues, WrongField } from "../../../src/operations/model/fields";
import type { Operation } from "../../../src/operations/model/operation";
import { offeredOf, type Services } from "../../../src/operations/model/services";
import { predictOutcome, type ShownPreview } from "../../../src/operations/predictOutcome";
import { fieldOption } from "../../../src/operations/words/fieldText";
import { operations as steps } from "../../../src/scenarios/language/operations";
import { weights } from "../../../src/signing/request";
import { useCatalogue } from "../../../src/text/catalogue";
import { joinSentences, stopped } from "../../../src/text/joining";
import { visibleLine } from "../../../src/text/visibleText";
import { asNode } from "../../support/asNode";
import { type AssistantClient, assistantClient, type PortBench, portBench } from "../../support/assistants";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();

const nameOf = ({ noun, verb }: Operation): string => `${noun} ${verb}`;

describe("an operation of the catalogue", () => {
  it("is there at once and when it is asked for, under one name and one word", async () => {
    const all = await allOperations();
    expect(all.length).toBeGreaterThan(80);
    expect(new Set(loadedOperations)).toEqual(new Set(all));
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
    expect(new Set(all.map(({ word }) => word)).size).toBe(all.length);
    for (const each of all) expect(await findOperation(each.noun, each.verb)).toBe(each);
  });

  it("is a command line, a step of scenarios, and in a tool of assistants that tells whether it signs", () => {
    const tools = toolsOf(loadedOperations, nouns, () => undefined);
    for (const each of loadedOperations) {
      expect(String(operationUsage(each).synopsis), nameOf(each)).toContain(`chainside ${nameOf(each)}`);
      const [tool, ...others] = tools.filter(({ operations }) => [...operations.values()].includes(each));
      expect(others).toEqual([]);
      expect(tool?.annotations.readOnlyHint, nameOf(each)).toBe(each.effect === "asks");
    }
    for (const each of loadedOperations) expect(steps.get(each.word)).toBe(each);
  });

  it("names each command of the official console once, in its help and to assistants", async () => {
    const setting = (await findOperation("config", "set")) ?? expect.fail("there is none");
    expect(toolsOf([setting], nouns, () => undefined)[0]?.description).toContain(" [setSystemConfigByKey]");
    const line = [operationUsage(setting).summary].flat().find(({ text }) => text.startsWith("In the official"));
    expect(line?.args).toEqual(["setSystemConfigByKey"]);
  });
});

const address = `0x${"1a".repeat(20)}`;

/** A value for each kind of field, as a person would type it. What the chain says of it is for the fronts to tell alike. */
const typed: Readonly<Record<string, string>> = {
  text: "tx_count_limit",
  path: "/apps/made",
  node: "ab".repeat(64),
  account: address,
  contract: address,
  block: "latest",
  hash: `0x${"2b".repeat(32)}`,
  integer: "1",
  amount: "1",
  flag: "true",
  texts: "first",
  values: "id=1",
  arguments: "[]",
  conditions: "id = 1",
  json: "[]",
};

const given = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { optional }]) => !optional)
      .map(([name, { kind, among }]) => [name, among?.[0] ?? typed[kind] ?? "1"]),
  );

/** What a person is told, or why nothing can be told. */
type Output = Readonly<Record<string, unknown>>;

/** What a tool says of a preview. */
const answerShape = v.object({
  status: v.string(),
  preview: v.optional(
    v.object({
      title: v.string(),
      lines: v.array(v.unknown()),
      notes: v.array(v.string()),
      warnings: v.array(v.string()),
      weight: v.picklist(weights),
      refusal: v.optional(v.string()),
      dryRun: v.optional(v.string()),
    }),
  ),
  error: v.optional(v.object({ code: v.union([v.string(), v.number()]) })),
});

describe.each([
  ["standard", {}],
  ["standard with permissions", { auth: true }],
  ["SM", { suite: "sm" }],
  ["SM with permissions", { suite: "sm", auth: true }],
] as const)("on a chain: %s", (_, options) => {
  let bench: PortBench;
  let assistant: AssistantClient;
  let folder: string;
  beforeAll(async () => {
    bench = await portBench(options);
    assistant = await assistantClient(bench, { access: "readOnly" });
    folder = mkdtempSync(join(tmpdir(), "chainside-everywhere-"));
    const profile = { name: "asks", endpoints: [bench.chain.url], access: "confirm" };
    writeFileSync(join(folder, "connections.json"), JSON.stringify([profile]));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await assistant.close();
    await bench.close();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  async function shownByCatalogue(operation: Operation): Promise<ShownPreview> {
    const { session, signer } = bench;
    const values = await readValues(operation.fields, given(operation.fields), async () => address as `0x${string}`);
    const services: Services = { embedded: async () => session.client };
    const prepared = operation.prepare({ session, services, account: signer.address }, values);
    return predictOutcome(session, prepared, signer, "unsigned");
  }

  async function ofCatalogue(operation: Operation): Promise<Output> {
    try {
      const { preview, tried } = await shownByCatalogue(operation);
      const { title, lines, notes, warnings, weight, blocked, refusal = blocked } = preview;
      const refused = refusal ? [await errorSentence(refusal)] : [];
      return {
        title,
        lines,
        notes,
        warnings: [...refused, ...warnings],
        weight,
        ...(tried ? { dryRun: tried.text } : {}),
      };
    } catch (error) {
      if (error instanceof WrongField) return { error: "wrongField" };
      return { error: String(toChainError(error).code) };
    }
  }

  /** What the command line prints with `--json`. */
  async function printedBy(operation: Operation, ...more: string[]): Promise<v.InferOutput<typeof envelopeShape>> {
    const { printed, complaints } = await linesOf(operation, () => useCatalogue("en"), "--json", ...more);
    expect(printed, complaints.join("\n")).toHaveLength(1);
    return v.parse(envelopeShape, JSON.parse(printed.join("\n")));
  }

  /** Lines on standard output, and on standard error. */
  async function linesOf(operation: Operation, useLanguage: () => void, ...more: string[]) {
    const printed: string[] = [];
    vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(String(line)));
    const complaints: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: unknown) => void complaints.push(String(line)));
    const fields = Object.entries(given(operation.fields)).map(
      ([name, value]) =>
        `--${fieldOption(name, takenOptions)}${operation.fields[name]?.kind === "flag" ? "" : `=${value}`}`,
    );
    const order = [operation.noun, operation.verb, ...fields, "--connection", "asks", "--key", "dev0"];
    await runCommand([...order, ...more], useLanguage);
    return { printed, complaints };
  }

  async function ofCommandLine(operation: Operation): Promise<Output> {
    const { preview, error } = await printedBy(operation, "--dry-run");
    if (!preview) return { error: String(error?.code) };
    const { title, lines, notes, warnings, weight, refusal, dryRun } = preview;
    // In English, as JSON is: what it means and what to do.
    const refused = refusal ? [joinSentences(stopped(refusal.message), refusal.advice ?? "")] : [];
    return {
      title,
      lines,
      notes,
      warnings: [...refused, ...warnings],
      weight,
      ...(dryRun ? { dryRun: dryRun.text } : {}),
    };
  }

  async function ofAssistant(operation: Operation): Promise<Output> {
    const { structuredContent } = await assistant.call(`${operation.noun}_change`, {
      operation: operation.verb,
      fields: given(operation.fields),
      preview: true,
    });
    const { status, preview, error } = v.parse(answerShape, structuredContent);
    if (!preview) return { error: status === "refused" ? "wrongField" : String(error?.code) };
    const { refusal, warnings, ...reported } = preview;
    return { ...reported, warnings: [...(refusal === undefined ? [] : [refusal]), ...warnings] };
  }

  it("every change is foreseen in the same words by catalogue, command line and assistants, and none is made", async () => {
    // What takes sources and a compiler has tests of its own.
    const changes = loadedOperations.filter(({ effect, needs }) => effect !== "asks" && needs !== "sources");
    expect(changes.length).toBeGreaterThan(60);
    let consequences = 0;
    for (const operation of changes) {
      const expected = await ofCatalogue(operation);
      const signed = bench.signatures();
      expect({ [nameOf(operation)]: await ofCommandLine(operation) }).toEqual({ [nameOf(operation)]: expected });
      expect({ [nameOf(operation)]: await ofAssistant(operation) }).toEqual({ [nameOf(operation)]: expected });
      expect(bench.signatures()).toBe(signed);
      if (expected["error"] === undefined) consequences++;
    }
    expect(consequences).toBeGreaterThan(20);
  });

  // The Chinese of a sentence is the same on every chain.
  const isLast = "auth" in options && "suite" in options;
  if (isLast)
    it("says the same in Chinese by catalogue, command line and assistants", async () => {
      const chinese = (): void => useSources("zh-cn");
      const changes = loadedOperations.filter(({ effect, needs }) => effect !== "asks" && needs !== "sources");
      let [consequences, refused] = [0, 0];
      for (const operation of changes) {
        chinese();
        const name = nameOf(operation);
        const expected = await ofCatalogue(operation);
        expect({ [name]: await ofAssistant(operation) }).toEqual({ [name]: expected });
        const { printed, complaints } = await linesOf(operation, chinese, "--dry-run");
        if (expected["error"] !== undefined) {
          expect(complaints.join("\n"), name).toMatch(/\p{Script=Han}/u);
          refused++;
          continue;
        }
        const { warnings, notes, title, dryRun } = expected as unknown as {
          readonly [Each in "warnings" | "notes"]: readonly string[];
        } & { readonly title: string; readonly dryRun?: string };
        for (const words of [title, ...notes, ...warnings, ...(dryRun === undefined ? [] : [dryRun])]) {
          expect(words, name).toMatch(/\p{Script=Han}/u);
          expect(printed.join("\n"), name).toContain(visibleLine(words));
        }
        consequences++;
      }
      expect([consequences, refused].map((each) => each > 5)).toEqual([true, true]);
    });

  it("every question is answered, or refused for the same reason, by catalogue, command line and assistants", async () => {
    const { session, signer } = bench;
    const services: Services = { embedded: async () => session.client };
    // What takes sources and a compiler has tests of its own; an assistant isn't offered it.
    const here = await offeredOf(loadedOperations, { ...services, archive: async () => undefined });
    const questions = here.filter(({ effect }) => effect === "asks");
    expect(loadedOperations.filter(({ effect, needs }) => effect === "asks" && needs === undefined)).toEqual(
      questions.filter(({ needs }) => needs === undefined),
    );
    let answered = 0;
    for (const operation of questions) {
      const own = given(operation.fields);
      const answerFor = (account?: `0x${string}`): Promise<string> =>
        readValues(operation.fields, own, async () => address as `0x${string}`)
          .then((values) => operation.prepare({ session, services, ...(account ? { account } : {}) }, values).run())
          .then(
            () => "done",
            (error: unknown) => (error instanceof WrongField ? "wrongField" : String(toChainError(error).code)),
          );
      const { ok, error } = await printedBy(operation);
      const mine = await answerFor(signer.address);
      expect({ [nameOf(operation)]: ok ? "done" : String(error?.code) }).toEqual({ [nameOf(operation)]: mine });
      // An assistant asks as its account only where the answer depends on who asks: no key is touched for the others.
      const expected = await answerFor(operation.asksAs ? signer.address : undefined);
      const name = `${operation.noun}_read`;
      const { structuredContent } = await assistant.call(name, { operation: operation.verb, fields: own });
      const reported = v.parse(answerShape, structuredContent);
      const found =
        reported.status === "refused"
          ? "wrongField"
          : reported.status === "done"
            ? "done"
            : String(reported.error?.code);
      expect({ [nameOf(operation)]: found }).toEqual({ [nameOf(operation)]: expected });
      if (expected === "done") answered++;
    }
    expect(answered).toBeGreaterThan(25);
  });

  it("no power of an embedded chain is offered on a chain of nodes, and none is used there", async () => {
    const node = await asNode(bench.chain.url);
    const transport = createHttpTransport({ url: node.url });
    const session = await openSession(createClient(transport, "group0"));
    const client = await assistantClient({ ...bench, session }, { access: "full", free: true });
    const { tools } = await client.client.listTools();
    expect(tools.filter(({ name }) => name.startsWith("dev_"))).toEqual([]);
    const free = await assistantClient(bench, { access: "full", free: true });
    const here = await free.client.listTools();
    await free.close();
    expect(here.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["dev_change", "dev_read"]));
    const reasons: Readonly<Record<string, string>> = {
      embedded: "notEmbedded",
      archive: "noArchiveService",
      rehearsal: "noRehearsalHere",
      nodes: "noFoldersHere",
    };
    for (const operation of loadedOperations.filter(({ needs }) => needs !== undefined)) {
      const tool = `${operation.noun}_${operation.effect === "asks" ? "read" : "change"}`;
      const { structuredContent } = await client.call(tool, {
        operation: operation.verb,
        fields: given(operation.fields),
      });
      const code = reasons[operation.needs ?? ""] ?? "noSourcesHere";
      expect(structuredContent, operation.verb).toMatchObject({ status: "failed", error: { code } });
    }
    await client.close();
    await transport.close();
    await node.close();
  });
});
