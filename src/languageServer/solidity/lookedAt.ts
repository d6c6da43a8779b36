import { pathToFileURL } from "node:url";
import type { CancellationToken, Location, Position, TextEdit } from "vscode-languageserver/node";
import type { PlaceAsked } from "../../solidity/language/answers/asked";
import type { Declaration } from "../../solidity/language/names/declarations";
import type { Place } from "../../solidity/language/names/places";
import type { FileInProject } from "../../solidity/language/names/sourceProjects";
import { PlacesAsked } from "../../solidity/language/placesAsked";
import type { SourceLocation } from "../../solidity/language/questions";
import type { RangeChange } from "../../solidity/program/textChange";
import { pathOf } from "../documents/protocolRanges";
import { signalOf } from "../protocol/messages";
import type { SolidityState } from "./solidityState";

/** The address that the editor has a file under, or one that it understands. */
export const uriOfPath = (state: SolidityState, path: string): string =>
  state.at(path)?.uri ?? pathToFileURL(path).href;

/** A place in a file. A built-in text is a document of our own editor's alone; others have no place for it. */
export function locationOf(state: SolidityState, { path, sourceName, range }: SourceLocation): Location | undefined {
  if (path !== undefined) return { uri: uriOfPath(state, path), range };
  return state.options.answers === undefined ? undefined : { uri: `chainside-solidity:/${sourceName}`, range };
}

/** A source with what its names mean, and places in it as an editor counts. */
export class LookedAt {
  readonly #places: PlacesAsked;

  constructor(
    private readonly state: SolidityState,
    readonly found: FileInProject,
  ) {
    this.#places = new PlacesAsked(found.project);
  }

  at(position: Position): PlaceAsked {
    return { ...this.found, offset: this.#places.text(this.found.file).offsetOf(position) };
  }

  position(offset: number): Position {
    return this.#places.text(this.found.file).positionOf(offset);
  }

  rangeOf(place: Omit<Place, "file"> & Partial<Pick<Place, "file">>) {
    return this.#places.rangeOf({ file: this.found.file, ...place });
  }

  editOf({ text, ...place }: RangeChange): TextEdit {
    return { range: this.rangeOf(place), newText: text };
  }

  /** Undefined for a place that the editor has no document for. */
  locationOf(place: Place): Location | undefined {
    return locationOf(this.state, this.#places.locationOf(place));
  }

  /** Where the whole of a declaration stands. */
  wholeOf({ file, start, end }: Declaration) {
    return this.#places.rangeOf({ file, start, end });
  }
}

/**
 * Looks at a source that is open, or a file.
 * @param reach `around`: with all that it imports; `whole`: with everything of its project
 */
export async function lookAt(
  state: SolidityState,
  uri: string,
  reach: "around" | "whole",
  token: CancellationToken | AbortSignal,
): Promise<LookedAt | undefined> {
  const path = state.sources.get(uri)?.path ?? pathOf(uri);
  if (path === undefined) return undefined;
  const signal = signalOf(token);
  const found = await state.service.project(await state.request([path], false), reach, signal);
  signal.throwIfAborted();
  return found && new LookedAt(state, found);
}
