import type { Declaration, SourceFile } from "../names/declarations";
import type { Place, ProjectNames, Target } from "../names/places";
import { targetAt } from "../names/places";

/** A place in a file that an editor asks about. */
export interface PlaceAsked {
  readonly project: ProjectNames;
  readonly file: SourceFile;
  /** UTF-16 units. */
  readonly offset: number;
}

export const targetOf = ({ project, file, offset }: PlaceAsked): Target | undefined => targetAt(project, file, offset);

/** Where a declaration's name stands. */
export const nameOf = ({ file, name }: Declaration): Place => ({ file, start: name.start, end: name.end });
