// What the types of the packed SDK show: the examples of its functions, and those that have none.

/** Functions of a file of types, also those that are constants, each with the comment before it. */
const declarations =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?declare (?:function (\w+)|const (\w+): (?=<|\())/gm;

export interface ShownFunctions {
  readonly examples: readonly string[];
  /** Without an example, or without a word on what it returns. */
  readonly silent: readonly string[];
}

/** @param types a file that says all types of an entry */
export function shownFunctions(types: string): ShownFunctions {
  const examples: string[] = [];
  const state = new Map<string, boolean>();
  for (const [, comment = "", named, constant] of types.matchAll(declarations)) {
    const name = named ?? constant ?? "";
    const shown = [...comment.matchAll(/@example\s*\n \* ```ts\n([\s\S]*?)\n \* ```/g)];
    examples.push(...shown.map(([, code = ""]) => code.replace(/^ \* ?/gm, "")));
    // the first of several signatures speaks for all
    state.set(name, state.get(name) ?? (shown.length > 0 && comment.includes("@returns ")));
  }
  return { examples, silent: [...state].flatMap(([name, isShown]) => (isShown ? [] : [name])) };
}

const exported =
  /^export (?:declare )?(?:abstract )?(?:function|const|class|interface|type|namespace) (\w+)|^export \{ (\w+) \}/gm;

/** Imports of all that entries export; what two of them have is taken from the first. */
export function importsOfAll(entries: ReadonlyMap<string, string>): string[] {
  const taken = new Set<string>();
  return [...entries].flatMap(([entry, types]) => {
    const names = new Set([...types.matchAll(exported)].map(([, one, other]) => one ?? other ?? ""));
    const fresh = [...names].filter((name) => !taken.has(name));
    for (const name of fresh) taken.add(name);
    return fresh.length === 0 ? [] : [`import { ${fresh.join(", ")} } from "${entry}";`];
  });
}
