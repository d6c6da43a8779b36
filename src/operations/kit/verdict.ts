import * as v from "valibot";
import { isSenderProven, type Verdict } from "../../chain/verification/link";
import { linkTexts } from "../../chain/verification/linkText";
import { chosenLanguage } from "../../text/catalogue";

/** What is proven of an answer, without trusting the node. */
export const verdictShown = v.object({
  /** Every link is proven. */
  verified: v.boolean(),
  /** `contained`: all is proven but which transaction of the block it belongs to; `false`: contradicts itself or what is proven. */
  outcome: v.picklist(["proven", "contained", "unproven", "false"]),
  /** Whether the chain names the sender; else it is the node's word. */
  senderProven: v.boolean(),
  links: v.array(
    v.object({ name: v.string(), state: v.picklist(["proven", "unproven", "false"]), reason: v.string() }),
  ),
  /** Members that the node reported without proof. */
  uncovered: v.array(v.string()),
});

/** What a reason quotes comes from the node: not without end. */
const maxReasonLength = 400;
const maxUncovered = 50;

export const verdictAsJson = (verdict: Verdict): v.InferOutput<typeof verdictShown> => ({
  verified: verdict.verified,
  outcome: verdict.outcome,
  senderProven: isSenderProven(verdict),
  links: linkTexts(verdict, chosenLanguage()).map(({ name, state, reason }) => ({
    name,
    state,
    reason: reason.slice(0, maxReasonLength),
  })),
  uncovered: verdict.uncovered.slice(0, maxUncovered).map((member) => member.slice(0, maxReasonLength)),
});
