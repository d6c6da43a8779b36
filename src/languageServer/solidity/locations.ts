import { pathToFileURL } from "node:url";
import type { Location } from "vscode-languageserver/node";
import type { SourceLocation } from "../../solidity/language/questions";
import type { SolidityState } from "./solidityState";

/** The address that the editor has a file under, or one that it understands. */
export const uriOfPath = (state: SolidityState, path: string): string =>
  state.at(path)?.uri ?? pathToFileURL(path).href;

/** A place in a file. A built-in text is a document of our own editor's alone; others have no place for it. */
export function locationOf(state: SolidityState, { path, sourceName, range }: SourceLocation): Location | undefined {
  if (path !== undefined) return { uri: uriOfPath(state, path), range };
  return state.options.answers === undefined ? undefined : { uri: `chainside-solidity:/${sourceName}`, range };
}
