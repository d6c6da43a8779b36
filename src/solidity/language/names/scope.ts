import type { Declaration } from "./declarations";

/** A stretch of a text with names of its own. */
export class Scope {
  readonly #names = new Map<string, { readonly declaration: Declaration; readonly from: number }[]>();

  constructor(
    readonly start: number,
    readonly end: number,
    readonly outer: Scope | undefined,
  ) {}

  /** @param from where the name begins to be good */
  add(declaration: Declaration, from: number): void {
    const { text } = declaration.name;
    if (text === "") return;
    const list = this.#names.get(text);
    if (list) list.push({ declaration, from });
    else this.#names.set(text, [{ declaration, from }]);
  }

  find(name: string, at: number): Declaration | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.outer) {
      const list = scope.#names.get(name);
      if (!list) continue;
      for (let i = list.length - 1; i >= 0; i--) {
        const one = list[i];
        if (one && one.from <= at) return one.declaration;
      }
    }
    return undefined;
  }

  /** All names that are good at a place, the nearest of each. */
  allAt(at: number): Map<string, Declaration> {
    const found = new Map<string, Declaration>();
    for (let scope: Scope | undefined = this; scope; scope = scope.outer) {
      for (const [name, list] of scope.#names) {
        if (found.has(name)) continue;
        const one = list.findLast(({ from }) => from <= at);
        if (one) found.set(name, one.declaration);
      }
    }
    return found;
  }
}

/** The innermost of scopes around a stretch. */
export const scopeAround = (scopes: readonly Scope[], start: number, end: number): Scope | undefined =>
  scopes
    .filter((each) => each.start <= start && end <= each.end)
    .reduce<Scope | undefined>(
      (best, each) => (best && best.end - best.start < each.end - each.start ? best : each),
      undefined,
    );
