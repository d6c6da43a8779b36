import { loaders } from "../loaders.mjs";

/**
 * How Node.js runs one of our programs in the project's folder: as it is built where that was just done (`npm test`), which starts in a
 * third of the time, else from its source.
 */
export function programArguments(built: string, source: string): string[] {
  return process.env["CHAINSIDE_BUILT"] === "1" ? [built] : [...loaders(), source];
}
