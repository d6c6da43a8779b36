/** How the lines below a line are shown. The tree keeps it by the line's id, and hands it to the line with the question for them. */
export interface ListState {
  /** Words that a line must have, in lower case; undefined shows all. */
  readonly filter: string | undefined;
  /** How many pages of a long list, at least one. */
  readonly pages: number;
  /** Where a list begins that need not begin at its top. */
  readonly start: number | undefined;
  /** Shows them otherwise from now on. */
  change(to: ListChange): void;
}

/** What changes; an empty filter takes the filter away. */
export interface ListChange {
  readonly filter?: string | undefined;
  readonly pages?: number;
  readonly start?: number | undefined;
}

/** As lines are shown before anyone wants them otherwise. */
export const initialListState: ListState = { filter: undefined, pages: 1, start: undefined, change: () => undefined };
