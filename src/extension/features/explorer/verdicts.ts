import type { Verdict } from "../../../chain/verification/link";
import type { PageVerdict } from "../../../webview/explorer/messages";
import { verdictWords } from "../../flows/verification/verdictWords";

/** What is proven of an answer, in the words of the page. */
export function pageVerdict(what: PageVerdict["what"], verdict: Verdict): PageVerdict {
  const { verified, outcome, summary, links, uncovered } = verdictWords(verdict);
  return { what, verified, outcome, summary, links: [...links], uncovered };
}
