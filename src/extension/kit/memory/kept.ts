/**
 * What is remembered as long as its owner lives: the window, a group, a session of it. One object of each class, made when it is first
 * asked for; the owner knows nothing of the classes.
 */
export class InstanceCache {
  readonly #byClass = new Map<new () => object, object>();

  /** The owner's object of that class. */
  of<One extends object>(kind: new () => One): One {
    const known = this.#byClass.get(kind);
    if (known instanceof kind) return known;
    const made = new kind();
    this.#byClass.set(kind, made);
    return made;
  }
}
