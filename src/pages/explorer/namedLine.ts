import type { Verdict } from "../../chain/verification/link";
import type { PageVerdict, TransactionLine } from "../../webview/explorer/messages";
import type { SeenTransaction } from "../records/seenTransaction";
import { verdictText } from "../records/verdictText";
import type { ExplorerContext } from "./explorerContext";

/** What is proven of an answer, in the words of the page. */
export function pageVerdict(what: PageVerdict["what"], verdict: Verdict): PageVerdict {
  const { verified, outcome, summary, links, uncovered } = verdictText(verdict);
  return { what, verified, outcome, summary, links: [...links], uncovered };
}

/** What addresses are called here, by address; those without a name are left out. */
export function namesOf(
  { nameOf }: Pick<ExplorerContext, "nameOf">,
  addresses: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const name = address === "" ? undefined : nameOf(address);
      return name === undefined ? [] : [[address, name]];
    }),
  );
}

/** A line of a list with the names of its addresses. */
export function namedLine(context: Pick<ExplorerContext, "nameOf">, line: SeenTransaction): TransactionLine {
  const { contractAddress: _, ...shown } = line;
  return { ...shown, names: namesOf(context, [line.from ?? "", line.to ?? ""]) };
}
