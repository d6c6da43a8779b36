import { explainError, toChainError } from "../chain/errors/dictionary";
import { errorSentence } from "../chain/errors/errorWords";
import type { ChainSession } from "../chain/session";
import type { Address } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { callerOf } from "../operations/caller";
import { lookAhead, type ShownPreview } from "../operations/lookAhead";
import { type AddressResolver, type RawValue, readResolved, WrongField } from "../operations/model/fields";
import type { Caller, Operation, OperationContext, Prepared } from "../operations/model/operation";
import { offeredOf } from "../operations/model/services";
import { performSigning, placeOf, type SigningFront, tryingOut } from "../operations/performSigning";
import type { SigningAudit } from "../signing/auditEntry";
import { auditedCalls } from "../signing/calls";
import { type Ask, agree, type ConsentTerms, confirmingName, NoConsent } from "../signing/consent";
import { HandedOver } from "../signing/handOver";
import type { ShownRequest } from "../signing/request";
import { requestPages, requestText } from "../signing/requestText";
import { say, t } from "../text/catalogue";
import { Pages } from "./answers/pages";
import { harmless, source } from "./answers/untrusted";
import { type AuditEvent, type AuditLog, auditLine } from "./signing/auditLog";
import type { Leave } from "./signing/leave";
import type { Tool } from "./tools/tool";

/** An account, and what signs for it. */
interface AssistantAccount {
  readonly address: Address;
  readonly signer: Signer;
  /** Its key isn't here: what it would sign is handed to the assistant as a file, for a person to sign elsewhere. */
  readonly keyless?: boolean;
}

/** The chain that an assistant's tools work on, and who signs: chosen by the person who started them. */
export interface AssistantChain {
  /** The connection, as the person named it. */
  readonly connection: string;
  readonly leave: Leave;
  readonly session: () => Promise<ChainSession>;
  /** Who would sign; undefined where no one does. */
  readonly account: (session: ChainSession) => Promise<AssistantAccount | undefined>;
  readonly resolve: (session: ChainSession) => AddressResolver;
  /** What the person knows of the chain beside what its nodes say. */
  readonly known: (session: ChainSession) => Omit<OperationContext, "session" | "account" | "caller" | "signal">;
  /** As whom contracts are asked, where the person leaves that to others than the leave of this chain. */
  readonly caller?: OperationContext["caller"];
  readonly log: AuditLog;
  /** Where it is written down what was signed and who agreed; undefined where the person keeps no log. */
  readonly audit: SigningAudit | undefined;
  /** What the person calls the account. */
  readonly label?: string;
  /** How signing is done, where more than the chain hears of it. */
  readonly perform?: typeof performSigning;
}

/** What a page of a question asks for. */
export interface QuestionForm {
  readonly request: ShownRequest;
  /** There is another page. */
  readonly more: boolean;
  /** What has to be typed to agree. */
  readonly confirm?: string;
}

/** What a person said to a page. */
export interface Reply {
  /** `handOver`: it is to be signed elsewhere. */
  readonly said: "yes" | "no" | "more" | "cannotAsk" | "handOver";
  readonly typed?: string;
}

/** What a call brings along. */
export interface Call {
  readonly signal?: AbortSignal;
  /** Shows the person a page of a question; `cannotAsk` where the client has no way to. */
  readonly ask: (page: string, form: QuestionForm) => Promise<Reply>;
  /** Told what is being done, for a person to see. */
  readonly progress?: (said: string) => void;
}

/** An answer as JSON, in the form of `answerSchema`. */
export interface Answer {
  readonly operation: string;
  readonly status: "done" | "proposed" | "request" | "preview" | "refused" | "failed";
  readonly [part: string]: unknown;
}

/** Why nothing is signed, in words for the assistant and its person. */
class Refused extends Error {}

interface Asked {
  readonly verb: string;
  readonly operation: Operation;
  readonly fields: Readonly<Record<string, RawValue>>;
  readonly preview: boolean;
}

/** No request is given to an assistant at greater length, in characters. */
const longestFile = 200_000;

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

/** Does what assistants ask for, within what the person allows, and writes down what was asked, shown and signed. */
export class Assistant {
  readonly #pages: Pages;
  #signed = 0;
  #calls = 0;

  /** @param pages where the rests of long answers are kept */
  constructor(
    private readonly chain: AssistantChain,
    pages = new Pages(),
  ) {
    this.#pages = pages;
  }

  /** How many more transactions may be signed. */
  get left(): number {
    return Math.max(0, this.chain.leave.budget - this.#signed);
  }

  /** The rest of a long result. */
  more(cursor: unknown): Answer {
    const page = typeof cursor === "string" ? this.#pages.more(cursor) : undefined;
    if (page) return { operation: "read_more", status: "done", source, ...page };
    return this.#answer("read_more", "refused", {
      said: t("This cursor no longer works. Each works once: ask again."),
    });
  }

  /** What can be done here, and in whose name. */
  async about(): Promise<Answer> {
    const { connection, leave } = this.chain;
    return this.#attempt("about_connection", async () => {
      const session = await this.chain.session();
      const account = await this.chain.account(session);
      const { chainId, groupId, nodeVersion, compatibilityVersion, authEnabled, suite } = session;
      const facts = { connection, group: groupId, chainId, nodeVersion, compatibilityVersion };
      const rights = { authEnabled, suite: suite.name, access: leave.access, account: account?.address ?? null };
      return this.#answer("about_connection", "done", {
        ...this.#pages.first(harmless({ ...facts, ...rights, transactionsLeft: this.left })),
      });
    });
  }

  /**
   * Those of the operations that can be done on this chain; where nothing may be changed, those that ask. While it can't be reached, those
   * that need nothing but a node.
   */
  async offered(operations: readonly Operation[]): Promise<readonly Operation[]> {
    const session = await this.chain.session().catch(() => undefined);
    const { access } = this.chain.leave;
    const allowed = access === "readOnly" ? operations.filter(({ effect }) => effect === "asks") : operations;
    return offeredOf(allowed, session && this.chain.known(session).services);
  }

  /** Does an operation of a tool. Whatever goes wrong is an answer. */
  async call(tool: Tool, given: Readonly<Record<string, unknown>>, call: Call): Promise<Answer> {
    const number = ++this.#calls;
    const log = (entry: AuditEvent): Promise<void> => this.chain.log(auditLine(new Date(), number, entry));
    const { operation: verb } = given;
    const name = `${tool.name} ${typeof verb === "string" ? verb.slice(0, 100) : ""}`.trim();
    const answer = await this.#attempt(name, async () => {
      await log({ event: "asked", tool: tool.name, operation: String(verb ?? ""), fields: given["fields"] ?? {} });
      return this.#perform(askedOf(tool, given), call, log);
    });
    const { status, said } = answer;
    // What can't be written down any more is told all the same: nothing is signed after this.
    await log({ event: "ended", status, ...(typeof said === "string" ? { said } : {}) }).catch(() => undefined);
    return answer;
  }

  #answer(operation: string, status: Answer["status"], parts: Readonly<Record<string, unknown>>): Answer {
    return { operation: String(harmless(operation)), status, source, ...parts };
  }

  async #attempt(operation: string, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused)
        return this.#answer(operation, "refused", { said: String(harmless(error.message)) });
      if (error instanceof HandedOver) return this.#handedOver(operation, error);
      if (error instanceof NoConsent) {
        const said = error.code === "declined" ? t("The person said no. Nothing was signed.") : error.message;
        return this.#answer(operation, "refused", { said: String(harmless(said)) });
      }
      if (error instanceof WrongField) {
        return this.#answer(operation, "refused", { said: String(harmless(say(error.said))) });
      }
      const told = toChainError(error);
      const { kind, code, nodeMessage } = told;
      const { meaning, advice } = await explainError(told);
      const words = { kind, code, message: meaning, advice, nodeMessage };
      return this.#answer(operation, "failed", { error: harmless(words) });
    }
  }

  async #perform(asked: Asked, call: Call, log: (entry: AuditEvent) => Promise<void>): Promise<Answer> {
    const { operation, verb, fields, preview } = asked;
    const name = `${operation.noun} ${verb}`;
    const session = await this.chain.session();
    const { values, found } = await readResolved(operation.fields, fields, this.chain.resolve(session));
    const account = await this.#accountFor(operation, session);
    const context: OperationContext = {
      session,
      ...(account ? { ownAccounts: [account.address] } : {}),
      ...this.chain.known(session),
      forAssistant: true,
      found,
      ...(account ? { account: account.address } : {}),
      caller: this.chain.caller ?? (() => this.#caller(session, log)),
      ...(call.signal ? { signal: call.signal } : {}),
    };
    const prepared = operation.prepare(context, values);
    if (operation.effect === "asks") return this.#done(name, await prepared.run(undefined, {}));
    if (preview) return this.#preview(name, session, prepared, account?.signer);
    return this.#change({ name, session, operation, prepared, call, log, account });
  }

  /** The account: of a question only where the answer depends on who asks. Where it can't be opened, a question has none. */
  async #accountFor({ effect, asksAs }: Operation, session: ChainSession) {
    if (effect !== "asks") return this.chain.account(session);
    return asksAs ? this.chain.account(session).catch(() => undefined) : undefined;
  }

  /** The account, where it signs without a question. What it signs can't be made a transaction of, and is written down. */
  async #caller(session: ChainSession, log: (entry: AuditEvent) => Promise<void>): Promise<Caller | undefined> {
    const { leave } = this.chain;
    const found = leave.access === "full" ? await this.chain.account(session) : undefined;
    const account = found?.keyless ? undefined : found;
    const { connection, label, audit } = this.chain;
    const about = { connection, by: leave.free ? ("free" as const) : ("access" as const), ...(label ? { label } : {}) };
    const caller = account && callerOf(session, auditedCalls(account.signer, audit, about));
    if (caller) await log({ event: "signingCall", as: caller.address });
    return caller;
  }

  #done(name: string, outcome: Awaited<ReturnType<Prepared["run"]>>, transactions: readonly string[] = []): Answer {
    const signed = transactions.length > 0 ? { transactions } : {};
    if ("result" in outcome) {
      return this.#answer(name, "done", { ...this.#pages.first(harmless(outcome.result ?? null)), ...signed });
    }
    const { proposal, executed } = outcome.proposed;
    const { id, type, status } = proposal;
    return this.#answer(name, "proposed", { proposed: harmless({ id, type, status, executed }), ...signed });
  }

  /** The request as a file's content. Nothing was signed; a person signs and sends it by `chainside request`, or in the editor. */
  async #handedOver(operation: string, { request, text }: HandedOver): Promise<Answer> {
    if (text.length > longestFile)
      return this.#answer(operation, "refused", {
        said: t("The request is too long to be given here. The person can write it themselves, with --request-out."),
      });
    const { sentence, consequences } = await requestText(request, undefined);
    const told = { hash: request.hash, sentence, consequences: consequences.map((each) => each.text) };
    return this.#answer(operation, "request", {
      request: { ...(harmless(told) as object), file: text },
      said: t(
        "Nothing was signed. Save the file as it is: the person looks at it and signs it on a machine with the key, and either sends it (chainside request sign, chainside request send).",
      ),
    });
  }

  async #preview(name: string, session: ChainSession, prepared: Prepared, signer?: Signer): Promise<Answer> {
    const { preview, tried }: ShownPreview = signer
      ? await lookAhead(session, prepared, signer, "unsigned")
      : { preview: await prepared.preview() };
    const { title, lines, notes, warnings, weight, proposal, blocked, refusal = blocked } = preview;
    const told = {
      title,
      lines,
      notes,
      warnings,
      weight,
      proposal: proposal?.kind,
      refusal: refusal && (await errorSentence(refusal)),
      dryRun: tried?.text,
    };
    return this.#answer(name, "preview", { preview: harmless(told) });
  }

  async #change(change: Change): Promise<Answer> {
    const { name, session, operation, prepared, call, log, account } = change;
    const signer = account?.signer;
    const { leave } = this.chain;
    if (leave.access === "readOnly") {
      throw new Refused(
        t(
          "This connection is read-only: nothing is signed and nothing changes. With preview: true, you are told what it would do.",
        ),
      );
    }
    if (operation.effect === "signs" && !signer) {
      throw new Refused(t("No account signs here. The person who starts the tools chooses it."));
    }
    this.#requireBudget();
    if (operation.effect === "dev" || !signer) return this.#useDevPower(change);
    const transactions: string[] = [];
    const asking = this.#asking(change);
    const { label } = this.chain;
    const front: SigningFront = {
      session,
      signer,
      terms: this.#terms,
      place: { connection: this.chain.connection },
      audit: this.chain.audit,
      ...(label === undefined ? {} : { label }),
      ask: asking.ask,
      tryOut: tryingOut(session, undefined),
      foresees: true,
      handOver: account?.keyless === true,
      onConsent: async (request) => {
        await asking.agreed(request);
        call.signal?.throwIfAborted();
        // Others may have signed while the person thought. What fails afterwards has used a signature, too.
        this.#requireBudget();
        this.#signed++;
        await log({ event: "signing", to: request.transaction?.data.to ?? "" });
        call.progress?.(t("Signing"));
      },
    };
    const perform = this.chain.perform ?? performSigning;
    const outcome = await perform(prepared, front, {
      ...(call.signal ? { signal: call.signal } : {}),
      onSigned: (hash) => {
        transactions.push(hash);
        void log({ event: "signed", transaction: hash }).catch(() => undefined);
        call.progress?.(t("Transaction {0} is sent.", hash));
      },
    });
    return this.#done(name, outcome, transactions);
  }

  /** What only an embedded chain can do. It counts as a transaction: some of it is one, in the name of any account. */
  async #useDevPower(change: Change): Promise<Answer> {
    const { name, session, prepared, log } = change;
    const preview = await prepared.preview();
    if (preview.refusal) throw preview.refusal;
    const asking = this.#asking(change);
    const place = placeOf(session, { connection: this.chain.connection });
    await agree({ act: preview, place }, this.#terms, asking.ask, asking.agreed);
    // Others may have used it up while the person thought.
    this.#requireBudget();
    this.#signed++;
    await log({ event: "using", power: name });
    return this.#done(name, await prepared.run(undefined, { agreed: true }));
  }

  /** @throws Refused */
  #requireBudget(): void {
    if (this.left > 0) return;
    const { budget } = this.chain.leave;
    throw new Refused(t("The budget of {0} transactions is used up. The person who starts the tools sets it.", budget));
  }

  get #terms(): ConsentTerms {
    const { access, free } = this.chain.leave;
    return { access, free, connection: this.chain.connection };
  }

  /** Asks the person page by page, and writes down what they were shown and what they said. */
  #asking({ call, log }: Change) {
    let shown: string | undefined;
    const show = async (request: ShownRequest): Promise<readonly string[]> => {
      const [first = "", ...further] = requestPages(await requestText(request, await request.trial));
      const asks = request.transaction
        ? t("An assistant asks to sign: {0}", first)
        : t("An assistant asks to change the chain: {0}", first);
      const pages = [asks, ...further];
      shown = request.hash;
      await log({ event: "shown", text: pages.join("\n\n") });
      return pages;
    };
    const ask: Ask = async (request, weight) => {
      this.#requireBudget();
      const pages = await show(request);
      call.progress?.(t("Waiting for the person's answer"));
      const confirm = weight === "irreversible" ? { confirm: confirmingName(request.act) } : {};
      for (let at = 0; ; at++) {
        const reply = await call.ask(pages[at] ?? "", { ...confirm, request, more: at + 1 < pages.length });
        if (reply.said === "more" && at + 1 < pages.length) continue;
        const said = reply.said === "more" ? "no" : reply.said;
        await log({ event: "answered", answer: said });
        if (said === "cannotAsk") {
          throw new Refused(
            t("The person has to agree to this, and your client can't ask them (elicitation). Nothing was signed."),
          );
        }
        return { to: request, said, ...(reply.typed === undefined ? {} : { typed: reply.typed }) };
      }
    };
    return {
      ask,
      /** Writes down what was agreed to without a question. */
      agreed: async (request: ShownRequest): Promise<void> => {
        if (shown === request.hash) return;
        await show(request);
        await log({ event: "answered", answer: "notAsked" });
      },
    };
  }
}

interface Change {
  readonly name: string;
  readonly session: ChainSession;
  readonly operation: Operation;
  readonly prepared: Prepared;
  readonly call: Call;
  readonly log: (entry: AuditEvent) => Promise<void>;
  readonly account: AssistantAccount | undefined;
}
