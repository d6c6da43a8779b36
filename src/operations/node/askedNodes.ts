import { getSealerList } from "../../chain/rpc/members";
import { getCandidateSealers } from "../../chain/services/consensus/groupMembers";
import type { Question, QuestionContext } from "../model/question";

/** Which nodes are offered for what is done with them. */
export const sealers: Question = { roles: ["sealer"] };
export const observers: Question = { roles: ["observer"] };
export const members: Question = { roles: ["sealer", "observer"] };
export const sealersAndOthers: Question = { roles: ["sealer", "other"] };

/** The weight that the node of the question before has, also one that waits for its turn, to begin with. */
export const weightNow =
  (which: "weight" | "termWeight") =>
  async ({ session, given }: QuestionContext): Promise<string> => {
    const [sealers, candidates] = await Promise.all([getSealerList(session.client), getCandidateSealers(session)]);
    return String([...sealers, ...candidates].find(({ nodeID }) => nodeID === given["node"])?.[which] ?? 1);
  };
