import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import type { SwapEnd } from "./swapProgram";

/** How a swap ended, in sentences for every front. */
export function endLines(end: SwapEnd): string[] {
  const { swapped } = end;
  const before = swapped.length > 0 ? [t("Swapped: {0}.", listed(swapped))] : [];
  switch (end.kind) {
    case "done":
      return [
        ...before,
        ...(end.unproven.length > 0
          ? [t("No block was made meanwhile, so whether they seal isn't known: {0}.", listed(end.unproven))]
          : []),
      ];
    case "stopped":
      return [end.why, ...before, t("The others run with the program that they had.")];
    case "takenBack":
      return [
        end.why,
        t("The old program was put back for {0}.", listed(end.batch)),
        ...(end.down.length > 0
          ? [t("They don't run: {0}. Look at their logs, and start them.", listed(end.down))]
          : []),
        ...before,
        ...(swapped.length > 0
          ? [t("Where they share a program, these start with the old one the next time: {0}.", listed(swapped))]
          : []),
      ];
  }
}
