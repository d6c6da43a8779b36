// Every operation that signs, by every front that has it: the same sentence, the same weight, the same refusal, the same call, and a
// consent that is one request's. Each front is its own code; a person says no, and what was asked is read from the log that each front
// keeps. An application (SDK, generated services) isn't asked: a signer elsewhere reads its request from the bytes, and says no.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { askThrough } from "../../../src/assistants/assistant";
import { Budget } from "../../../src/assistants/signing/permit";
import { readCell } from "../../../src/chain/notebook/requestText";
import { getBlockByNumber, getBlockNumber } from "../../../src/chain/rpc/blocks";
import { unsignedTransaction } from "../../../src/chain/transaction/signTransaction";
import { runCommand, shellProgram } from "../../../src/cli/commands";
import { terminalAsk } from "../../../src/cli/connection/terminalConsent";
import { takenOptions } from "../../../src/cli/operations/operationLine";
import { runCommandLine } from "../../../src/cli/options/commandLine";
import { Shell } from "../../../src/cli/shell/shell";
import { shellLine } from "../../../src/cli/shell/shellOptions";
import { bytesToHex } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { freshSigner } from "../../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../../src/devchain/keys/seededKeys";
import { toChainError } from "../../../src/errors/dictionary";
import { registerAssistants } from "../../../src/extension/features/assistants/registerAssistants";
import { runOperationRequest } from "../../../src/extension/features/notebook/runRequest";
import { editorAsk } from "../../../src/extension/flows/signing/askInEditor";
import { Cancelled } from "../../../src/extension/kit/errors/cancelled";
import { findOperation, nouns } from "../../../src/operations/catalogue";
import { readValues } from "../../../src/operations/model/fields";
import type { Operation } from "../../../src/operations/model/operation";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import type { RunContext } from "../../../src/scenarios/run/runContext";
import { runScenario } from "../../../src/scenarios/run/runScenario";
import { folderAudit } from "../../../src/signing/audit/folderAudit";
import { type Ask, agree, obtainConsent } from "../../../src/signing/consent";
import { receivedRequest } from "../../../src/signing/received";
import { heaviest, type Weight, weights, withRequest } from "../../../src/signing/request";
import { sign } from "../../../src/signing/sign";
import { say, useCatalogue } from "../../../src/text/catalogue";
import { visibleLine } from "../../../src/text/visibleText";
import { assistantClient, type PortBench, portBench } from "../../support/assistants";
import { englishAfterEach } from "../../support/chinese";
import { type ExtensionApp, extensionApp } from "../../support/extensionApp";
import { host } from "../../support/fakeVscode/fakeHost";
import { chatTools, type LanguageModelToolResult } from "../../support/fakeVscode/language";
import { CancellationTokenSource } from "../../support/fakeVscode/values";
import { becomeVersion } from "../../support/fakeVscode/vscode";
import { filledIn, type KnownThings, type OperationCase, operationCases } from "../../support/operationCases";
import {
  common,
  firstAccount,
  knownThings,
  optionsOf,
  resolve,
  servicesOf,
  transactionsOf,
} from "../../support/operationRuns";
import { sdkCalls } from "../../support/sdkCalls";

type Fields = OperationCase[1];

/** What a person was asked, or why no one was. */
interface Asked {
  readonly sentence?: string;
  readonly weight?: Weight;
  /** Hash of what is agreed to. */
  readonly hash?: string;
  /** Hash of the call data. */
  readonly data?: string;
  /** Why nothing was asked. */
  readonly refused?: string;
}
/** Does an operation, to which a person says no unless they are told to say yes. Gives the code of what was refused. */
type Front = (operation: Operation, fields: Fields, yes?: true) => Promise<string>;

const folder = mkdtempSync(join(tmpdir(), "chainside-questions-"));
const noted = v.looseObject({
  event: v.string(),
  hash: v.string(),
  request: v.looseObject({
    sentence: v.string(),
    weight: v.picklist(weights),
    data: v.looseObject({ hash: v.string() }),
  }),
});

/** The sentence without who does it where, and without names of accounts, which each front calls as it does. */
const messageOf = (sentence: string): string =>
  visibleLine(sentence.replace(/, as [^,]*$/, "")).replace(
    /(?:dev\d )?0x(?:[0-9a-f]{8}…|[0-9a-f]{40}(?![0-9a-f]))/g,
    "@",
  );

/** What a front wrote down of a request that no one agreed to; each front has a folder of its own. */
class Log {
  readonly #folder: string;
  /** Where the front's process keeps what a person has of their own. */
  readonly state: string;
  #seen = 0;

  constructor(readonly name: string) {
    this.state = join(folder, name);
    this.#folder = join(this.state, "chainside/audit");
  }

  get path(): string {
    return this.#folder;
  }

  /** What is new since it was read last. */
  next(): Asked | undefined {
    let lines: string[];
    try {
      lines = readdirSync(this.#folder)
        .filter((file) => file.endsWith(".jsonl"))
        .flatMap((file) => readFileSync(join(this.#folder, file), "utf8").trim().split("\n"));
    } catch {
      return undefined;
    }
    const fresh = lines.slice(this.#seen);
    this.#seen = lines.length;
    const [first, second] = fresh
      .filter((line) => !line.includes('"event":"outcome"'))
      .map((line) => v.parse(noted, JSON.parse(line)));
    if (second) throw new Error(`${this.name} asked twice`);
    if (!first) return undefined;
    const { sentence, weight, data } = first.request;
    return { sentence: messageOf(sentence), weight, data: data.hash, hash: first.hash };
  }
}

const seed = "bank";
let bench: PortBench;
let on: ExtensionApp;
let key: string;
const ends: (() => unknown)[] = [];
const { token } = new CancellationTokenSource();
const codeOf = (answer: unknown): string =>
  String((answer as { error?: { code?: unknown } } | undefined)?.error?.code ?? "");

englishAfterEach();
beforeAll(async () => {
  // Accounts that not everyone has: of others nothing is asked where nothing is at stake.
  const options = { ...common, auth: true, seed } as const;
  bench = await portBench(options);
  on = await extensionApp(options);
  on.access = "confirm";
  becomeVersion("1.101.2");
  const registered = registerAssistants(on.app);
  ends.push(
    () => becomeVersion("1.100.0"),
    () => registered.dispose(),
    () => on.dispose(),
    () => bench.close(),
  );
  const profile = { name: "bank", endpoints: [bench.chain.url], access: "confirm" };
  writeFileSync(join(folder, "connections.json"), JSON.stringify([profile]));
  const [account] = seededAccounts(bench.session.suite, seed, 1);
  key = join(folder, "ops.hex");
  writeFileSync(key, account?.privateKey ?? "", { mode: 0o600 });
});
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs what prints, and gives the lines for programs. */
async function printed(run: () => Promise<unknown>): Promise<string> {
  const out: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: unknown) => void out.push(String(line)));
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run();
  log.mockRestore();
  error.mockRestore();
  return out.join("\n");
}

const auditIn = (state = "", front: "assistant" | "terminal") =>
  folderAudit(join(state, "chainside/audit"), front, (error) => {
    throw error;
  });

const optionText = (operation: Operation, fields: Fields): string[] =>
  optionsOf(operation, fields, takenOptions).map((each) => each.join("="));

/** A word of the console. */
const quoted = (word: string): string => (word.includes("'") ? JSON.stringify(word) : `'${word}'`);

/** One after the other: each is its own way to the same chain, and gives why it refused; empty where a person said no. */
const fronts: Readonly<Record<string, { readonly chain: "port" | "editor"; readonly ask: Front }>> = {
  "command line": {
    chain: "port",
    ask: async (operation, fields, yes) => {
      const words = [operation.noun, operation.verb, ...optionText(operation, fields)];
      const order = [...words, "--connection", "bank", "--key", key, "--json", ...(yes ? ["--yes"] : [])];
      return codeOf(JSON.parse(await printed(() => runCommand(order, () => useCatalogue("en")))));
    },
  },
  console: {
    chain: "port",
    ask: async (operation, fields, yes) => {
      let outcome: unknown;
      const line = [operation.noun, operation.verb, ...optionText(operation, fields).map(quoted)];
      const message = await printed(() =>
        runCommandLine(
          shellLine,
          ["--connection", "bank", "--key", key, ...(yes ? ["--yes"] : [])],
          async (options) => {
            const shell = new Shell(options, {
              ...shellProgram,
              run: (args) => runCommand(args, () => useCatalogue("en")),
            });
            outcome = await shell.line(line.join(" "));
            await shell.close();
            return 0;
          },
        ),
      );
      if (outcome === 0 && !yes) throw new Error(`the console did ${operation.noun} ${operation.verb}: ${message}`);
      // it says why in words alone
      return "";
    },
  },
  assistant: {
    chain: "port",
    ask: async ({ noun, verb }, fields, yes) => {
      const { session } = bench;
      const audit = auditIn(process.env["XDG_STATE_HOME"], "assistant");
      const { call, close } = await assistantClient(
        { session, signer: firstAccount(session, seed), signatures: () => 0, close: async () => undefined },
        { access: "confirm" },
        { person: () => (yes ? "yes" : "no"), audit },
      );
      const { structuredContent } = await call(`${noun}_change`, { operation: verb, fields });
      await close();
      return codeOf(structuredContent);
    },
  },
  notebook: {
    chain: "editor",
    ask: async (operation, fields, yes) => {
      if (yes) host.picks = [/Sign and Send/];
      const words = optionsOf(operation, fields, {}).flatMap(([option, value]) =>
        value === undefined ? [option] : [option, JSON.stringify(value)],
      );
      const line = [operation.noun, operation.verb, ...words].join(" ").replaceAll("$", "$$$$");
      const request = readCell(line, Object.keys(nouns))[0]?.request((name) => name);
      if (request?.kind !== "operation") throw new Error(line);
      const ground = { app: on.app, group: on.group, signal: new AbortController().signal };
      const run = () =>
        runOperationRequest(ground, request).then(
          () => "",
          (error: unknown) => (error instanceof Cancelled ? "" : String(toChainError(error).code)),
        );
      const code = await run();
      if (!host.questions.join("\n").includes("Send Nevertheless")) return code;
      // here the code of what is known to fail can be typed, and then it is sent: who goes on is told it
      vi.stubEnv("XDG_STATE_HOME", join(folder, "nevertheless"));
      host.picks = [/Send Nevertheless/];
      await run();
      return /Type (\S+) to send it nevertheless/.exec(host.questions.join("\n"))?.[1] ?? code;
    },
  },
  scenario: {
    chain: "port",
    ask: async ({ word }, fields, yes) => {
      const { session } = bench;
      const place = { connection: "bank", chainId: session.chainId, groupId: session.groupId };
      const terms = { access: "confirm" as const, connection: "bank" };
      // a run that no one agreed to asks about each of its steps
      const agreement =
        yes && (await agree({ act: { title: "Run" }, place }, terms, async (to) => ({ to, answer: "yes" })));
      const context: RunContext = {
        session,
        services: servicesOf(session),
        contract: () => Promise.reject(new Error("nothing is compiled")),
        signing: {
          admin: firstAccount(session, seed),
          signer: async () => undefined,
          freshSigner: () => freshSigner(session.suite),
          ask: async (to) => ({ to, answer: "no" }),
          audit: auditIn(process.env["XDG_STATE_HOME"], "terminal"),
          ...(agreement ? { agreement } : {}),
        },
      };
      const text = `scenario: It\nsteps:\n  - ${JSON.stringify({ [word]: fields })}`;
      const scenario = await readScenario("/s/it.chain.yaml", async () => text);
      const { signal } = new AbortController();
      const [result] = await runScenario(scenario, context, { variables: new Map(), signal });
      const message = result?.failure?.text;
      if (message && !say(message).startsWith("No one agreed to this step")) throw new Error(say(message));
      return String(result?.failure?.error?.code ?? "");
    },
  },
  chat: {
    chain: "editor",
    ask: async ({ noun, verb }, fields, yes) => {
      if (yes) host.picks = [/Sign and Send/];
      const tool = chatTools.get("chainside_change") as {
        invoke(options: object, token: unknown): Promise<LanguageModelToolResult>;
      };
      const input = { operation: `${noun} ${verb}`, fields };
      const text = (await tool.invoke({ input }, token)).content.map(({ value }) => value).join("");
      return codeOf(JSON.parse(text.split("\n")[1] ?? "{}"));
    },
  },
};

/**
 * What an application signs by the SDK with a key that is elsewhere: its signer gets the request, which is read from the very bytes, and
 * says no. Undefined where the SDK has no function for it.
 */
async function byApplication(name: string, fields: Fields, { abi }: KnownThings): Promise<Asked | undefined> {
  const { session } = bench;
  const own = firstAccount(session, seed);
  const chain = { ...session, close: async () => undefined };
  let asked: Asked | undefined;
  const account: Signer = {
    ...own,
    sign: async (hash, request) => {
      const content = await request?.();
      // as a remote signer reads it: hashed here, and refused where it says anything else than the bytes
      const { claimed } = receivedRequest(content, { hash: bytesToHex(hash), from: own.address });
      asked = { weight: claimed.weight, data: claimed.data.hash, hash: bytesToHex(hash) };
      throw new Cancelled();
    },
  };
  const word = (field: string) => String(fields[field] ?? (field === "abi" ? JSON.stringify(abi) : ""));
  const call = sdkCalls[name];
  if (!call) return undefined;
  const code = await call({ chain, account, word, fields }).then(
    () => "signed",
    (error: unknown) => (error instanceof Cancelled ? "" : String(toChainError(error).code)),
  );
  return asked ?? { refused: code };
}

/** What a person said no to is said in other words by each front. */
const unasked = /^(?:consentNeeded|confirmationNeeded|declined|cancelled|)$/;

it("is asked about in the same words, with the same weight, or refused for the same reason", async () => {
  const logs = new Map(Object.keys(fronts).map((name) => [name, new Log(name)]));
  const chains = { port: bench.session, editor: on.group.session };
  const known: Record<keyof typeof chains, KnownThings> = {
    port: await knownThings(chains.port, seed),
    editor: await knownThings(chains.editor, seed),
  };
  const found: Record<string, Record<string, Asked>> = {};
  const without = new Set<string>();
  const own: (readonly [name: string, application: string, fronts: string])[] = [];
  let applications = 0;
  const hashes = new Set<string>();
  const differing: object[] = [];
  let [asked, refused] = [0, 0];
  for (const [at, [name, fields]] of operationCases.entries()) {
    const operation = await findOperation(...(name.split(" ") as [string, string]));
    if (operation?.effect !== "signs") continue;
    const row: Record<string, Asked> = {};
    for (const [front, { chain, ask }] of Object.entries(fronts)) {
      const log = logs.get(front) as Log;
      vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
      vi.stubEnv("XDG_STATE_HOME", log.state);
      host.reset();
      const code = await ask(operation, filledIn(fields, known[chain]));
      const question = log.next();
      const why = front === "console" ? row["command line"]?.refused : code;
      const isKnown = front === "notebook" && !unasked.test(code);
      row[front] = (isKnown ? undefined : question) ?? {
        refused: why === undefined || unasked.test(why) ? "nothing was written down" : why,
      };
    }
    const { "command line": first, scenario } = row;
    const application = await byApplication(name, filledIn(fields, known.port), known.port);
    if (!application) without.add(name);
    else if (application.hash !== undefined && scenario?.hash !== undefined) {
      // the same call, and what its bytes come to at worst is never less than what is said of it
      expect([name, application.data]).toEqual([name, scenario.data]);
      expect([name, heaviest(application.weight, scenario.weight)]).toEqual([name, application.weight]);
      expect(hashes.has(application.hash)).toBe(false);
      hashes.add(application.hash);
      applications += 1;
    } else if (application.refused !== scenario?.refused)
      own.push([name, application.refused ?? "signed", scenario?.refused ?? "asked"]);
    const isProposed = first?.sentence?.startsWith("Proposal: ") && operation.noun !== "committee";
    if (isProposed) {
      // A script spells its proposals out: it does what it says.
      const values = await readValues(operation.fields, filledIn(fields, known.port), resolve);
      const account = firstAccount(chains.port, seed).address;
      const direct = operation.prepare({ session: chains.port, account, services: servicesOf(chains.port) }, values);
      const { title, weight } = await direct.preview({ committee: "refuse" });
      expect(scenario?.sentence).toContain(messageOf(title));
      expect(scenario?.weight).toBe(weight);
    }
    for (const [front, { hash, ...each }] of Object.entries(row)) {
      // each question is about bytes of its own
      if (hash !== undefined) expect(hashes.has(hash)).toBe(false);
      if (hash !== undefined) hashes.add(hash);
      const { hash: _, ...due } = first ?? {};
      if (isProposed && front === "scenario") continue;
      if (JSON.stringify(each) !== JSON.stringify(due)) differing.push({ name, front, ...each, due });
    }
    if (first?.sentence === undefined) refused += 1;
    else asked += 1;
    found[`${at} ${name}`] = row;
    // done in both chains alike, so that what comes next finds what it needs
    for (const chain of ["port", "editor"] as const) {
      const session = chains[chain];
      const values = await readValues(operation.fields, filledIn(fields, known[chain]), resolve);
      const signer = firstAccount(session, seed);
      const context = { session, account: signer.address, services: servicesOf(session) };
      const before = await getBlockNumber(session.client);
      await operation
        .prepare(context, values)
        .run(signer, { agreed: true })
        .catch(() => undefined);
      const sent = await transactionsOf(session, before + 1, await getBlockNumber(session.client));
      const made = sent.find(({ contract }) => contract !== "")?.contract;
      if (name === "contract deploy" && made) known[chain] = { ...known[chain], contract: made };
    }
  }
  console.log(`${applications} requests of applications have the same bytes`);
  console.log(`${asked} questions alike and ${refused} refusals alike by ${Object.keys(fronts).length} fronts`);
  expect(differing).toEqual([]);
  // An application's own key is its own consent: what the chain refuses without harm is left to the chain, and what can't be undone has to
  // be asked for in so many words (`override`).
  expect(own).toEqual([
    ["committee propose-contract-admin", "signed", "adminSame"],
    ["proposal revoke", "signed", "proposalNotOpen"],
    ["proposal vote", "signed", "proposalNotOpen"],
    ["contract freeze", "frozenForGood", "asked"],
    ["contract unfreeze", "signed", "contractStuck"],
    ["contract abolish", "signed", "contractStuck"],
  ]);
  expect([...without]).toEqual(["bfs touch", "bfs fix", "table sql"]);
  expect(applications).toBeGreaterThan(30);
  expect(asked).toBeGreaterThan(30);
  expect(Object.keys(found).length).toBeGreaterThan(50);
});

it.each(Object.keys(fronts))("what is agreed to by the %s is what is signed, and nothing else", async (front) => {
  const { chain, ask } = fronts[front] as (typeof fronts)[string];
  const log = new Log(`${front} agreed`);
  vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
  vi.stubEnv("XDG_STATE_HOME", log.state);
  host.reset();
  const mkdir = (await findOperation("bfs", "mkdir")) as Operation;
  const { client } = { port: bench.session, editor: on.group.session }[chain];
  const before = await getBlockNumber(client);
  expect(await ask(mkdir, { path: `/apps/by${front.replace(" ", "")}` }, true)).toBe("");
  const { transactions } = await getBlockByNumber(client, await getBlockNumber(client));
  expect(await getBlockNumber(client)).toBe(before + 1);
  expect(transactions).toEqual([log.next()?.hash]);
});

/** How each front asks. A scenario asks as its front does; applications sign without a question. */
const asks: Readonly<Record<string, () => Ask>> = {
  terminal: () => terminalAsk(async () => "y", false, "signs"),
  assistant: () => askThrough({ ask: async () => ({ answer: "yes" }) }, async () => undefined, new Budget(9)),
  editor: () => editorAsk(on.group),
};

it.each(Object.keys(asks))(
  "an answer to one request is none to another, and its consent signs no other: %s",
  async (name) => {
    const ask = (asks[name] as () => Ask)();
    const { session } = bench;
    const { address, suite, sign: signHash } = firstAccount(session, seed);
    const signed: string[] = [];
    const signer: Signer = {
      address,
      suite,
      sign: (hash) => {
        signed.push(bytesToHex(hash));
        return signHash(hash);
      },
    };
    const place = { connection: "bank", chainId: session.chainId, groupId: session.groupId };
    const asked = (nonce: string) => ({
      act: { title: "Pay", lines: [], notes: [], warnings: [], weight: "ordinary" as const },
      place,
      from: { address },
      transaction: unsignedTransaction(session.suite, {
        chainId: session.chainId,
        groupId: session.groupId,
        blockLimit: 500n,
        nonce,
        to: `0x${"ab".repeat(20)}`,
        input: new Uint8Array(4),
      }),
    });
    const terms = { access: "confirm" as const, connection: "bank" };
    const another = expect.objectContaining({ code: "consentForAnother" });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    host.reset();
    host.picks = [/Sign and Send/, /Sign and Send/];
    await withRequest(asked("1"), (one) =>
      withRequest(asked("2"), async (two) => {
        // @ts-expect-error it answers the request that it was shown
        const crossed: Ask = (_, weight) => ask(two, weight);
        await expect(obtainConsent(one, terms, crossed)).rejects.toEqual(another);
        const consent = await obtainConsent(one, terms, ask);
        // @ts-expect-error a consent is one request's
        await expect(sign(two, consent, signer, undefined)).rejects.toEqual(another);
        // @ts-expect-error by its bytes alone a request isn't the one that was shown
        await expect(withRequest(asked("1"), (same) => sign(same, consent, signer, undefined))).rejects.toEqual(
          another,
        );
        expect(signed).toEqual([]);
        await sign(one, consent, signer, undefined);
        await expect(sign(one, consent, signer, undefined)).rejects.toEqual(another);
        expect(signed).toEqual([one.hash]);
      }),
    );
  },
);
