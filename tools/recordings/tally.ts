interface Count {
  good: number;
  all: number;
  problems: string[];
}

/** Counts by heading, with what went wrong. */
export class Tally {
  readonly #counts = new Map<string, Count>();

  /** One more case under the heading; `problem` when it failed. */
  add(heading: string, problem?: string): void {
    const count = this.#counts.get(heading) ?? { good: 0, all: 0, problems: [] };
    count.all += 1;
    if (problem === undefined) count.good += 1;
    else count.problems.push(problem);
    this.#counts.set(heading, count);
  }

  get failed(): boolean {
    return [...this.#counts.values()].some(({ good, all }) => good < all);
  }

  get empty(): boolean {
    return this.#counts.size === 0;
  }

  lines(shownProblems: number): string[] {
    return [...this.#counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([heading, { good, all, problems }]) => [
        `${heading}: decoded ${good} of ${all}`,
        ...problems.slice(0, shownProblems).map((problem) => `  ${problem}`),
        ...(problems.length > shownProblems ? [`  … and ${problems.length - shownProblems} more`] : []),
      ]);
  }
}
