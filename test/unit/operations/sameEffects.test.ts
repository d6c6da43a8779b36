// The same change by every front comes to the same transactions, with the same results, or to the same refusal.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toChainError } from "../../../src/chain/errors/dictionary";
import { readCell } from "../../../src/chain/notebook/requestText";
import { getBlockByNumber } from "../../../src/chain/rpc/getBlockByNumber";
import { getBlockNumber } from "../../../src/chain/rpc/getBlockNumber";
import { getObserverList } from "../../../src/chain/rpc/getObserverList";
import { getSealerList } from "../../../src/chain/rpc/getSealerList";
import { getTransaction } from "../../../src/chain/rpc/getTransaction";
import { getTransactionReceipt } from "../../../src/chain/rpc/getTransactionReceipt";
import type { ChainSession } from "../../../src/chain/session";
import { runCommand } from "../../../src/cli/commands";
import { envelopeShape } from "../../../src/cli/operations/envelope";
import { takenOptions } from "../../../src/cli/operations/operationLine";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../../src/devchain/keys/seededKeys";
import { runOperationRequest } from "../../../src/extension/features/notebook/runOperationRequest";
import { findOperation, nouns } from "../../../src/operations/catalogue";
import { loadedOperations } from "../../../src/operations/loaded";
import { readValues } from "../../../src/operations/model/fields";
import type { Operation } from "../../../src/operations/model/operation";
import type { Services } from "../../../src/operations/model/services";
import { fieldOption } from "../../../src/operations/words/fieldWords";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import { runScenario } from "../../../src/scenarios/run/runScenario";
import { useCatalogue } from "../../../src/text/catalogue";
import { assistantClient, portBench } from "../../support/assistants";
import { extensionApp } from "../../support/extensionApp";
import { host } from "../../support/fakeVscode/fakeHost";
import { sayingAbi, sayingCode } from "../../support/hostileContract";
import { filledIn, type KnownThings, type OperationCase, operationCases } from "../../support/operationCases";

type Fields = OperationCase[1];

/** A front on a chain of its own. `do` gives `done`, `proposed`, or the code of the refusal. */
interface Front {
  readonly session: ChainSession;
  do(operation: Operation, fields: Fields): Promise<string>;
  close(): Promise<void>;
}

type ChainOptions = NonNullable<Parameters<typeof portBench>[0]>;

const common: ChainOptions = {
  sealers: 2,
  observers: 1,
  features: ["feature_balance", "feature_balance_precompiled", "feature_sharding"],
};

const codeOf = (error: unknown): string => String(toChainError(error).code);

const servicesOf = ({ client }: ChainSession): Services => ({ embedded: async () => client });

const resolve = async (given: string): Promise<`0x${string}`> => given as `0x${string}`;

function firstAccount({ suite }: ChainSession): Signer {
  const [account] = seededAccounts(suite, "chainside", 1);
  return privateKeySigner(suite, hexToBytes(account?.privateKey ?? ""));
}

/** @param spelled as a scenario has it: what only the committee may do is refused, and only writing agrees to what locks people out */
async function catalogueFront(options: ChainOptions, spelled = false): Promise<Front> {
  const on = await extensionApp({ ...common, ...options });
  const { session } = on.group;
  const signer = firstAccount(session);
  return {
    session,
    do: async (operation, fields) => {
      try {
        const values = await readValues(operation.fields, fields, resolve);
        const context = { session, account: signer.address, services: servicesOf(session) };
        const how = spelled
          ? ({ agreed: operation.agreedByWriting ?? false, committee: "refuse" } as const)
          : { agreed: true };
        const outcome = await operation.prepare(context, values).run(signer, how);
        return "proposed" in outcome ? "proposed" : "done";
      } catch (error) {
        return codeOf(error);
      }
    },
    close: async () => on.dispose(),
  };
}

/** Each entry of a list or a map as an option of its own. */
function optionsOf(
  operation: Operation,
  fields: Fields,
  taken: Readonly<Record<string, unknown>>,
): [string, string?][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string?][] => {
    const option = `--${fieldOption(name, taken)}`;
    if (operation.fields[name]?.kind === "flag") return [[option]];
    if (Array.isArray(value))
      return value.length === 0 ? [[option, "[]"]] : value.map((item) => [option, String(item)]);
    if (typeof value === "object")
      return Object.entries(value).map(([key, item]): [string, string] => [option, `${key}=${String(item)}`]);
    return [[option, String(value)]];
  });
}

async function commandLineFront(options: ChainOptions): Promise<Front> {
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
      await runCommand([...order, "--yes", "--json"], () => useCatalogue("en"));
      out.mockRestore();
      err.mockRestore();
      expect(printed, complaints.join("\n")).toHaveLength(1);
      const { ok, proposed, error } = v.parse(envelopeShape, JSON.parse(printed[0] ?? ""));
      return proposed ? "proposed" : ok ? "done" : String(error?.code);
    },
    close: async () => {
      rmSync(folder, { recursive: true });
      await bench.close();
    },
  };
}

const answerShape = v.object({
  status: v.string(),
  error: v.optional(v.object({ code: v.union([v.string(), v.number()]) })),
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
      return error ? String(error.code) : status;
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
    signing: { admin, signer: async () => admin, freshSigner: () => admin },
    contract: () => Promise.reject(new Error("nothing is compiled")),
  };
  return {
    session,
    do: async ({ word }, fields) => {
      const subject = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
      const text = `scenario: It\nsteps:\n  - ${word}:${subject}\n`;
      const scenario = await readScenario("/s/it.chain.yaml", async () => text);
      const [result] = await runScenario(scenario, context, {
        variables: new Map(),
        signal: new AbortController().signal,
      });
      const { failure } = result ?? {};
      if (failure && !failure.error) throw new Error(JSON.stringify(failure.said));
      return failure?.error ? codeOf(failure.error) : "done";
    },
    close: async () => on.dispose(),
  };
}

/** A line of a notebook: what the palette's *Run Operation…* does, too. */
async function editorFront(options: ChainOptions): Promise<Front> {
  const on = await extensionApp({ ...common, ...options });
  on.access = "full";
  return {
    session: on.group.session,
    do: async (operation, fields) => {
      host.picks = [/Sign and Send/];
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
        return shown.head.includes(": proposal #") ? "proposed" : "done";
      } catch (error) {
        return codeOf(error);
      }
    },
    close: async () => on.dispose(),
  };
}

const fronts = {
  "command line": commandLineFront,
  assistant: assistantFront,
  scenario: scenarioFront,
  notebook: editorFront,
};

async function knownThings(session: ChainSession): Promise<KnownThings> {
  const { client, suite } = session;
  const [me = "", other = "", third = ""] = seededAccounts(suite, "chainside", 3).map(({ address }) => address);
  const sealers = await getSealerList(client);
  const observers = await getObserverList(client);
  return {
    sealer: sealers.at(-1)?.nodeID ?? "",
    observer: observers[0] ?? "",
    ...{ me, other, third, contract: "", code: sayingCode(session, "tea"), abi: sayingAbi },
  };
}

/** Every transaction of these blocks: what it called with what, how it ended, and what it answered. */
async function transactionsOf({ client }: ChainSession, from: number, to: number) {
  const found: { to: string; input: string; status: number; output: string; contract: string }[] = [];
  for (let block = from; block <= to; block++) {
    for (const hash of (await getBlockByNumber(client, block)).transactions as readonly string[]) {
      const { to: called = "", input } = await getTransaction(client, hash);
      const { status, output, contractAddress } = await getTransactionReceipt(client, hash);
      found.push({ to: called, input, status, output, contract: contractAddress ?? "" });
    }
  }
  return found;
}

/** What each case came to by a front. */
async function effectsBy(make: (options: ChainOptions) => Promise<Front>, options: ChainOptions) {
  const front = await make(options);
  const { session } = front;
  try {
    let known = await knownThings(session);
    const effects: { name: string; outcome: string; transactions: Awaited<ReturnType<typeof transactionsOf>> }[] = [];
    for (const [name, fields] of operationCases) {
      const [noun = "", verb = ""] = name.split(" ");
      const operation = await findOperation(noun, verb);
      if (!operation) throw new Error(`no ${name}`);
      const before = await getBlockNumber(session.client);
      const outcome = await front.do(operation, filledIn(fields, known));
      const transactions = await transactionsOf(session, before + 1, await getBlockNumber(session.client));
      const made = transactions.find(({ contract }) => contract !== "");
      if (name === "contract deploy" && made) known = { ...known, contract: made.contract };
      effects.push({ name, outcome, transactions });
    }
    return effects;
  } finally {
    await front.close();
  }
}

beforeEach(() => host.reset());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it("there is a case for every operation that changes a chain, but for those that end it or take sources", () => {
  const tried = new Set(operationCases.map(([name]) => name));
  const left = loadedOperations
    .filter(({ effect, needs }) => effect !== "asks" && needs !== "sources")
    .map(({ noun, verb }) => `${noun} ${verb}`)
    .filter((name) => !tried.has(name));
  expect(left).toEqual(["dev pause", "dev resume", "dev restart", "dev reset"]);
});

describe.each([
  ["standard", {}],
  ["SM with permissions", { suite: "sm", auth: true }],
] as const)("every change: %s", (_, options) => {
  it("comes to the same transactions and answers, or the same refusal, by every front", async () => {
    const expected = await effectsBy(catalogueFront, options);
    const done = expected.filter(({ outcome }) => outcome === "done" || outcome === "proposed");
    expect(done.length).toBeGreaterThan(expected.length / 2);
    const spelled = await effectsBy((each) => catalogueFront(each, true), options);
    for (const [name, make] of Object.entries(fronts)) {
      expect({ [name]: await effectsBy(make, options) }).toEqual({ [name]: name === "scenario" ? spelled : expected });
    }
  });
});
