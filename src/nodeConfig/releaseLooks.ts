import { type Clock, systemClock } from "../time/clock";

/** A node prints its banner in one go; one that prints all the time is read once in this time. */
const pauseMs = 1000;

/** Looks at the releases of nodes some time after they printed something. */
export class ReleaseLooks {
  readonly #awaited = new Set<string>();

  constructor(
    /** Reads the release of the node that prints into a file, and gives whether it is another one. */
    private readonly nodes: { readonly refresh: (path: string) => Promise<boolean> },
    private readonly reported: { readonly changed: () => void; readonly failed: (error: unknown) => void },
    private readonly clock: Clock = systemClock,
  ) {}

  /** Something was printed into the file. */
  noteChange(path: string): void {
    if (this.#awaited.has(path)) return;
    this.#awaited.add(path);
    this.clock.after(pauseMs, () => {
      this.#awaited.delete(path);
      this.nodes.refresh(path).then((isOther) => isOther && this.reported.changed(), this.reported.failed);
    });
  }
}
