import * as vscode from "vscode";
import type { Verdict } from "../../../chain/verification/link";
import { verdictText } from "../../../pages/records/verdictText";
import type { RecordWriter } from "./recordWriter";

const outcomeMarks = { proven: "✓", contained: "≈", unproven: "–", false: "✗" } as const;
const marks = { proven: "•", unproven: "–", false: "✗" } as const;

/** Writes what is proven of a document's subject. The tick stands only where the whole chain of reasons holds, and at no link beside it. */
export function writeVerdict(writer: RecordWriter, verdict: Verdict): void {
  const { verified, outcome, summary, links, uncovered } = verdictText(verdict);
  writer.heading(vscode.l10n.t("Checks"));
  writer.entry(`${outcomeMarks[outcome]} ${summary}`);
  for (const { name, state, reason } of links) {
    writer.field(`${verified && state === "proven" ? "✓" : marks[state]} ${name}`, reason, undefined, "    ");
  }
  if (uncovered !== "") writer.entry(uncovered);
}
