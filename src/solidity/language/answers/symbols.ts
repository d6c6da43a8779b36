import type { Declaration } from "../names/declarations";
import { type ProjectNames, placesIn } from "../names/places";
import { type PlaceAsked, targetOf } from "./asked";

const maxSymbols = 500;

/** Whether the letters of a query stand in a name, in their order; small for what fits better. */
function rankOf(name: string, query: string): number | undefined {
  const [text, wanted] = [name.toLowerCase(), query.toLowerCase()];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.includes(wanted)) return 2;
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return undefined;
  }
  return 3;
}

/** Declarations of a project's own files whose names fit a query, the best first. */
export function symbolsLike(project: ProjectNames, query: string): Declaration[] {
  const found: { declaration: Declaration; rank: number }[] = [];
  for (const file of project.files.values()) {
    if (project.isForeign(file)) continue;
    const waiting = [...file.items];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (["contract", "struct", "enum"].includes(next.kind))
        waiting.push(...next.members.filter(({ role }) => role !== "field"));
      const rank = next.name.text === "" ? undefined : rankOf(next.name.text, query);
      if (rank !== undefined) found.push({ declaration: next, rank });
    }
  }
  return found
    .sort(
      (left, right) =>
        left.rank - right.rank || left.declaration.name.text.localeCompare(right.declaration.name.text, "en"),
    )
    .slice(0, maxSymbols)
    .map(({ declaration }) => declaration);
}

/** A place in the file that was asked about. */
interface Highlight {
  readonly start: number;
  readonly end: number;
  /** It is declared or changed here. */
  readonly writes: boolean;
}

/** Every place in the file where the same is meant. */
export function highlightsAt(asked: PlaceAsked): Highlight[] {
  const target = targetOf(asked);
  if (!target) return [];
  return placesIn(asked.project, new Set(target.declarations), [asked.file])
    .filter(({ file }) => file === asked.file)
    .map(({ start, end, writes, isDeclaration }) => ({ start, end, writes: writes || isDeclaration }));
}
