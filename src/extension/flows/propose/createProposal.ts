import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { operationContext } from "../operations/operationContext";
import { reportProposal } from "../operations/reportProposal";
import { signPrepared } from "../operations/signOperation";
import { askProposal } from "./askProposal";

/** Puts something to the committee's vote. */
export async function createProposal(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const request = await askProposal(app, group, target);
  const { preparedProposal } = await import("../../../operations/kit/proposing");
  const outcome = await signPrepared(app, group, preparedProposal(operationContext(app, group), request));
  if ("result" in outcome) await reportProposal(app, group, outcome.result);
}
