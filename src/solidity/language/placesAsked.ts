import { SourceText } from "../program/sourceText";
import type { TextRange } from "../program/textRange";
import type { SourceFile } from "./names/declarations";
import type { Place, ProjectNames } from "./names/places";
import type { SourceLocation } from "./questions";

/** Offsets of sources as an editor counts, for one answer. */
export class PlacesAsked {
  readonly #texts = new Map<SourceFile, SourceText>();

  constructor(private readonly project: ProjectNames | undefined) {}

  text(file: SourceFile): SourceText {
    const kept = this.#texts.get(file);
    if (kept) return kept;
    const text = new SourceText(file.text);
    this.#texts.set(file, text);
    return text;
  }

  rangeOf({ file, start, end }: Place): TextRange {
    return this.text(file).rangeOf(start, end);
  }

  locationOf(place: Place): SourceLocation {
    const { file } = place;
    return { path: this.project?.pathOf(file), sourceName: file.path, range: this.rangeOf(place) };
  }
}
