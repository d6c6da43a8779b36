import { hasAddress, type NameOf, withAddressNames } from "../../chain/abi/valueNotes";
import type { ChainClient } from "../../chain/client/client";
import type { Access } from "../../chain/profile/connectionSetting";
import { takesSignedCalls } from "../../chain/services/compatibility";
import type { ChainSession } from "../../chain/session";
import type { TransactOptions } from "../../chain/transaction/transact";
import { isAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { ChainError } from "../../errors/chainError";
import { callerOf } from "../../operations/caller";
import { proposalStatusText, proposalTypeText } from "../../operations/consequences/proposalText";
import { type AddressResolver, type RawValue, readValues, WrongField } from "../../operations/model/fields";
import type { Caller, Operation, OperationContext, Outcome, Prepared, Preview } from "../../operations/model/operation";
import { type Front, perform, prepareGiven, tryingOut } from "../../operations/perform";
import { predictOutcome } from "../../operations/predictOutcome";
import type { SigningAudit } from "../../signing/auditEntry";
import { agreedCalls, triedCalls } from "../../signing/calls";
import type { Ask } from "../../signing/consent";
import { RequestExported } from "../../signing/exportRequest";
import type { ShownRequest } from "../../signing/request";
import { pagesOf } from "../../signing/requestText";
import { say, t, useCatalogue } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { consentTrouble, terminalAsk } from "../connection/terminalConsent";
import { replaceOutput } from "../output/outputFile";
import { complain, print } from "../output/print";
import { reportError, WrongInput } from "../output/showError";
import { printPaged, type Question } from "../output/terminalQuestion";
import {
  answerExitCode,
  checkedResult,
  dryRunExitCode,
  type Envelope,
  nameOf,
  type Output,
  type Page,
  previewJson,
  previewLines,
  printEnvelope,
  printFailure,
  proposedJson,
} from "./envelope";
import { namesNext, pageOf, resultLines } from "./resultText";
import { namedResult } from "./terminalNames";

/** What a command line asks of an operation. */
export interface OperationOrder {
  readonly given: Readonly<Record<string, RawValue>>;
  /** Only the preview. */
  readonly dryRun: boolean;
  /** The first transaction that it would sign is written there instead, to be signed elsewhere. */
  readonly requestOut?: string | undefined;
  /** The person agrees beforehand; to what can't be undone, by its name; to what is known to fail, by the reason. */
  readonly yes: boolean;
  readonly confirm?: string | undefined;
  readonly force?: string | undefined;
  readonly output: Output;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** What comes later is told, too, until it is stopped. */
  readonly follow?: boolean;
}

/** Where an operation is done, and by whom. */
export interface OperationRun {
  readonly session: ChainSession;
  readonly signer: Signer | undefined;
  /** Of the connection; undefined where none was named. */
  readonly access: Access | undefined;
  /** The connection as the person knows it. */
  readonly connection: string;
  readonly resolve: AddressResolver;
  /** What the person says of the chain beside what its nodes say, and of its contracts. */
  readonly known: Pick<OperationContext, "trust" | "services" | "abiOf" | "addressOf">;
  /** Where it is written down what was signed; undefined where the person keeps no log. */
  readonly audit: SigningAudit | undefined;
  /** Undefined where there is no person to ask. */
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
  /** What the terminal calls addresses; asked where a result is shown to a person. */
  readonly names?: () => Promise<NameOf>;
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

/** Whether an operation takes a part of its list from the chain, so that no front has to cut it. */
export const ownPages = ({ fields }: Operation): boolean => Object.hasOwn(fields, "limit");

function pageText({ offset, count, total }: Page): string {
  const last = offset + count;
  return total === undefined
    ? t("{0} to {1}; there are more: --offset {1}", offset + 1, last)
    : t("{0} to {1} of {2}", offset + 1, last, total);
}

/** Prints a result, or the part of it that was asked for. Gives it as its schema has it. */
async function tellWhole(
  operation: Operation,
  { output, offset, limit }: OperationOrder,
  result: unknown,
  envelope: Envelope,
  lines: (result: unknown) => readonly string[] | Promise<readonly string[]>,
): Promise<unknown> {
  const checked = checkedResult(operation, result);
  const { result: part, page } = pageOf(checked, { offset, limit, own: ownPages(operation) });
  if (output !== "table") {
    await printEnvelope({ ...envelope, ok: true, result: part, ...(page ? { page } : {}) }, output);
    return checked;
  }
  await printPaged(await lines(part));
  if (page?.more && !namesNext(part)) complain(pageText(page));
  return checked;
}

/** What a node of 2.x, which gets no session, answers to a question that it can be asked. @throws ChainError as a request */
export async function tellOlderNode(operation: Operation, order: OperationOrder, client: ChainClient): Promise<number> {
  const result = await operation.ofOlderNode?.(client, {});
  await tellWhole(operation, order, result, { ok: true, operation: nameOf(operation) }, (part) => resultLines(part));
  return 0;
}

/** One operation for one command line: what is known of it so far stands in the envelope. */
class Performance {
  readonly #envelope: { -readonly [Part in keyof Envelope]: Envelope[Part] };

  constructor(
    readonly operation: Operation,
    readonly order: OperationOrder,
    readonly place: OperationRun,
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
      const wrong = thrown instanceof WrongField ? new WrongInput("wrongField", say(thrown.text)) : thrown;
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
      print((await this.#lines(checked)).join("\n"));
      await reportError(this.#name, error, false);
    } else await printFailure(error, { ...this.#envelope, result: checked }, output);
    return 1;
  }

  async #lines(result: unknown): Promise<readonly string[]> {
    const { lines, names } = this.place;
    const shown = lines ? lines(result).map(visibleLine) : resultLines(result);
    // An address alone is what a script asked for. Names are found by deriving keys and reading files: most results have no address.
    const isAlone = typeof result === "string" || (shown.length === 1 && isAddress(shown[0] ?? ""));
    if (!names || isAlone || !hasAddress(lines ? shown.join("\n") : (JSON.stringify(result) ?? ""))) return shown;
    const known = await names();
    return lines ? shown.map((line) => withAddressNames(line, known)) : resultLines(namedResult(result, known));
  }

  async #done(): Promise<number> {
    const { operation, order, place } = this;
    const { nextBlock, resolve, session, signal, signer } = place;
    const context: OperationContext = {
      session,
      ...place.known,
      ...(signer ? { account: signer.address, caller: () => this.#caller(signer) } : {}),
    };
    if (order.follow && nextBlock && signal) {
      const { followOperation } = await import("./followOperation");
      const read = (more: OperationOrder["given"]) =>
        readValues(operation.fields, { ...order.given, ...more }, resolve);
      const { output } = order;
      return followOperation({ operation, context: { ...context, signal }, read, output, nextBlock, signal });
    }
    const prepared = await prepareGiven(operation, { given: order.given, resolve }, context);
    if (prepared.effect === "signs" && !signer)
      throw new WrongInput(
        "signerNeeded",
        t("specify the account with --key: its key file, or dev0 for the first account of an embedded chain"),
      );
    return order.dryRun ? this.#foretell(prepared) : this.#perform(prepared);
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
    const { chainId, groupId } = session;
    const act = { title: t("Sign this call as {0}. No transaction is sent.", signer.address) };
    const asked = { act, place: { connection: place.connection, chainId, groupId } };
    const calls = { signer, audit: place.audit };
    const terms = { access: access ?? ("full" as const), connection: place.connection, before: { yes: order.yes } };
    const agreed = await agreedCalls(calls, asked, terms, terminalAsk(question, false)).catch((error: unknown) => {
      throw consentTrouble(error, true);
    });
    return callerOf(session, agreed);
  }

  /** Whose calls try a transaction out, where they are signed without a question. */
  get #trying(): Signer | undefined {
    const { access, audit, connection, signer } = this.place;
    return signer && triedCalls({ signer, audit }, { access, connection });
  }

  /** What it would do. */
  async #foretell(prepared: Prepared): Promise<number> {
    const { output } = this.order;
    const { session, signer } = this.place;
    const trying = this.#trying;
    const shown = await predictOutcome(session, prepared, trying ?? signer, trying ? "signed" : "unsigned");
    const exitCode = dryRunExitCode(shown);
    if (output === "table") print((await previewLines(shown, session, signer)).map(visibleLine).join("\n"));
    else await printEnvelope({ ...this.#envelope, ok: exitCode === 0, preview: previewJson(shown) }, output);
    return exitCode;
  }

  async #perform(prepared: Prepared): Promise<number> {
    const { order, place } = this;
    const { access, audit, connection, free = false, session, signer } = place;
    let preview: Preview | undefined;
    const front: Front = {
      session,
      signer,
      terms: { access, connection, free, before: order },
      place: { connection },
      audit,
      ask: (...asked) => this.#ask(preview)(...asked),
      shown: (consequences) => {
        preview = consequences;
        return consequences;
      },
      ...(order.yes ? {} : { tryOut: tryingOut(session, this.#trying) }),
      onConsent: (request, basis) => (basis === "person" ? undefined : this.#agreed(request)),
      exportRequest: order.requestOut !== undefined,
    };
    const outcome = await perform(prepared, front, place.sending).catch(async (error: unknown) => {
      if (error instanceof RequestExported) return error;
      await this.#tellForce(error, preview);
      throw consentTrouble(error, prepared.effect === "signs");
    });
    delete this.#envelope.preview;
    return outcome instanceof RequestExported ? this.#exported(outcome) : this.#tell(outcome);
  }

  /** Nothing was signed: what is written there is signed elsewhere. */
  async #exported({ request, text }: RequestExported): Promise<number> {
    const { output, requestOut: file = "" } = this.order;
    await replaceOutput(file, text);
    const { hash } = request;
    if (output !== "table") await printEnvelope({ ...this.#envelope, ok: true, request: { hash, file } }, output);
    else {
      await this.#agreed(request);
      print(t("Nothing was signed. The request is in {0}; its hash is {1}", file, hash));
    }
    return 0;
  }

  /** Asks at the terminal; a program hears what it would have been asked. */
  #ask(preview: Preview | undefined): Ask {
    const { order, place } = this;
    const ask = terminalAsk(place.question, order.output === "table");
    return async (request, weight) => {
      const trial = await request.trial;
      this.#envelope.preview = previewJson({ preview: preview ?? request.act, ...(trial ? { tried: trial } : {}) });
      return ask(request, weight);
    };
  }

  /** What was agreed to without a question is shown all the same, unless nothing is at stake. */
  async #agreed(request: ShownRequest): Promise<void> {
    const { order, place } = this;
    if (place.free || order.output !== "table") return;
    complain((await pagesOf(request))[0] ?? "");
  }

  /** How what is known to fail is done nevertheless. */
  async #tellForce(error: unknown, preview: Preview | undefined): Promise<void> {
    const known = error instanceof ChainError && (error === preview?.blocked || error === preview?.refusal);
    if (known && this.order.output === "table")
      complain(t("To send it nevertheless, specify --force {0}.", String(error.code)));
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
    const checked = await tellWhole(operation, order, outcome.result, this.#envelope, (part) => this.#lines(part));
    return answerExitCode(operation.holds?.(checked));
  }
}

/** Does what a command line asks of an operation, prints what comes of it, and gives the exit code. */
export const performOperation = (operation: Operation, order: OperationOrder, place: OperationRun): Promise<number> =>
  new Performance(operation, order, place).run();
