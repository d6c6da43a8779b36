/** A line with the line above it. */
interface Line {
  readonly id: string;
  readonly parent: Line | undefined;
}

/** VS Code has drawn what it was given by then, on a busy machine too. */
const takenInMs = 300;

const maxWaitMs = 2000;

/**
 * Lets the refresh of a line wait for what is being fetched in it or below it: VS Code takes both answers in and refuses the second,
 * because its lines are there already, and then shows none of them. One that comes while it is still drawing the first answer waits
 * for the next drawing, which may never come. A refresh waits {@link maxWaitMs} at most.
 */
export class RefreshGate {
  /** Lines whose children are being fetched, each as often as it was asked for. */
  readonly #fetched: Line[] = [];
  /** Refreshes that wait, each with its time limit. */
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly fire: (id: string) => void) {}

  /** Fires now, or once what is being fetched there has been taken in. Several that wait for the same are one. */
  refresh(id: string): void {
    if (!this.#isFetchedBelow(id)) this.#fire(id);
    else if (!this.#waiting.has(id)) {
      this.#waiting.set(
        id,
        setTimeout(() => this.#fire(id), maxWaitMs),
      );
    }
  }

  /** Notes that the children of a line are being fetched, until the promise has settled and VS Code has taken them in. */
  async during<T>(line: Line, children: Promise<T>): Promise<T> {
    this.#fetched.push(line);
    try {
      return await children;
    } finally {
      setTimeout(() => this.#isTaken(line), takenInMs);
    }
  }

  #isTaken(line: Line): void {
    this.#fetched.splice(this.#fetched.indexOf(line), 1);
    for (const id of [...this.#waiting.keys()]) if (!this.#isFetchedBelow(id)) this.#fire(id);
  }

  #isFetchedBelow(id: string): boolean {
    return this.#fetched.some((fetched) => {
      let line: Line | undefined = fetched;
      while (line && line.id !== id) line = line.parent;
      return line !== undefined;
    });
  }

  #fire(id: string): void {
    clearTimeout(this.#waiting.get(id));
    this.#waiting.delete(id);
    this.fire(id);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
