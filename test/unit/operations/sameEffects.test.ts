// The same change by every front comes to the same transactions, with the same results, or to the same refusal.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readCell } from "../../../src/chain/notebook/requestText";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import type { ChainSession } from "../../../src/chain/session";
import { runCommand } from "../../../src/cli/commands";
import { envelopeShape } from "../../../src/cli/operations/envelope";
import { takenOptions } from "../../../src/cli/operations/operationLine";
import { scenarioReport } from "../../../src/cli/scenarios/report";
import { explainError, toChainError } from "../../../src/errors/dictionary";
import { runOperationRequest } from "../../../src/extension/features/notebook/runRequest";
import { findOperation, nouns } from "../../../src/operations/catalogue";
import { loadedOperations } from "../../../src/operations/loaded";
import { readValues } from "../../../src/operations/model/fields";
import type { Operation } from "../../../src/operations/model/operation";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import { runScenario } from "../../../src/scenarios/run/runScenario";
import { type Ask, confirmingName } from "../../../src/signing/consent";
import { visibleLine } from "../../../src/text/visibleText";
import { agreementToRun } from "../../support/agreementToRun";
import { assistantClient, portBench } from "../../support/assistants";
import { englishAfterEach, useSources } from "../../support/chinese";
import { extensionApp } from "../../support/extensionApp";
import { host } from "../../support/fakeVscode/fakeHost";
import { filledIn, type OperationCase, operationCases } from "../../support/operationCases";
import {
  common,
  firstAccount,
  knownThings,
  optionsOf,
  resolve,
  servicesOf,
  statedBefore,
  transactionsOf,
} from "../../support/operationRuns";
import { translationsOf } from "../../support/window/translations";

type Fields = OperationCase[1];

/** What came of a change. */
interface Done {
  /** `done`, `proposed`, or the code of the refusal. */
  readonly outcome: string;
  /** All that a person is told in the chosen language; by the catalogue itself, why it was refused. */
  readonly message: string;
  /** What the catalogue itself foresees. */
  readonly consequences?: readonly string[];
}

/** A front on a chain of its own. */
interface Front {
  readonly session: ChainSession;
  do(operation: Operation, fields: Fields): Promise<Done>;
  close(): Promise<void>;
}

type Language = "en" | "zh-cn";

type ChainOptions = NonNullable<Parameters<typeof portBench>[0]>;

const smWithPermissions: ChainOptions = { suite: "sm", auth: true };

const codeOf = (error: unknown): string => String(toChainError(error).code);

/** What an error means, and what to do: each a line. */
async function sentences(error: unknown): Promise<string[]> {
  const { meaning, advice } = await explainError(toChainError(error));
  return [meaning, ...(advice === "" ? [] : [advice])];
}

/** @param spelled as a scenario has it: what only the committee may do is refused, and only writing agrees to what locks people out */
async function catalogueFrontOf(options: ChainOptions, spelled: boolean): Promise<Front> {
  const on = await extensionApp({ ...common, ...options });
  const { session } = on.group;
  const signer = firstAccount(session);
  return {
    session,
    do: async (operation, fields) => {
      const consequences: string[] = [];
      try {
        const values = await readValues(operation.fields, fields, resolve);
        const context = { session, account: signer.address, services: servicesOf(session) };
        const how = spelled
          ? ({ agreed: operation.agreedByWriting ?? false, committee: "refuse" } as const)
          : { agreed: true };
        const prepared = operation.prepare(context, values);
        if (operation.effect === "signs" && !spelled) {
          const { title, notes, warnings } = await prepared.preview();
          consequences.push(title, ...notes, ...warnings);
        }
        const outcome = await prepared.run(signer, how);
        return { outcome: "proposed" in outcome ? "proposed" : "done", message: "", consequences };
      } catch (error) {
        return { outcome: codeOf(error), message: (await sentences(error)).join("\n"), consequences };
      }
    },
    close: async () => on.dispose(),
  };
}

/** In English with results for programs, in Chinese as a person reads it. */
async function commandLineFront(options: ChainOptions, language: Language): Promise<Front> {
  const bench = await portBench({ ...common, ...options });
  const folder = mkdtempSync(join(tmpdir(), "chainside-effects-"));
  writeFileSync(join(folder, "connections.json"), "[]");
  return {
    session: bench.session,
    do: async (operation, fields) => {
      vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
      const printed: string[] = [];
      const complaints: string[] = [];
      const out = vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(String(line)));
      const err = vi.spyOn(console, "error").mockImplementation((line: unknown) => void complaints.push(String(line)));
      const words = optionsOf(operation, fields, takenOptions).map((each) => each.join("="));
      const order = [operation.noun, operation.verb, ...words, "--url", bench.chain.url, "--key", "dev0"];
      const before = await statedBefore(bench.session, operation, fields);
      const asked = language === "en" ? ["--yes", "--json", ...before] : ["--yes", ...before];
      const exitCode = await runCommand([...order, ...asked], () => speak(language));
      out.mockRestore();
      err.mockRestore();
      const message = complaints.join("\n");
      if (language !== "en") return { outcome: exitCode === 0 ? "done" : "refused", message };
      expect(printed, message).toHaveLength(1);
      const { ok, proposed, error } = v.parse(envelopeShape, JSON.parse(printed[0] ?? ""));
      return { outcome: proposed ? "proposed" : ok ? "done" : String(error?.code), message };
    },
    close: async () => {
      rmSync(folder, { recursive: true });
      await bench.close();
    },
  };
}

const answerShape = v.object({
  status: v.string(),
  error: v.optional(v.looseObject({ code: v.union([v.string(), v.number()]) })),
});

async function assistantFront(options: ChainOptions): Promise<Front> {
  const on = await extensionApp({ ...common, ...options });
  const { session } = on.group;
  const bench = { session, signer: firstAccount(session) };
  const assistant = await assistantClient(bench as never, { access: "full", free: true });
  return {
    session,
    do: async ({ noun, verb }, fields) => {
      const { structuredContent } = await assistant.call(`${noun}_change`, { operation: verb, fields });
      const { status, error } = v.parse(answerShape, structuredContent);
      return error ? { outcome: String(error.code), message: JSON.stringify(error) } : { outcome: status, message: "" };
    },
    close: async () => {
      await assistant.close();
      on.dispose();
    },
  };
}

async function scenarioFront(options: ChainOptions): Promise<Front> {
  const on = await extensionApp({ ...common, ...options });
  const { session } = on.group;
  const admin = firstAccount(session);
  const context = {
    session,
    services: servicesOf(session),
    signing: {
      audit: undefined,
      admin,
      signer: async () => admin,
      freshSigner: () => admin,
      agreement: await agreementToRun(),
      // what the agreement doesn't cover is agreed to by its name
      ask: (async (to) => ({ to, answer: "yes", typed: confirmingName(to.act) })) satisfies Ask,
    },
    contract: () => Promise.reject(new Error("nothing is compiled")),
  };
  return {
    session,
    do: async ({ word }, fields) => {
      const subject = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
      const text = `scenario: It\nsteps:\n  - ${word}:${subject}\n`;
      const scenario = await readScenario("/s/it.chain.yaml", async () => text);
      const steps = await runScenario(scenario, context, {
        variables: new Map(),
        signal: new AbortController().signal,
      });
      const { failure } = steps[0] ?? {};
      if (failure && !failure.error) throw new Error(JSON.stringify(failure.text));
      const message = await scenarioReport({ file: "/s/it.chain.yaml", title: "It", chain: "a chain", steps }, "/s");
      return { outcome: failure?.error ? codeOf(failure.error) : "done", message };
    },
    close: async () => on.dispose(),
  };
}

/** A line of a notebook: what the palette's *Run Operation…* does, too. */
async function editorFront(options: ChainOptions): Promise<Front> {
  const on = await extensionApp({ ...common, ...options });
  on.access = "confirm";
  return {
    session: on.group.session,
    do: async (operation, fields) => {
      host.picks = [/\$\(check\) (?:Sign and Send|Continue|签名并发送|继续)/];
      const [confirm] = (await statedBefore(on.group.session, operation, fields)).filter((each) =>
        each.startsWith("--confirm"),
      );
      host.texts = confirm === undefined ? [] : [confirm.slice("--confirm=".length)];
      host.questions.length = 0;
      const words = optionsOf(operation, fields, {}).flatMap(([option, value]) =>
        value === undefined ? [option] : [option, JSON.stringify(value)],
      );
      const line = [operation.noun, operation.verb, ...words].join(" ").replaceAll("$", "$$$$");
      const [cell] = readCell(line, Object.keys(nouns));
      const request = cell?.request((name) => name);
      if (request?.kind !== "operation") throw new Error(line);
      try {
        const ground = { app: on.app, group: on.group, signal: new AbortController().signal };
        const { shown } = await runOperationRequest(ground, request);
        return {
          outcome: /: (?:proposal|提案) #/.test(shown.head) ? "proposed" : "done",
          message: host.questions.join("\n"),
        };
      } catch (error) {
        const { message, advice } = await on.app.errors.words(error);
        return { outcome: codeOf(error), message: [...host.questions, message, advice].join("\n") };
      }
    },
    close: async () => on.dispose(),
  };
}

/** What scenarios may. */
const spelledFront = (options: ChainOptions): Promise<Front> => catalogueFrontOf(options, true);

const catalogueFront = (options: ChainOptions): Promise<Front> => catalogueFrontOf(options, false);

const fronts = {
  "command line": commandLineFront,
  assistant: assistantFront,
  scenario: scenarioFront,
  notebook: editorFront,
};

/** Chooses the language of every front. */
function speak(language: Language): void {
  useSources(language);
  host.language = language;
  host.translations = translationsOf(language);
}

/** What each case came to by a front. */
async function effectsBy(
  make: (options: ChainOptions, language: Language) => Promise<Front>,
  options: ChainOptions,
  language: Language = "en",
) {
  const front = await make(options, language);
  const { session } = front;
  try {
    let known = await knownThings(session);
    const effects: (Done & { name: string; transactions: Awaited<ReturnType<typeof transactionsOf>> })[] = [];
    for (const [name, fields] of operationCases) {
      const [noun = "", verb = ""] = name.split(" ");
      const operation = await findOperation(noun, verb);
      if (!operation) throw new Error(`no ${name}`);
      const before = await getBlockNumber(session.client);
      speak(language);
      const done = await front.do(operation, filledIn(fields, known));
      const transactions = await transactionsOf(session, before + 1, await getBlockNumber(session.client));
      const made = transactions.find(({ contract }) => contract !== "");
      if (name === "contract deploy" && made) known = { ...known, contract: made.contract };
      effects.push({ name, ...done, transactions });
    }
    return effects;
  } finally {
    await front.close();
  }
}

/** The same without what was said. */
const unsaid = (effects: Awaited<ReturnType<typeof effectsBy>>) =>
  effects.map(({ name, outcome, transactions }) => ({ name, outcome, transactions }));

englishAfterEach();
beforeEach(() => host.reset());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it("there is a case for every operation that changes a chain, but for those that end it, take sources, or are `config set` by another word", () => {
  const tried = new Set(operationCases.map(([name]) => name));
  const left = loadedOperations
    .filter(({ effect, needs }) => effect !== "asks" && needs !== "sources")
    .map(({ noun, verb }) => `${noun} ${verb}`)
    .filter((name) => !tried.has(name));
  expect(left).toEqual(["upgrade step", "dev pause", "dev resume", "dev restart", "dev reset"]);
});

/** Fronts that refuse what is known to fail before anything is sent. */
const foreseeing: readonly string[] = ["notebook", "scenario"];

describe.each([
  ["standard", {}],
  ["SM with permissions", smWithPermissions],
] as const)("every change: %s", (_, options) => {
  it("comes to the same transactions and answers, or the same refusal, by every front", async () => {
    const expected = unsaid(await effectsBy(catalogueFront, options));
    const done = expected.filter(({ outcome }) => outcome === "done" || outcome === "proposed");
    expect(done.length).toBeGreaterThan(expected.length / 2);
    const spelled = unsaid(await effectsBy(spelledFront, options));
    for (const [name, make] of Object.entries(fronts)) {
      const found = unsaid(await effectsBy(make, options));
      const meant = name === "scenario" ? spelled : expected;
      // Something is at stake in an editor, and in a run on a chain that stays: what is known to fail isn't sent, and says why by
      // another code.
      const due = meant.map((each, at) => {
        const here = found[at];
        const known =
          foreseeing.includes(name) && !["done", "proposed"].includes(each.outcome) && here?.outcome !== each.outcome;
        return known && here?.transactions.length === 0 && !["done", "proposed"].includes(here.outcome) ? here : each;
      });
      expect({ [name]: found }).toEqual({ [name]: due });
    }
  });
});

/** Without breaks of lines, which the editor's question makes, without spaces, and without the editor's names of accounts. */
const bare = (words: string): string =>
  visibleLine(words.replace(/\$\(blank\)|\s/g, "")).replace(
    /(?:dev\d)?0x(?:[0-9a-f]{8}…|[0-9a-f]{40}(?![0-9a-f]))/g,
    "@",
  );

/** Fronts that show a change before they ask about it; what can't be made at all needs no question. */
const asking: readonly string[] = ["command line", "notebook"];

it("is foreseen and refused in the same Chinese words by every front", async () => {
  const expected = await effectsBy(catalogueFront, smWithPermissions, "zh-cn");
  const spelled = await effectsBy(spelledFront, smWithPermissions, "zh-cn");
  for (const [front, make] of Object.entries(fronts)) {
    const found = await effectsBy(make, smWithPermissions, "zh-cn");
    let [refused, compared] = [0, 0];
    for (const [at, { name, outcome, message, consequences = [] }] of (front === "scenario"
      ? spelled
      : expected
    ).entries()) {
      const refusal = message === "" ? [] : message.split("\n");
      if (refusal.length > 0) refused++;
      // Known to fail, and not sent: its own words.
      if (refusal.length > 0 && foreseeing.includes(front) && found[at]?.outcome !== outcome) continue;
      for (const words of refusal.length > 0 ? refusal : asking.includes(front) ? consequences : []) {
        expect(words, name).toMatch(/\p{Script=Han}/u);
        expect(bare(found[at]?.message ?? ""), `${front}: ${name}`).toContain(bare(words));
        compared++;
      }
    }
    expect([front, refused > 5, compared > 10]).toEqual([front, true, true]);
  }
});
