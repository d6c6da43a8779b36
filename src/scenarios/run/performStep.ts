import type { Signer } from "../../crypto/cryptoSuite";
import type { Prepared, RunOptions } from "../../operations/model/operation";
import { type Front, perform } from "../../operations/perform";
import type { ConsentTerms } from "../../signing/consent";
import { operations } from "../language/operations";
import type { Scenario, Step } from "../language/scenario";
import type { RunContext } from "./runContext";

/** Whether a step signs: a transaction, or a call whose caller the node is to believe. A run takes a key for no other step. */
export function stepSigns({ kind, word, from }: Pick<Step, "kind" | "word" | "from">): boolean {
  switch (kind) {
    case "deploy":
    case "link":
    case "send":
      return true;
    case "operation":
      return operations.get(word)?.effect === "signs" || from !== undefined;
    case "call":
    case "encode":
    case "wait":
    case "set":
      return from !== undefined;
  }
}

/** Steps that are grave or irreversible whatever they are done with: a person is asked about each. */
export const heavySteps = ({ steps }: Pick<Scenario, "steps">): readonly Step[] =>
  steps.filter(({ kind, word }) => kind === "operation" && operations.get(word)?.weight !== undefined);

/** Whether anything in a scenario signs. */
export const scenarioSigns = ({ steps }: Pick<Scenario, "steps">): boolean => steps.some(stepSigns);

/** On what terms a run signs: the agreement to it covers what is ordinary. */
export const termsOf = ({ session, signing }: Pick<RunContext, "session" | "signing">): ConsentTerms => ({
  access: undefined,
  connection: session.chainId,
  free: signing?.passing ?? false,
  before: { confirm: signing?.confirm ?? [], force: signing?.force },
  ...(signing?.agreement ? { run: signing.agreement } : {}),
});

/**
 * Does what a step does, by the way of every front: each transaction is a request, which the agreement to the run covers where it is
 * ordinary. What only the committee may do is refused, as a scenario spells its proposals out.
 * @param alwaysPreviews what it comes to is asked of the chain, so that what is grave, or known to fail, has to be agreed to itself
 * @param agreed as in `RunOptions`
 * @throws NoConsent where the run wasn't agreed to and the chain stays; ChainError what the operation throws
 */
export async function performStep<Result>(
  prepared: Prepared<Result>,
  signer: Signer | undefined,
  context: RunContext,
  { agreed = true, alwaysPreviews = false }: Pick<RunOptions, "agreed"> & Pick<Front, "alwaysPreviews"> = {},
): Promise<Result> {
  const { session, signing } = context;
  const terms = termsOf(context);
  const front: Front = {
    session,
    signer,
    terms,
    place: { connection: terms.connection },
    audit: signing?.audit,
    ask: signing?.ask,
    alwaysPreviews: alwaysPreviews && terms.free !== true,
  };
  const outcome = await perform(prepared, front, { committee: "refuse", agreed });
  if ("result" in outcome) return outcome.result;
  throw new TypeError("a scenario makes no proposals of its own");
}
