// What a dry run says of a change, beside what then becomes of it on an embedded chain.

import { getObserverList, getSealerList } from "../../src/chain/rpc/members";
import type { ChainSession } from "../../src/chain/session";
import type { Address } from "../../src/crypto/bytes/hex";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";
import { toChainError } from "../../src/errors/dictionary";
import { findOperation } from "../../src/operations/catalogue";
import { readValues } from "../../src/operations/model/fields";
import { expectedOutcome, predictOutcome } from "../../src/operations/predictOutcome";
import { sayingAbi, sayingCode } from "./hostileContract";
import { filledIn, type KnownThings, type OperationCase } from "./operationCases";

/** Who does it: `me` governs and deploys, `other` does neither at first, `third` is a victim. */
type Doer = "me" | "other" | "third";

/** A change and who makes it. */
export type Step = readonly [...OperationCase, by?: Doer];

export interface PredictedChange {
  readonly name: string;
  readonly predicted: "success" | "failure" | "unknown";
  readonly came: "success" | "failure";
  /** What the person was told, and why it failed. */
  readonly message: string;
  readonly why: string;
  /** It is refused because it works: what it does harms the chain. */
  readonly harms: boolean;
}

export interface Bench {
  readonly session: ChainSession;
  readonly signers: Readonly<Record<Doer, Signer>>;
  known: KnownThings;
}

export async function benchOn(session: ChainSession): Promise<Bench> {
  const accounts = seededAccounts(session.suite, "chainside", 3);
  const [me, other, third] = accounts.map(({ privateKey }) => privateKeySigner(session.suite, hexToBytes(privateKey)));
  if (!me || !other || !third) throw new Error("no accounts");
  const sealers = await getSealerList(session.client);
  const observers = await getObserverList(session.client);
  const known: KnownThings = {
    sealer: sealers.at(-1)?.nodeID ?? "",
    observer: observers[0] ?? "",
    me: me.address,
    other: other.address,
    third: third.address,
    contract: "",
    code: sayingCode(session, "tea"),
    abi: sayingAbi,
  };
  return { session, signers: { me, other, third }, known };
}

const resolve = async (given: string): Promise<Address> => given as Address;

/** Looks at a change, makes it, and compares. */
export async function predictAndDo(
  bench: Bench,
  [name, fields, by = "me"]: Step,
  dry: "unsigned" | "signed",
): Promise<PredictedChange> {
  const { session, signers } = bench;
  const signer = signers[by];
  const [noun = "", verb = ""] = name.split(" ");
  const operation = await findOperation(noun, verb);
  if (!operation) throw new Error(`no ${name}`);
  const words = `${name} ${JSON.stringify(fields)} by ${by}`;
  const given = filledIn(fields, bench.known);
  const prepared = operation.prepare(
    { session, account: signer.address },
    await readValues(operation.fields, given, resolve),
  );
  let predicted: PredictedChange["predicted"];
  let messageText = "";
  let harms = false;
  try {
    const shown = await predictOutcome(session, prepared, signer, dry);
    predicted = expectedOutcome(shown);
    const { refusal, blocked } = shown.preview;
    harms = blocked?.code === "configVersionTooNew" || blocked?.code === "chainStops";
    messageText = [shown.tried?.text, blocked?.message, refusal?.message].filter(Boolean).join(" | ");
  } catch (error) {
    // What can't even be looked at is refused in every front.
    predicted = "failure";
    messageText = `thrown: ${toChainError(error).message}`;
  }
  let came: PredictedChange["came"] = "success";
  let why = "";
  try {
    const outcome = await prepared.run(signer, { agreed: true });
    const made = "result" in outcome ? (outcome.result as { contractAddress?: string }).contractAddress : undefined;
    if (name === "contract deploy" && made) bench.known = { ...bench.known, contract: made };
  } catch (error) {
    came = "failure";
    const { code, message, nodeMessage = "" } = toChainError(error);
    why = `${code} ${message} ${nodeMessage}`;
  }
  return { name: words, predicted, came, message: messageText, why, harms };
}
