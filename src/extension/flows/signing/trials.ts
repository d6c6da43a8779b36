import { thrownText } from "../../../text/thrownText";
import { type EditorDryRun, noDryRun } from "./editorDryRun";

/**
 * What trying a request out told, for the list and the page that show it: as it was begun, then signed where the person wants that.
 */
export class Trials {
  readonly #followers: ((reported: EditorDryRun | undefined) => void)[] = [];
  #current: Promise<EditorDryRun> | undefined;
  #reported: EditorDryRun | undefined;

  /**
   * @param first undefined where nothing is tried
   * @param signed tries it out once more with a signature; absent where no node takes one
   */
  constructor(
    first: Promise<EditorDryRun> | undefined,
    private readonly signed?: () => Promise<EditorDryRun>,
  ) {
    if (first !== undefined) this.#follow(first);
  }

  /** Whether anything is tried. */
  get any(): boolean {
    return this.#current !== undefined;
  }

  /** What it told; undefined while it's under way. */
  get reported(): EditorDryRun | undefined {
    return this.#reported;
  }

  /** Whether a signature would tell more. */
  get signs(): boolean {
    return this.#reported?.unsigned === true && this.signed !== undefined;
  }

  /** @param take is given what was told and what is told from now on; undefined while it's under way */
  follow(take: (reported: EditorDryRun | undefined) => void): void {
    this.#followers.push(take);
    take(this.#reported);
  }

  /** Tries it out once more with a signature, where that tells more. */
  trySigned(): void {
    if (this.signed && this.signs) this.#follow(this.signed());
  }

  #follow(trial: Promise<EditorDryRun>): void {
    this.#current = trial;
    this.#tell(undefined);
    const take = (reported: EditorDryRun): void => {
      if (this.#current === trial) this.#tell(reported);
    };
    trial.then(take, (error: unknown) => take(noDryRun(thrownText(error))));
  }

  #tell(reported: EditorDryRun | undefined): void {
    this.#reported = reported;
    for (const take of this.#followers) take(reported);
  }
}
