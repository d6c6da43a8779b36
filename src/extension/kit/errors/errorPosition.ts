import type { TargetLocation } from "../commands/target";

/** Under this an error carries where it came from. */
const key = Symbol("place");

/** Notes where something failed, so that what is offered then is done there, whichever chain is in use. */
export function noteErrorPosition(error: unknown, place: TargetLocation): void {
  if (error instanceof Error) Object.defineProperty(error, key, { value: place, configurable: true });
}

export const errorPosition = (error: unknown): TargetLocation =>
  error instanceof Error ? ((error as { readonly [key]?: TargetLocation })[key] ?? {}) : {};
