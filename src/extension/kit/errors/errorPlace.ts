import type { TargetPlace } from "../commands/target";

/** Under this an error carries where it came from. */
const key = Symbol("place");

/** Notes where something failed, so that what is offered then is done there, whichever chain is in use. */
export function noteErrorPlace(error: unknown, place: TargetPlace): void {
  if (error instanceof Error) Object.defineProperty(error, key, { value: place, configurable: true });
}

export const errorPlace = (error: unknown): TargetPlace =>
  error instanceof Error ? ((error as { readonly [key]?: TargetPlace })[key] ?? {}) : {};
