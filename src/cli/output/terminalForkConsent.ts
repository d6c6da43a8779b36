import type { ForkConsent } from "../../debugger/program/forkConsent";
import { labelled } from "../../text/joining";
import { complain } from "./print";

/** Between two lines that say how far it is. */
const progressMs = 3000;

/** Says on standard error what is done before it begins, and now and then how far it is. */
export function terminalForkConsent(client: ForkConsent["client"]): ForkConsent {
  let shown = performance.now();
  return {
    client,
    begin: async (lines) => {
      for (const line of lines) complain(line);
      return true;
    },
    report: ({ doing, done, total }) => {
      if (performance.now() - shown < progressMs) return;
      shown = performance.now();
      complain(labelled(doing, `${done}/${total}`));
    },
  };
}
