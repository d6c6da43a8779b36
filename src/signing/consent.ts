import type { Access } from "../chain/profile/connectionSetting";
import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { UserFacingError } from "../errors/userFacingError";
import { t } from "../text/catalogue";
import { unmistakableLine } from "../text/visibleText";
import { RequestExported } from "./exportRequest";
import { type Act, heaviest, noAct, type ShownRequest, type SigningRequest, type Weight, withRequest } from "./request";

/** What was said before, for who isn't asked: `--yes`, `--confirm NAME`, `--force REASON`. */
interface StatedBefore {
  readonly yes?: boolean;
  /** Name of the thing that an irreversible act is done to; of a run, a list of those that its heavier acts are done to. */
  readonly confirm?: string | readonly string[] | undefined;
  /** Code of the error that is known to come. */
  readonly force?: string | undefined;
}

/** What a front knows of who may sign unasked. What it comes to is decided here alone. */
export interface ConsentTerms {
  /** Of the connection; undefined asks as `confirm` does. */
  readonly access: Access | undefined;
  readonly connection: string;
  /** Nothing is at stake: an embedded chain, and an account whose key is public. */
  readonly free?: boolean;
  readonly before?: StatedBefore;
  /** A question that was answered just now named this act, too: only what speaks against it asks again. */
  readonly named?: boolean;
  /** A person agreed to a run that this is a part of: that covers what is ordinary, and nothing that is known to fail. */
  readonly run?: Agreement;
  /** The front can have the code of an error typed: what is known to come is asked about then, and is refused elsewhere. */
  readonly asksForce?: boolean;
}

/** Why a consent was given. */
export type Basis = "person" | "before" | "access" | "free" | "run";

declare const mark: unique symbol;

/** Consent to one request, and to no other: what it is bound to is kept here, so that no other code can make one. */
export interface Consent<Id> {
  readonly [mark]: (id: Id) => Id;
  readonly basis: Basis;
}

/** What a person said to one request. */
export interface Answer<Id> {
  readonly to: SigningRequest<Id>;
  /** `export`: it is to be signed elsewhere. */
  readonly answer: "yes" | "no" | "cannotAsk" | "export";
  /** The name that they typed. */
  readonly typed?: string;
  /** The code that they typed, of the error that is known to come. */
  readonly forced?: string;
}

/**
 * Shows a request and brings the person's answer to it. It serves any request, so it can't answer for another one.
 * @param force code of the error that is known to come, to be typed
 */
export type Ask = <Id>(request: SigningRequest<Id>, weight: Weight, force?: string) => Promise<Answer<Id>>;

type NoConsentCode = "consentNeeded" | "confirmationNeeded" | "declined";

/** Nothing is signed, because it wasn't agreed to. */
export class NoConsent extends UserFacingError {
  constructor(
    override readonly code: NoConsentCode,
    message: string,
  ) {
    super(message, code);
  }
}

/** A long number may be typed by its beginning. */
const shortDigits = 8;

/** What may be typed for the name of the thing, as it is shown: the whole, either side of a dot, the beginning of a long number. */
export function confirmingNames({ target, title }: Pick<Act, "target" | "title">): readonly string[] {
  const whole = (target ?? title).trim();
  const parts = whole.split(" · ").map((part) => part.trim());
  const numbers = parts.flatMap((part) => part.split(" ").filter((word) => /^(?:0x)?[0-9a-f]{40,}$/i.test(word)));
  const short = numbers.map((number) =>
    number.replace(/^(0x)?(.*)$/i, (_, head = "", digits) => `${head}${digits.slice(0, shortDigits)}`),
  );
  // Of a change, what it becomes: an arrow isn't typed.
  const becomes = parts.map((part) => part.slice(part.lastIndexOf("→") + 1).trim());
  return [...new Set([...short, ...becomes, ...parts, ...numbers, whole].map(unmistakableLine))].filter(
    (name) => name !== "",
  );
}

/** What a question says is to be typed. */
export const confirmingName = (act: Pick<Act, "target" | "title">): string => confirmingNames(act)[0] ?? "";

const isName = (act: Act, typed: string): boolean =>
  confirmingNames(act).some((name) => name.toLowerCase() === unmistakableLine(typed.trim()).toLowerCase());

type Decision =
  | { readonly kind: "given"; readonly basis: Basis }
  /** `known`: what is known to come, whose code has to be typed. */
  | { readonly kind: "ask"; readonly weight: Weight; readonly known?: ChainError }
  | { readonly kind: "refused"; readonly error: ChainError | NoConsent };

const forced = (error: ChainError, { force }: StatedBefore): boolean => force === String(error.code);

/** Whether something speaks against signing unasked. */
const speaksAgainst = ({ weight, warnings, notes, refusal, blocked }: Act, fails: boolean): boolean =>
  weight !== "ordinary" ||
  warnings.length + notes.length > 0 ||
  refusal !== undefined ||
  blocked !== undefined ||
  fails;

/**
 * Whether a person has to be asked, for every front alike.
 * @param fails whether trying it out failed
 */
export function decideConsent(act: Act, terms: ConsentTerms, fails = false): Decision {
  const { access, connection, free = false, before = {}, named = false, run, asksForce = false } = terms;
  const { blocked, refusal, weight } = act;
  if (access === "readOnly") return { kind: "refused", error: clientError("readOnlyConnection", { name: connection }) };
  const isBlocked = blocked !== undefined && !forced(blocked, before);
  // On a chain to play with, what fails may fail.
  if (free && !(isBlocked && act.blocksEverywhere)) return { kind: "given", basis: "free" };
  const isRun = run !== undefined && agreements.has(run);
  if (isRun && weight === "ordinary" && !isBlocked) return { kind: "given", basis: "run" };
  if (isBlocked)
    return asksForce
      ? { kind: "ask", weight: heaviest("grave", weight), known: blocked }
      : { kind: "refused", error: blocked };
  // An answer that was given before this was shown doesn't cover what the chain is known to refuse.
  if (before.yes === true && refusal && !forced(refusal, before)) return { kind: "refused", error: refusal };
  if (weight === "irreversible" || (isRun && weight === "grave")) {
    const { confirm = [] } = before;
    const names = typeof confirm === "string" ? [confirm] : confirm;
    if (names.some((name) => isName(act, name))) return { kind: "given", basis: "before" };
    return typeof confirm === "string" ? { kind: "refused", error: notNamed(act) } : { kind: "ask", weight };
  }
  if (before.yes === true) return { kind: "given", basis: "before" };
  if ((access === "full" || named) && !speaksAgainst(act, fails))
    return { kind: "given", basis: named ? "person" : "access" };
  return { kind: "ask", weight };
}

const notNamed = (act: Act): NoConsent =>
  new NoConsent(
    "confirmationNeeded",
    t("This can't be undone. To agree, its name must be given: {0}. Nothing was signed.", confirmingName(act)),
  );

const notCovered = (act: Act): NoConsent =>
  new NoConsent(
    "confirmationNeeded",
    t(
      "The agreement to the run doesn't cover this. To agree, its name must be given: {0}. Nothing was signed.",
      confirmingName(act),
    ),
  );

/** What it comes to that a person has to agree, and none can be asked. */
export const consentNeeded = (): NoConsent =>
  new NoConsent("consentNeeded", t("No one could be asked. Nothing was signed."));

/** What a no comes to. */
export const declined = (): NoConsent => new NoConsent("declined", t("Nothing was signed or sent."));

/** What each consent is for, and whether it was used. Only this file writes here. */
const given = new WeakMap<object, object>();

function consentTo<Id>(request: SigningRequest<Id>, basis: Basis): Consent<Id> {
  const consent = Object.freeze({ basis }) as Consent<Id>;
  given.set(consent, request);
  return consent;
}

/**
 * Uses up a consent.
 * @throws ChainError usage `consentForAnother` where it isn't one, is one for another request, or was used before
 */
export function useConsent<Id>(request: SigningRequest<Id>, consent: Consent<Id>): void {
  // The very request that was shown: another one of the same bytes may be by another account, or call them something else.
  if (given.get(consent) !== request) throw clientError("consentForAnother", {});
  given.delete(consent);
}

/**
 * The consent to a request: without a question where none is due, else by the person's answer.
 * @param ask undefined where there is no person to ask
 * @throws NoConsent; RequestExported where the person has it signed elsewhere; ChainError usage `readOnlyConnection`, and what is
 * known to come
 */
export async function obtainConsent<Id>(
  request: SigningRequest<Id>,
  terms: ConsentTerms,
  ask: Ask | undefined,
): Promise<Consent<Id>> {
  const { act } = request;
  let decision = decideConsent(act, terms);
  // Whether it fails is waited for only where that decides.
  if (decision.kind === "given" && (decision.basis === "access" || decision.basis === "person")) {
    const trial = await request.trial;
    decision = decideConsent(act, terms, trial?.outcome === "failure");
  }
  if (decision.kind === "refused") throw decision.error;
  if (decision.kind === "given") return consentTo(request, decision.basis);
  const { weight, known } = decision;
  const force = known && String(known.code);
  const answer = await ask?.(request, weight, force);
  if (!answer || answer.answer === "cannotAsk") {
    if (known) throw known;
    if (terms.run) throw notCovered(act);
    if (weight === "irreversible") throw notNamed(act);
    throw consentNeeded();
  }
  // By its type it is an answer to this request; what comes over a wire has no types.
  if (answer.to !== request) throw clientError("consentForAnother", {});
  if (answer.answer === "no") throw declined();
  if (force !== undefined && answer.forced?.trim() !== force) throw declined();
  if (answer.answer === "export") throw new RequestExported(request);
  if (weight === "irreversible" && !isName(act, answer.typed ?? "")) throw declined();
  return consentTo(request, "person");
}

declare const agreed: unique symbol;

/** A person agreed to what isn't one transaction. Only `agree` makes one. */
export interface Agreement {
  readonly [agreed]: true;
  readonly basis: Basis;
}

const agreements = new WeakSet<Agreement>();

/**
 * Agreement to what isn't one transaction: a signed call, a power of an embedded chain, bytes that were signed elsewhere, a whole run.
 * @param onConsent told the request that was agreed to, and on what basis
 * @throws as `obtainConsent`
 */
export function agree(
  {
    act,
    ...asked
  }: Pick<ShownRequest, "place"> &
    Partial<Pick<ShownRequest, "from" | "transaction" | "abi">> & { readonly act: Pick<Act, "title"> & Partial<Act> },
  terms: ConsentTerms,
  ask: Ask | undefined,
  onConsent?: (request: ShownRequest, basis: Basis) => void | Promise<void>,
): Promise<Agreement> {
  return withRequest({ ...asked, act: { ...noAct, ...act } }, async (request) => {
    const consent = await obtainConsent(request, terms, ask);
    useConsent(request, consent);
    await onConsent?.(request, consent.basis);
    const agreement = Object.freeze({ basis: consent.basis }) as Agreement;
    agreements.add(agreement);
    return agreement;
  });
}
