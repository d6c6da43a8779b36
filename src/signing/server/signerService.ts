import * as v from "valibot";
import { decodedCall } from "../../chain/abi/namedValue";
import { readableCall } from "../../chain/transaction/signCall";
import { bytesToHex } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { ChainError } from "../../errors/chainError";
import { type LocalizableText, sayInEnglish, t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import type { SigningAudit } from "../auditEntry";
import { agreedCalls } from "../calls";
import { type Ask, confirmingName, NoConsent } from "../consent";
import { type Allowed, type AllowedCall, judge, judgeCall, type Verdict } from "../policy/judge";
import type { Policy } from "../policy/policy";
import { type ReceivedRequest, receivedRequest, shownHere } from "../received";
import { callShownHere, isCallRequest, type ReceivedCall, receivedCall } from "../receivedCall";
import { withRequest } from "../request";
import { auditedConsent, sign } from "../sign";
import { SignerState } from "./signerState";

/** A key that the service signs with. */
export interface ServedKey {
  readonly keyId: string;
  readonly signer: Signer;
}

/** Who asks: the certificate that the connection was made with. */
export interface Asker {
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
  /** Aborted when the asker is gone: nothing is signed for it. */
  readonly signal: AbortSignal;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: { readonly signature: string } | { readonly reason: string };
}

/** What is told of each request: for the terminal of the signer. */
export interface Decision {
  readonly person: string;
  readonly keyId: string;
  readonly hash: string;
  /** Undefined: signed. */
  readonly refused: LocalizableText | ChainError | undefined;
}

interface ServiceParts {
  readonly policy: Policy;
  readonly keys: readonly ServedKey[];
  /** Asks the person at the signer's terminal; undefined where there is none. */
  readonly ask: Ask | undefined;
  /** Where it is written down what was signed; undefined where the person keeps no log. */
  readonly audit: SigningAudit | undefined;
  /** Who asked and what was counted before; by default nothing, and nothing is kept. */
  readonly state?: SignerState;
  readonly onAnswer?: (reported: Decision) => void;
  readonly now?: () => Date;
}

const order = v.strictObject({
  keyId: v.pipe(v.string(), v.maxLength(200)),
  suite: v.picklist(["standard", "sm"]),
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)),
  request: v.unknown(),
});

/** Whether the person at the terminal is asked: one rule that asks is enough. */
const asks = ({ rules }: Allowed): boolean => rules.some(({ setting }) => setting.ask);

/** What people ask for together: the same bytes, by the same key. */
const bytesOf = (keyId: string, hash: string): string => `${keyId} ${hash}`;

/** Requests that wait for the person at the terminal, at most. */
const maxWaiting = 8;
/** Hashes that were signed, which are remembered. */
const maxSigned = 100_000;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: LocalizableText | ChainError,
    /** What happened, for the terminal alone. */
    readonly inside: ChainError | undefined = undefined,
  ) {
    super();
  }
}

/** Nothing is signed that can't be counted. */
async function written<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving;
  } catch {
    throw new Refusal(503, text("the signer can't write its state"));
  }
}

/** @throws Refusal */
function allowedBy(verdict: Verdict): Allowed {
  if (!verdict.allowed) throw new Refusal(403, verdict.reason);
  return verdict;
}

/** Throws where the asker has gone. */
function requireAsker(signal: AbortSignal): void {
  if (signal.aborted) throw new Refusal(499, text("the asker is gone"));
}

/** Troubles of a device, whose words name what is on this machine. */
const deviceCodes: ReadonlySet<string> = new Set([
  "deviceTrouble",
  "devicePackage",
  "pinRefused",
  "signatureOfAnother",
]);

/** What a request is refused with: nothing of this machine is in it. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ChainError && error.code === "auditUnwritable")
    return new Refusal(503, text("the signer can't write its audit log"));
  if (error instanceof ChainError && deviceCodes.has(String(error.code)))
    return new Refusal(503, text("the signer's device gave no signature"), error);
  if (error instanceof ChainError) return new Refusal(400, error);
  if (error instanceof NoConsent)
    return new Refusal(
      403,
      error.code === "declined" ? text("the person at the signer didn't agree") : text("no one is at the signer"),
    );
  return new Refusal(500, text("the signer failed"));
}

/**
 * Signs what a policy allows, and what the person at the terminal agrees to where the policy asks: the other side of the documented
 * protocol, without its transport. Nothing but the bytes is judged.
 */
export class SignerService {
  readonly #parts: ServiceParts;
  readonly #state: SignerState;
  readonly #open = new Set<string>();
  readonly #signed = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#state = parts.state ?? new SignerState();
  }

  /** Whom a certificate belongs to; undefined for one that the policy doesn't know. */
  personOf({ fingerprint }: Pick<Asker, "fingerprint">): string | undefined {
    return this.#parts.policy.personOf(fingerprint);
  }

  async sign(value: unknown, asker: Asker): Promise<ServiceAnswer> {
    const person = this.personOf(asker) ?? "";
    const read = v.safeParse(order, value);
    const { keyId, hash } = read.success ? read.output : { keyId: "", hash: "" };
    try {
      if (person === "") throw new Refusal(403, text("the policy doesn't know this certificate"));
      if (!read.success) throw new Refusal(400, text("the order isn't of the form of docs/signers.md"));
      const signature = await this.#sign(read.output, person, asker);
      this.#parts.onAnswer?.({ person, keyId, hash, refused: undefined });
      return { status: 200, body: { signature } };
    } catch (error) {
      const { status, reason, inside = reason } = refusalOf(error);
      this.#parts.onAnswer?.({ person, keyId, hash, refused: inside });
      return { status, body: { reason: reason instanceof ChainError ? reason.message : sayInEnglish(reason) } };
    }
  }

  async #sign(given: v.InferOutput<typeof order>, person: string, { signal }: Asker): Promise<string> {
    const { keyId, suite, request } = given;
    const key = this.#parts.keys.find((each) => each.keyId === keyId);
    if (key?.signer.suite !== suite) throw new Refusal(404, text("there is no such key here"));
    if (isCallRequest(request))
      return this.#signCall(key, receivedCall(request, { hash: given.hash, from: key.signer.address }), person, signal);
    const received = receivedRequest(request, { hash: given.hash, from: key.signer.address });
    if (received.claimed.suite !== suite) throw new Refusal(400, text("the request is of another suite"));
    const { hash } = received.transaction;
    if (this.#signed.has(hash)) throw new Refusal(409, text("this was signed before"));
    // The same bytes are shown to one person at a time, and signed once.
    if (this.#open.has(hash)) throw new Refusal(409, text("someone is asked about this just now"));
    const verdict = this.#judge(received, keyId, person);
    const needed = verdict.rules.map(({ setting }) => setting);
    const missing = await written(this.#state.missing(bytesOf(keyId, hash), person, needed, this.#now()));
    if (missing > 0) throw new Refusal(409, text("noted; {0} more must ask for the same bytes", missing));
    return this.#asking(hash, verdict, () => this.#consented(key, received, person, verdict, signal));
  }

  /** Works on a request while nothing else asks about the same; where the person is asked, in turn. */
  async #asking(hash: string, verdict: Allowed, work: () => Promise<string>): Promise<string> {
    if (this.#open.has(hash)) throw new Refusal(409, text("someone is asked about this just now"));
    if (this.#open.size >= maxWaiting) throw new Refusal(503, text("too many requests wait"));
    this.#open.add(hash);
    try {
      return await (asks(verdict) ? this.#inTurn(work) : work());
    } finally {
      this.#open.delete(hash);
    }
  }

  /** A call that reads as the key's account: it moves nothing, and may be signed again and again. */
  async #signCall(
    { keyId, signer }: ServedKey,
    call: ReceivedCall,
    person: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { suite, hash } = call;
    if (signer.suite !== suite.name) throw new Refusal(400, text("the request is of another suite"));
    const judged = (): Allowed => allowedBy(judgeCall(this.#parts.policy, { ...call, keyId, person, at: this.#now() }));
    const verdict = judged();
    return this.#asking(`call ${bytesToHex(hash)}`, verdict, async () => {
      requireAsker(signal);
      const lines = linesOf(verdict, [person]);
      const shown = callShownHere(call, { abi: verdict.calls[0]?.method?.abi, label: keyId, lines });
      const before = asks(verdict) ? {} : { yes: true };
      const { ask, audit } = this.#parts;
      await audit?.check();
      const terms = { access: "confirm" as const, connection: call.chainId, before };
      const calls = await agreedCalls({ signer, audit, label: keyId }, shown, terms, ask);
      requireAsker(signal);
      judged();
      const { chainId, groupId, from, to, data } = call;
      const known = { chainId, groupId, to, data: bytesToHex(data) };
      return bytesToHex(await calls.sign(hash, () => readableCall(suite, from, known)));
    });
  }

  #now(): Date {
    return this.#parts.now?.() ?? new Date();
  }

  /** @throws Refusal */
  #judge({ transaction, claimed }: ReceivedRequest, keyId: string, person: string): Allowed {
    const { genesisHash } = claimed.chain;
    const { policy } = this.#parts;
    const at = this.#now();
    const day = policy.dayOf(at);
    const spent = (counter: string): bigint => this.#state.spent(counter, day);
    return allowedBy(judge(policy, { transaction, keyId, person, genesisHash, at, spent }));
  }

  /** One question at a time at the terminal. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #consented(
    { keyId, signer }: ServedKey,
    received: ReceivedRequest,
    person: string,
    verdict: Allowed,
    signal: AbortSignal,
  ): Promise<string> {
    requireAsker(signal);
    const { ask, audit } = this.#parts;
    await audit?.check();
    const { hash } = received.transaction;
    const shown = shownHere(received, {
      abi: verdict.calls[0]?.method?.abi,
      label: keyId,
      lines: linesOf(verdict, this.#state.peopleFor(bytesOf(keyId, hash), person)),
    });
    const { act, place } = shown;
    const before = asks(verdict) ? {} : { yes: true, confirm: confirmingName(act) };
    const terms = { access: "confirm" as const, connection: place.connection, before };
    return withRequest(shown, async (request) => {
      const consent = await auditedConsent(request, terms, ask, audit);
      requireAsker(signal);
      // The hour may have passed while the person looked at it, and the day's limit may be used up. Nothing waits between judging and
      // counting.
      const { charges } = this.#judge(received, keyId, person);
      this.#remember(hash);
      await written(this.#state.charge(bytesOf(keyId, hash), charges, this.#parts.policy.dayOf(this.#now())));
      try {
        return bytesToHex(await sign(request, consent, signer, audit));
      } catch (error) {
        // No signature was given, so it may be asked for again.
        this.#signed.delete(hash);
        throw error;
      }
    });
  }

  /** A signature is given once, so what can't be remembered any more isn't forgotten: the service has to be started again. */
  #remember(hash: string): void {
    if (this.#signed.size >= maxSigned) throw new Refusal(503, text("the signer has to be started again"));
    this.#signed.add(hash);
  }
}

/** A call within a call, as its rule reads it. */
function callText({ to, value, data, method }: AllowedCall): string {
  const call = method?.abi?.decodeCall(bytesToHex(data));
  const what = call ? decodedCall(call.name, call.arguments) : bytesToHex(data);
  return value === 0n ? `${to} ${what}` : `${to} ${what} · ${value} wei`;
}

/** Who asked for it, what of the policy allows it, and every call within. */
function linesOf({ calls, rules }: Allowed, people: readonly string[]): { label: string; value: string }[] {
  return [
    { label: t("Asked by"), value: listed(people) },
    { label: t("Rule of the policy"), value: listed(rules.map(({ setting }) => setting.name)) },
    ...calls.slice(1).map((call) => ({ label: t("Call within it"), value: callText(call) })),
  ];
}
