import type { Signer } from "../../crypto/cryptoSuite";
import type { Prepared, RunOptions } from "../../operations/model/operation";
import { performSigning } from "../../operations/performSigning";
import type { RunContext } from "./runContext";

/**
 * Does what a step signs, by the way of every front: each transaction is a request, which the agreement to the run covers. What only the
 * committee may do is refused, as a scenario spells its proposals out.
 * @param agreed as in `RunOptions`
 * @throws NoConsent where no one agreed to the run and the chain stays; ChainError what the operation throws
 */
export async function signStep<Result>(
  prepared: Prepared<Result>,
  signer: Signer,
  { session, signing: { passing = false, agreement, audit } = {} as NonNullable<RunContext["signing"]> }: RunContext,
  { agreed = true }: Pick<RunOptions, "agreed"> = {},
): Promise<Result> {
  const connection = session.chainId;
  const front = {
    session,
    signer,
    terms: { access: undefined, connection, free: passing, ...(agreement ? { run: agreement } : {}) },
    place: { connection },
    audit,
    ask: undefined,
  };
  const outcome = await performSigning(prepared, front, { committee: "refuse", agreed });
  if ("result" in outcome) return outcome.result;
  throw new TypeError("a scenario makes no proposals of its own");
}
