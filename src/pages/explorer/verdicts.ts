import type { Verdict } from "../../chain/verification/link";
import type { PageVerdict } from "../../webview/explorer/messages";
import { verdictText } from "../records/verdictText";

/** What is proven of an answer, in the words of the page. */
export function pageVerdict(what: PageVerdict["what"], verdict: Verdict): PageVerdict {
  const { verified, outcome, summary, links, uncovered } = verdictText(verdict);
  return { what, verified, outcome, summary, links: [...links], uncovered };
}
