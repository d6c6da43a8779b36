import { bytesToHex } from "../crypto/bytes/hex";
import type { Signer } from "../crypto/cryptoSuite";
import { isReadableCall } from "../crypto/readableRequest";
import { callEntry, type SigningAudit } from "./auditEntry";
import { type Ask, agree, type Basis, type ConsentTerms, consentNeeded, decideConsent } from "./consent";
import { noAct } from "./request";

/** Whose calls are signed, so that a node believes their caller. */
interface CallSigning {
  readonly signer: Signer;
  /** Undefined where nothing is at stake, or the person keeps no log. */
  readonly audit: SigningAudit | undefined;
  /** What the person calls the account. */
  readonly label?: string | undefined;
}

/** Each call is written down before it is signed, and refused without consent. Transactions have lines of their own (`sign`). */
function guardedCalls({ signer, audit, label }: CallSigning, connection: string, by: Basis | undefined): Signer {
  if (by === "free" || (by && !audit)) return signer;
  return {
    address: signer.address,
    suite: signer.suite,
    ...(signer.elsewhere ? { elsewhere: true as const } : {}),
    sign: async (hash, request) => {
      const content = await request?.();
      if (content && isReadableCall(content)) {
        if (!by) throw consentNeeded();
        const about = { connection, by, ...(label ? { label } : {}) };
        await audit?.write(callEntry(bytesToHex(hash), content, audit.front, about));
      }
      return signer.sign(hash, content && (() => content));
    },
  };
}

/** On what basis calls are signed without a question; undefined where a person has to agree, or nothing is signed. */
export function basisOfCalls(terms: ConsentTerms): Basis | undefined {
  const decision = decideConsent(noAct, terms);
  return decision.kind === "given" ? decision.basis : undefined;
}

/**
 * The account of a run that was agreed to, or of what is free: its calls are signed without a question. Its signer throws NoConsent where
 * that isn't so, and ChainError usage `auditUnwritable` where a call can't be written down.
 */
export const callsOfRun = (calls: CallSigning, terms: ConsentTerms): Signer =>
  guardedCalls(calls, terms.connection, basisOfCalls(terms));

/**
 * The account for calls that are merely tried out: never one whose key is elsewhere, for the person or program there would be asked each
 * time. Undefined where a person has to agree, or nothing is signed.
 */
export function triedCalls(calls: CallSigning, terms: ConsentTerms): Signer | undefined {
  const by = calls.signer.elsewhere ? undefined : basisOfCalls(terms);
  return by && guardedCalls(calls, terms.connection, by);
}

/**
 * The account for calls, after a person agreed where they have to.
 * @throws as `agree`
 */
export async function agreedCalls(
  calls: CallSigning,
  asked: Parameters<typeof agree>[0],
  terms: ConsentTerms,
  ask: Ask | undefined,
): Promise<Signer> {
  const { basis } = await agree(asked, terms, ask);
  return guardedCalls(calls, terms.connection, basis);
}
