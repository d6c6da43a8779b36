import type { ChainSession } from "../chain/session";
import type { Signer } from "../crypto/cryptoSuite";
import { errorSentence } from "../errors/errorText";
import { callerOf } from "../operations/caller";
import type { RawValue } from "../operations/model/fields";
import type { Caller, Operation, OperationContext, Prepared } from "../operations/model/operation";
import { offeredOf } from "../operations/model/services";
import { type Front, perform, prepareGiven, tryingOut } from "../operations/perform";
import { predictOutcome } from "../operations/predictOutcome";
import { askByPages } from "../signing/askByPages";
import { basisOfCalls, triedCalls } from "../signing/calls";
import type { Ask, Basis } from "../signing/consent";
import type { ShownRequest } from "../signing/request";
import { pagesOf } from "../signing/requestText";
import { t } from "../text/catalogue";
import { type Answer, answerOf, answerToError, harmless, Refused } from "./answers/answer";
import { Pages } from "./answers/pages";
import type { AssistantAccount, AssistantChain, Call } from "./assistantChain";
import { type AuditEvent, auditLine } from "./signing/auditLog";
import { Budget } from "./signing/permit";
import type { Tool } from "./tools/tool";

interface Asked {
  readonly verb: string;
  readonly operation: Operation;
  readonly fields: Readonly<Record<string, RawValue>>;
  readonly preview: boolean;
}

const isRecord = (value: unknown): value is Readonly<Record<string, RawValue>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a call asks for. @throws Refused for what is no call of this tool */
function askedOf(tool: Tool, given: Readonly<Record<string, unknown>>): Asked {
  const { operation: verb, fields = {}, preview = false, ...others } = given;
  const operation = typeof verb === "string" ? tool.operations.get(verb) : undefined;
  if (!operation) {
    throw new Refused(t('"operation" must be one of {0}.', [...tool.operations.keys()]));
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new Refused(t('There is no field "{0}". The fields are {1}.', unknown, ["operation", "fields", "preview"]));
  }
  if (!isRecord(fields)) throw new Refused(t('"{0}" must be a map.', "fields"));
  if (typeof preview !== "boolean") throw new Refused(t('"{0}" must be true or false.', "preview"));
  return { verb: operation.verb, operation, fields, preview };
}

/** The rest of a long result, behind a cursor that an answer gave. */
export function restOf(pages: Pages, cursor: unknown): Answer {
  const page = typeof cursor === "string" ? pages.more(cursor) : undefined;
  if (page) return answerOf("read_more", "done", { ...page });
  return answerOf("read_more", "refused", { message: t("This cursor no longer works. Each works once: ask again.") });
}

type Log = (entry: AuditEvent) => Promise<void>;

async function shownPages(request: ShownRequest, log: Log): Promise<readonly string[]> {
  const [first = "", ...further] = await pagesOf(request);
  const asks = request.transaction
    ? t("An assistant asks to sign: {0}", first)
    : t("An assistant asks to change the chain: {0}", first);
  const pages = [asks, ...further];
  await log({ event: "shown", text: pages.join("\n\n") });
  return pages;
}

/**
 * Asks the person through the assistant's client, page by page, and writes down what they were shown and what they said.
 * @param budget persons aren't asked for what it doesn't allow
 */
export const askThrough =
  (call: Call, log: Log, budget: Budget): Ask =>
  async (request, weight) => {
    budget.require();
    const pages = await shownPages(request, log);
    call.progress?.(t("Waiting for the person's answer"));
    const answer = await askByPages(request, weight, pages, call.ask);
    await log({ event: "answered", answer: answer.answer });
    if (answer.answer === "cannotAsk")
      throw new Refused(
        t("The person has to agree to this, and your client can't ask them (elicitation). Nothing was signed."),
      );
    return answer;
  };

/** Shows what was agreed to without a question, and writes it down. */
async function tellUnasked(request: ShownRequest, basis: Basis, call: Call, log: Log): Promise<void> {
  if (basis === "person") return;
  const [first = ""] = await shownPages(request, log);
  await log({ event: "answered", answer: "notAsked" });
  await call.unasked?.(first);
}

/** Does what assistants ask for, within what the person allows, and writes down what was asked, shown and signed. */
export class Assistant {
  readonly #pages: Pages;
  readonly #budget: Budget;
  #calls = 0;

  /** @param pages where the rests of long answers are kept */
  constructor(
    private readonly chain: AssistantChain,
    pages = new Pages(),
  ) {
    this.#pages = pages;
    this.#budget = new Budget(chain.permit.budget);
  }

  /** How many more transactions may be signed. */
  get left(): number {
    return this.#budget.left;
  }

  /** The rest of a long result. */
  more(cursor: unknown): Answer {
    return restOf(this.#pages, cursor);
  }

  /** What is read beside the chain, as every answer: written down, harmless, in pages. Whatever goes wrong is an answer. */
  beside(tool: string, fields: object, read: () => Promise<unknown>): Promise<Answer> {
    return this.#logged(tool, { event: "asked", tool, operation: "", fields }, async () =>
      answerOf(tool, "done", { ...this.#pages.first(harmless((await read()) ?? null)) }),
    );
  }

  /** What can be done here, and in whose name. */
  async about(): Promise<Answer> {
    const { connection, permit } = this.chain;
    const about = async (): Promise<Answer> => {
      const session = await this.chain.session();
      const account = await this.chain.account(session);
      const { chainId, groupId, nodeVersion, compatibilityVersion, authEnabled, suite } = session;
      const facts = { connection, group: groupId, chainId, nodeVersion, compatibilityVersion };
      const rights = { authEnabled, suite: suite.name, access: permit.access, account: account?.address ?? null };
      return answerOf("about_connection", "done", {
        ...this.#pages.first(harmless({ ...facts, ...rights, transactionsLeft: this.left })),
      });
    };
    return about().catch((error: unknown) => answerToError("about_connection", error));
  }

  /**
   * Those of the operations that can be done on this chain; where nothing may be changed, those that ask. While it can't be reached, those
   * that need nothing but a node.
   */
  async offered(operations: readonly Operation[]): Promise<readonly Operation[]> {
    const session = await this.chain.session().catch(() => undefined);
    const { access } = this.chain.permit;
    const allowed = access === "readOnly" ? operations.filter(({ effect }) => effect === "asks") : operations;
    return offeredOf(allowed, session && this.chain.known(session).services);
  }

  /** Does an operation of a tool. Whatever goes wrong is an answer. */
  call(tool: Tool, given: Readonly<Record<string, unknown>>, call: Call): Promise<Answer> {
    const { operation: verb, fields } = given;
    const name = `${tool.name} ${typeof verb === "string" ? verb.slice(0, 100) : ""}`.trim();
    const asked = { event: "asked", tool: tool.name, operation: String(verb ?? ""), fields: fields ?? {} } as const;
    return this.#logged(name, asked, (log) => this.#perform(askedOf(tool, given), call, log));
  }

  /** Writes down what is asked before anything is done, and how it ended. Whatever goes wrong is an answer. */
  async #logged(
    name: string,
    asked: AuditEvent,
    perform: (log: (entry: AuditEvent) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer> {
    const number = ++this.#calls;
    const log = async (entry: AuditEvent): Promise<void> => this.chain.log(auditLine(new Date(), number, entry));
    const answer = await log(asked)
      .then(() => perform(log))
      .catch((error: unknown) => answerToError(name, error));
    const { status, message } = answer;
    // What can't be written down any more is told all the same: nothing is signed after this.
    await log({ event: "ended", status, ...(typeof message === "string" ? { message } : {}) }).catch(() => undefined);
    return answer;
  }

  async #perform(asked: Asked, call: Call, log: (entry: AuditEvent) => Promise<void>): Promise<Answer> {
    const { operation, verb, fields, preview } = asked;
    const name = `${operation.noun} ${verb}`;
    const session = await this.chain.session();
    const account = await this.#accountFor(operation, session);
    const context: OperationContext = {
      session,
      ...(account ? { ownAccounts: [account.address] } : {}),
      ...this.chain.known(session),
      forAssistant: true,
      ...(account ? { account: account.address } : {}),
      caller: this.chain.caller ?? (() => this.#caller(session, log)),
      ...(call.signal ? { signal: call.signal } : {}),
    };
    const resolve = this.chain.resolve(session);
    const prepared = await prepareGiven(operation, { given: fields, resolve }, context);
    if (preview && prepared.effect !== "asks") return this.#preview(name, session, prepared, account?.signer);
    return this.#done(name, { session, prepared, call, log, account });
  }

  /** The account: of a question only where the answer depends on who asks. Where it can't be opened, a question has none. */
  async #accountFor({ effect, asksAs }: Operation, session: ChainSession) {
    if (effect !== "asks") return this.chain.account(session);
    return asksAs ? this.chain.account(session).catch(() => undefined) : undefined;
  }

  /** The account, where it signs without a question. What it signs can't be made a transaction of, and is written down. */
  async #caller(session: ChainSession, log: (entry: AuditEvent) => Promise<void>): Promise<Caller | undefined> {
    const { connection, label, audit, permit } = this.chain;
    const terms = { ...permit, connection };
    const account = basisOfCalls(terms) && (await this.chain.account(session));
    const signer = account && triedCalls({ signer: account.signer, audit, label }, terms);
    const caller = signer && callerOf(session, signer);
    if (caller) await log({ event: "signingCall", as: caller.address });
    return caller;
  }

  async #preview(name: string, session: ChainSession, prepared: Prepared, signer?: Signer): Promise<Answer> {
    const { preview, tried } = await predictOutcome(session, prepared, signer, "unsigned");
    const { title, lines, notes, warnings, weight, proposal, blocked, refusal = blocked } = preview;
    const reported = {
      title,
      lines,
      notes,
      warnings,
      weight,
      proposal: proposal?.kind,
      refusal: refusal && (await errorSentence(refusal)),
      dryRun: tried?.text,
    };
    return answerOf(name, "preview", { preview: harmless(reported) });
  }

  async #done(name: string, { session, prepared, call, log, account }: Doing): Promise<Answer> {
    if (prepared.effect !== "asks") this.#requireAllowed(prepared, account);
    const { audit, connection, label, permit } = this.chain;
    const transactions: string[] = [];
    const front: Front = {
      session,
      signer: account?.signer,
      terms: { ...permit, connection },
      place: { connection },
      label,
      audit,
      ask: askThrough(call, log, this.#budget),
      alwaysPreviews: true,
      tryOut: tryingOut(session, undefined),
      exportRequest: account?.keyless === true,
      onConsent: async (request, basis) => {
        await tellUnasked(request, basis, call, log);
        call.signal?.throwIfAborted();
        // Others may have signed while the person thought. A power counts, too: some of it is a transaction in the name of any account.
        this.#budget.use();
        const { transaction } = request;
        await log(transaction ? { event: "signing", to: transaction.data.to } : { event: "using", power: name });
        if (transaction) call.progress?.(t("Signing"));
      },
    };
    const performed = (this.chain.perform ?? perform)(prepared, front, {
      ...(call.signal ? { signal: call.signal } : {}),
      onSigned: (hash) => {
        transactions.push(hash);
        void log({ event: "signed", transaction: hash }).catch(() => undefined);
        call.progress?.(t("Transaction {0} is sent.", hash));
      },
    });
    const outcome = await performed.catch((failure: unknown) => ({ failure }));
    const signed = transactions.length > 0 ? { transactions } : {};
    // What was sent and failed is looked into by its hash.
    if ("failure" in outcome) return { ...(await answerToError(name, outcome.failure)), ...signed };
    if ("result" in outcome)
      return answerOf(name, "done", { ...this.#pages.first(harmless(outcome.result ?? null)), ...signed });
    const { proposal, executed } = outcome.proposed;
    const { id, type, status } = proposal;
    return answerOf(name, "proposed", { proposed: harmless({ id, type, status, executed }), ...signed });
  }

  /** Of what changes the chain. @throws Refused in the words for an assistant */
  #requireAllowed({ effect }: Prepared, account: AssistantAccount | undefined): void {
    if (this.chain.permit.access === "readOnly") {
      throw new Refused(
        t(
          "This connection is read-only: nothing is signed and nothing changes. With preview: true, you are told what it would do.",
        ),
      );
    }
    if (effect === "signs" && !account) {
      throw new Refused(t("No account signs here. The person who starts the tools chooses it."));
    }
    this.#budget.require();
  }
}

interface Doing {
  readonly session: ChainSession;
  readonly prepared: Prepared;
  readonly call: Call;
  readonly log: (entry: AuditEvent) => Promise<void>;
  readonly account: AssistantAccount | undefined;
}
