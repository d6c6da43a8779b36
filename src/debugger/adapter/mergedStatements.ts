import type { Debuggee } from "../program/debuggee";
import type { Stop } from "../source/codeInfo";
import { ownerOf, type SourceSyntax, type SyntaxRange } from "../source/syntax";

/** Statements that begin on a line, itself or inside others. */
function statementsOn(source: SourceSyntax, line: number): SyntaxRange[] {
  const found: SyntaxRange[] = [];
  const waiting = [...source.roots];
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    if (source.text.lineOfByte(range.start) > line || source.text.lineOfByte(range.end) < line) continue;
    if (range.kind === "statement" && source.text.lineOfByte(range.shown.start) === line) found.push(range);
    waiting.push(...range.children);
  }
  return found;
}

const isSame = (left: SyntaxRange, right: SyntaxRange, { text }: SourceSyntax): boolean =>
  left.node.nodeType === right.node.nodeType &&
  text.sliceOfBytes(left.start, left.end).replace(/\s+/g, " ") ===
    text.sliceOfBytes(right.start, right.end).replace(/\s+/g, " ");

/**
 * Stops of the statements that the optimizer kept in the place of those on a line: it makes one code of `return` and `revert` that are the
 * same, and the code bears the place of one. Only in functions of which other code is there; the nearest in the same function, else in the
 * same contract.
 */
export function mergedWith(
  { table, syntaxes }: Debuggee,
  isIt: (source: SourceSyntax) => boolean,
  line: number,
): Stop[] {
  for (const syntax of syntaxes) {
    for (const source of syntax.sources.values()) {
      if (!isIt(source)) continue;
      const stops = table.stops.filter((stop) => stop.syntax === syntax && stop.shown.source === source.id);
      for (const statement of statementsOn(source, line)) {
        const owner = ownerOf(statement);
        const ofOwner = stops.filter((stop) => owner !== undefined && ownerOf(stop.place) === owner);
        if (ofOwner.length === 0) continue;
        const twins = [...ofOwner, ...stops.filter((stop) => ownerOf(stop.place)?.parent === owner?.parent)].filter(
          (stop) => stop.kind === "statement" && isSame(stop.place, statement, source),
        );
        const [nearest] = twins.sort(
          (a, b) =>
            Number(ownerOf(b.place) === owner) - Number(ownerOf(a.place) === owner) ||
            Math.abs(a.line - line) - Math.abs(b.line - line),
        );
        if (nearest) return twins.filter((stop) => stop.line === nearest.line);
      }
    }
  }
  return [];
}
