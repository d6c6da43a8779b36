/** The last lines of the log of this window, for a report: an output channel cannot be read back. */
export class LogTail {
  readonly #lines: string[] = [];

  /** At most so many lines are kept, each cut at `length` characters. */
  constructor(
    private readonly count = 200,
    private readonly length = 500,
  ) {}

  add(level: string, text: string): void {
    const time = new Date().toISOString();
    for (const line of text.split("\n").slice(0, this.count))
      this.#lines.push(`${time} [${level}] ${line.slice(0, this.length)}`);
    this.#lines.splice(0, this.#lines.length - this.count);
  }

  get text(): string {
    return this.#lines.join("\n");
  }
}
