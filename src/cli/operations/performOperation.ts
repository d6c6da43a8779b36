import type { ChainError } from "../../chain/errors/chainError";
import type { Access } from "../../chain/profile/connectionSetting";
import { takesSignedCalls } from "../../chain/services/compatibility";
import type { ChainSession } from "../../chain/session";
import type { TransactOptions } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import { callerOf } from "../../operations/caller";
import { errorSentence } from "../../operations/consequences/errorSentence";
import { proposalStatusText, proposalTypeText } from "../../operations/consequences/proposalText";
import { lookAhead, type ShownPreview } from "../../operations/lookAhead";
import { type AddressResolver, type RawValue, readValues, WrongField } from "../../operations/model/fields";
import type { Caller, Operation, OperationContext, Outcome, Prepared } from "../../operations/model/operation";
import { heaviest } from "../../signing/weight";
import { say, t, useCatalogue } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { printPaged } from "../output/pager";
import { complain, print } from "../output/print";
import { reportError, WrongInput } from "../output/showError";
import { isYes, type Question } from "../output/terminalQuestion";
import { type Envelope, type Page, proposedJson } from "./envelope";
import { previewJson, previewLines, wouldWork } from "./operationPreview";
import { checkedResult, nameOf, type Output, printEnvelope, printFailure } from "./printEnvelope";
import { namesNext, pageOf, resultLines } from "./resultText";

/** What a command line asks of an operation. */
export interface OperationOrder {
  readonly given: Readonly<Record<string, RawValue>>;
  /** Only the preview. */
  readonly dryRun: boolean;
  /** The person agrees beforehand. */
  readonly yes: boolean;
  readonly output: Output;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** What comes later is told, too, until it is stopped. */
  readonly follow?: boolean;
}

/** Where an operation is done, and by whom. */
export interface OperationPlace {
  readonly session: ChainSession;
  readonly signer: Signer | undefined;
  /** Of the connection; undefined where none was named. */
  readonly access: Access | undefined;
  readonly resolve: AddressResolver;
  /** What the person says of the chain beside what its nodes say, and of its contracts. */
  readonly known: Pick<OperationContext, "trust" | "services" | "abiOf" | "addressOf">;
  /** Undefined where there is no one to ask. */
  readonly question: Question | undefined;
  /** Waits for a block behind this one; undefined where nothing is followed. */
  readonly nextBlock?: ((height: number) => Promise<void>) | undefined;
  /** Ends what is followed. */
  readonly signal?: AbortSignal | undefined;
  /** How long a transaction is waited for, where that is said. */
  readonly sending?: Pick<TransactOptions, "timeoutMs" | "waitMs">;
  /** Nothing is at stake: what is signed is neither shown before nor asked about. */
  readonly free?: boolean;
  /** How the command is called, where that isn't the operation's own name. */
  readonly command?: string;
  /** The result for a person, where a command has its own form of it. */
  readonly lines?: (result: unknown) => readonly string[];
}

/** Something failed after the operation was done: its result stands. */
export class FailedAfter extends Error {
  constructor(
    readonly result: unknown,
    readonly error: ChainError,
  ) {
    super(error.message);
  }
}

/** How a person is asked. What only an embedded chain can do isn't signed. */
const questions = (dev: boolean, verb: string) =>
  dev
    ? {
        needed: t("This changes the chain. Specify --yes where no one can be asked."),
        plain: t("Go ahead? [y/N]"),
        final: t("This can't be undone. Type {0} to go ahead:", verb),
      }
    : {
        needed: t("This signs a transaction. Specify --yes where no one can be asked."),
        plain: t("Sign and send? [y/N]"),
        final: t("This can't be undone. Type {0} to sign and send:", verb),
      };

/** The person's yes. @throws WrongInput `consentNeeded` where no one can be asked */
async function agreed(
  { verb, weight, effect }: Operation,
  { preview, tried }: ShownPreview,
  { yes }: OperationOrder,
  { access, question }: OperationPlace,
): Promise<boolean> {
  const calm = preview.warnings.length + preview.notes.length === 0 && preview.refusal === undefined;
  const harmless = heaviest(weight, preview.weight) === "ordinary" && calm && tried?.outcome !== "failure";
  if (yes || (access === "full" && harmless)) return true;
  const { needed, plain, final } = questions(effect === "dev", verb);
  if (!question) throw new WrongInput("consentNeeded", needed);
  if (preview.weight !== "irreversible") return isYes(await question(plain));
  return (await question(final)).trim() === verb;
}

/** Whether an operation takes a part of its list from the chain, so that no front has to cut it. */
export const ownPages = ({ fields }: Operation): boolean => Object.hasOwn(fields, "limit");

function pageText({ offset, count, total }: Page): string {
  const last = offset + count;
  return total === undefined
    ? t("{0} to {1}; there are more: --offset {1}", offset + 1, last)
    : t("{0} to {1} of {2}", offset + 1, last, total);
}

/** One operation for one command line: what is known of it so far stands in the envelope. */
class Performance {
  readonly #envelope: { -readonly [Part in keyof Envelope]: Envelope[Part] };

  constructor(
    readonly operation: Operation,
    readonly order: OperationOrder,
    readonly place: OperationPlace,
  ) {
    this.#envelope = { ok: false, operation: nameOf(operation) };
  }

  /** Gives the exit code. */
  async run(): Promise<number> {
    const { output } = this.order;
    if (output !== "table") useCatalogue("en");
    try {
      return await this.#done();
    } catch (thrown) {
      if (thrown instanceof FailedAfter) return this.#failedAfter(thrown);
      const wrong = thrown instanceof WrongField ? new WrongInput("wrongField", say(thrown.said)) : thrown;
      if (output === "table") return reportError(this.#name, wrong, false);
      const field = thrown instanceof WrongField ? { details: { field: thrown.field } } : {};
      return printFailure(wrong, this.#envelope, output, field);
    }
  }

  get #name(): string {
    return this.place.command ?? nameOf(this.operation);
  }

  /** Tells the result first, then what failed behind it. */
  async #failedAfter({ result, error }: FailedAfter): Promise<number> {
    const { output } = this.order;
    const checked = checkedResult(this.operation, result);
    if (output === "table") {
      print(this.#lines(checked).join("\n"));
      await reportError(this.#name, error, false);
    } else await printFailure(error, { ...this.#envelope, result: checked }, output);
    return 1;
  }

  #lines(result: unknown): readonly string[] {
    const { lines } = this.place;
    return lines ? lines(result).map(visibleLine) : resultLines(result);
  }

  async #done(): Promise<number> {
    const { operation, order, place } = this;
    const { session, signer } = place;
    const values = await readValues(operation.fields, order.given, place.resolve);
    const context: OperationContext = {
      session,
      ...place.known,
      ...(signer ? { account: signer.address, caller: () => this.#caller(signer) } : {}),
    };
    const prepared = operation.prepare(context, values);
    const { nextBlock, signal } = place;
    if (order.follow && nextBlock && signal) {
      const { followOperation } = await import("./followOperation");
      const read = (more: OperationOrder["given"]) =>
        readValues(operation.fields, { ...order.given, ...more }, place.resolve);
      return followOperation({
        operation,
        context: { ...context, signal },
        read,
        output: order.output,
        nextBlock,
        signal,
      });
    }
    if (operation.effect !== "signs") return this.#unsigned(prepared, signer);
    if (!signer)
      throw new WrongInput(
        "signerNeeded",
        t("specify the account with --key: its key file, or dev0 for the first account of an embedded chain"),
      );
    return this.#sign(prepared, signer);
  }

  /** The account that `--key` names, which signs the call; where the connection asks before anything is signed, after a yes. */
  async #caller(signer: Signer): Promise<Caller | undefined> {
    const { order, place } = this;
    const { access, question, session } = place;
    if (access === "readOnly" || !takesSignedCalls(session)) {
      complain(
        access === "readOnly"
          ? t("The connection is read-only, so the call isn't signed. The contract sees no caller.")
          : t("Nodes before 3.4 take no signed calls. The contract sees no caller."),
      );
      return undefined;
    }
    if (access === "confirm" && !order.yes) {
      if (!question)
        throw new WrongInput(
          "consentNeeded",
          t("This signs a call as {0}. Specify --yes where no one can be asked.", signer.address),
        );
      if (!isYes(await question(t("Sign this call as {0}? No transaction is sent. [y/N]", signer.address))))
        throw new WrongInput("declined", t("Nothing was signed or sent."));
    }
    return callerOf(session, signer);
  }

  /** A question, or a power of an embedded chain, which a connection that asks before it signs asks about, too. */
  async #unsigned(prepared: Prepared, signer: Signer | undefined): Promise<number> {
    const { operation, order, place } = this;
    if (order.dryRun) {
      const preview = await prepared.preview();
      const refused = preview.refusal ? [`! ${await errorSentence(preview.refusal)}`] : [];
      return this.#preview({ preview }, [preview.title, ...refused], wouldWork({ preview }));
    }
    if (operation.effect === "dev" && place.access === "confirm" && !order.yes) {
      const preview = await prepared.preview();
      if (preview.refusal) throw preview.refusal;
      if (order.output === "table") complain(visibleLine(preview.title));
      if (!(await agreed(operation, { preview }, order, place)))
        throw new WrongInput("declined", t("Nothing was changed."));
    }
    return this.#tell(await prepared.run(signer));
  }

  async #sign(prepared: Prepared, signer: Signer): Promise<number> {
    const { operation, order, place } = this;
    const { session, access } = place;
    if (place.free && !order.dryRun) return this.#tell(await prepared.run(signer, { ...place.sending, agreed: true }));
    const tried = order.yes && !order.dryRun ? "none" : access === "full" ? "signed" : "unsigned";
    const shown = await lookAhead(session, prepared, signer, tried);
    const lines = await previewLines(shown, { session, signer });
    if (order.dryRun) return this.#preview(shown, lines, wouldWork(shown));
    this.#envelope.preview = previewJson(shown);
    if (order.output === "table") complain(lines.map(visibleLine).join("\n"));
    if (!(await agreed(operation, shown, order, place)))
      throw new WrongInput("declined", t("Nothing was signed or sent."));
    delete this.#envelope.preview;
    return this.#tell(await prepared.run(signer, { ...place.sending, agreed: true }));
  }

  async #preview(shown: ShownPreview, lines: readonly string[], works: boolean): Promise<number> {
    const { output } = this.order;
    if (output === "table") print(lines.map(visibleLine).join("\n"));
    else await printEnvelope({ ...this.#envelope, ok: works, preview: previewJson(shown) }, output);
    return works ? 0 : 1;
  }

  async #tell(outcome: Outcome<unknown>): Promise<number> {
    const { operation, order } = this;
    const { output } = order;
    if ("proposed" in outcome) {
      const { proposal, executed } = outcome.proposed;
      const name = `#${proposal.id} ${proposalTypeText(proposal.type)}`;
      if (output !== "table")
        await printEnvelope({ ...this.#envelope, ok: true, proposed: proposedJson(outcome.proposed) }, output);
      else if (executed) print(t("Proposal {0} passed and was executed.", name));
      else print(t("Proposal {0}: {1}.", name, proposalStatusText(proposal.status)));
      return 0;
    }
    const checked = checkedResult(operation, outcome.result);
    const { result, page } = pageOf(checked, {
      offset: order.offset,
      limit: order.limit,
      own: ownPages(operation),
    });
    if (output !== "table")
      await printEnvelope({ ...this.#envelope, ok: true, result, ...(page ? { page } : {}) }, output);
    else {
      await printPaged(this.#lines(result));
      if (page?.more && !namesNext(result)) complain(pageText(page));
    }
    return operation.holds?.(checked) === false ? 1 : 0;
  }
}

/** Does what a command line asks of an operation, prints what comes of it, and gives the exit code. */
export const performOperation = (operation: Operation, order: OperationOrder, place: OperationPlace): Promise<number> =>
  new Performance(operation, order, place).run();
