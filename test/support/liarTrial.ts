// Whether a lie bears the tick: what is shown under it with a tick must be what is shown without it.
import { expect } from "vitest";
import { type CheckOptions, checkTransaction } from "../../src/chain/verification/checkTransaction";
import type { Verdict } from "../../src/chain/verification/link";
import type { KnownEvents } from "../../src/chain/verification/receiptMembers";
import type { Hex } from "../../src/crypto/bytes/hex";
import { ChainError } from "../../src/errors/chainError";
import { changedAt } from "./lies";
import type { Json, Lie, LyingChain } from "./lyingChain";

/** What a user sees of one subject, and whether it bears the tick. */
export interface Shown {
  readonly subject: string;
  readonly answer: Json;
  readonly verdict: Verdict;
}

/** Members that lead to the tick and are not shown for their own sake, and copies that other releases spell otherwise. */
const means = new Set(["txProof", "txReceiptProof", "transactionProof", "receiptProof", "signatureList", "signature"]);

/** What a receipt repeats from elsewhere, and some releases leave out. */
const repeated = ["from", "to", "input", "checksumContractAddress"];

/** What the tick speaks of: the answer without what no hash covers, in one spelling. */
function covered({ answer, verdict }: Shown, leftOut: ReadonlySet<string> = new Set()): string {
  let rest = answer;
  for (const path of verdict.uncovered) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    rest = changedAt(rest, steps, undefined);
  }
  const entries = Object.entries(rest as Record<string, Json>)
    // a gas limit of 0 and none say the same
    .filter(([key, value]) => key !== "gasLimit" || String(value) !== "0")
    // empty text or bytes, nothing and no member say the same
    .filter(
      ([key, value]) =>
        !means.has(key) &&
        !leftOut.has(key) &&
        !(key === "extension" && JSON.stringify(value) === "[]") &&
        value !== "" &&
        value !== "0x" &&
        value !== null &&
        value !== undefined,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries, (key, value) =>
    typeof value === "bigint"
      ? String(value)
      : typeof value === "string" && key !== "abi"
        ? value.toLowerCase().replace(/^0x/, "")
        : value,
  );
}

/** A transaction and its receipt, as they are shown. */
export async function lookAt(
  lying: LyingChain,
  hash: Hex,
  options: CheckOptions,
  known: KnownEvents,
): Promise<Shown[]> {
  const { transaction, verdict, receipt, receiptVerdict } = await checkTransaction(lying.session, hash, options, known);
  const state: Shown[] = [{ subject: "transaction", answer: transaction as unknown as Json, verdict }];
  if (receipt && receiptVerdict)
    state.push({ subject: "receipt", answer: receipt as unknown as Json, verdict: receiptVerdict });
  return state;
}

/** What is shown with a tick under a lie must be what is shown without. Gives how many ticks there were. */
export async function ticksUnder(
  lying: LyingChain,
  run: () => Promise<Shown[]>,
  honest: readonly Shown[],
  lie: Lie,
  story: string,
): Promise<number> {
  let state: Shown[];
  try {
    state = await lying.lying(lie, run);
  } catch (error) {
    // refused outright is as good as not verified
    if (error instanceof ChainError) return 0;
    throw error;
  }
  const ticked = state.filter(({ verdict }) => verdict.verified);
  for (const each of ticked) {
    const truth = honest.find(({ subject }) => subject === each.subject);
    const answer = each.answer as Record<string, Json>;
    const missing = (key: string): boolean => [undefined, null, "", "0x"].some((nothing) => answer[key] === nothing);
    const leftOut = new Set(each.subject === "receipt" ? repeated.filter(missing) : []);
    expect(covered(each), `${story}: ${each.subject}`).toBe(truth && covered(truth, leftOut));
  }
  return ticked.length;
}
