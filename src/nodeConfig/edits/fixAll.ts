import type { AnalysisContext } from "../analysis/analysisContext";
import { analyze } from "../analysis/analyze";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import type { TextEdit } from "../text/textRange";
import { fixesFor } from "./fixesFor";
import { applyEdits, touchedLines } from "./lineEdits";

/** One fix can bring another finding to light (a repetition removed leaves a gap); more rounds than that never help. */
const rounds = 20;

/** Edits of safe fixes that leave each other alone; the rest waits for the next round. */
function safeEdits(document: IniDocument, context: AnalysisContext): TextEdit[] {
  const edits: TextEdit[] = [];
  const touched = new Set<number>();
  for (const finding of analyze(document, context)) {
    if (touched.has(finding.range.startLine)) continue;
    const fix = fixesFor(document, finding, context).find(({ safe }) => safe);
    const lines = fix?.edits.flatMap(touchedLines) ?? [];
    if (!fix || lines.some((line) => touched.has(line))) continue;
    edits.push(...fix.edits);
    for (const line of lines) touched.add(line);
  }
  return edits;
}

/**
 * Carries out every safe fix, also those that become possible through others. Gives the mended text; findings without a safe
 * fix stay as they are.
 */
export function fixAll(document: IniDocument, context: AnalysisContext): string {
  const copy = parseDocument(document.text, document.kind);
  for (let round = 0; round < rounds; round++) {
    const edits = safeEdits(copy, context);
    if (edits.length === 0) break;
    applyEdits(copy, edits);
  }
  return copy.text;
}
