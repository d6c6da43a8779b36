import * as vscode from "vscode";
import type { Verdict } from "../../../chain/verification/link";
import type { RecordWriter } from "../records/recordWriter";
import { verdictWords } from "./verdictWords";

const marks = { proven: "•", unproven: "–", false: "✗" } as const;

/** Writes what is proven of a document's subject. The tick stands only where the whole chain of reasons holds. */
export function writeVerdict(writer: RecordWriter, verdict: Verdict): void {
  const { verified, summary, links, uncovered } = verdictWords(verdict);
  const wrong = links.some(({ state }) => state === "false");
  writer.heading(vscode.l10n.t("Checks"));
  writer.entry(`${verified ? "✓" : wrong ? "✗" : "–"} ${summary}`);
  for (const { name, state, reason } of links) {
    writer.field(`${verified ? "✓" : marks[state]} ${name}`, reason, undefined, "    ");
  }
  if (uncovered !== "") writer.entry(uncovered);
}
