import { placesIn } from "../names/places";
import { type PlaceAsked, targetOf } from "./asked";

/** A place in the file that was asked about. */
export interface Highlight {
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
