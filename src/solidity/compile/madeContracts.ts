/** A source by its name. */
interface SourceText {
  readonly name: string;
  readonly content: string;
}

/** `new Child(`, `new lib.Child{`, `type(Child).creationCode`: whatever puts the code of one contract into another. */
const made =
  /\bnew\s+((?:[A-Za-z_$][\w$]*\s*\.\s*)?[A-Za-z_$][\w$]*)\s*[({]|\btype\s*\(\s*([\w$.]+)\s*\)\s*\.\s*(?:creation|runtime)Code\b/g;
const word = /[\w$]+|[{},;]/g;
const declared = /\bcontract\s+([A-Za-z_$][\w$]*)/g;

/** `Child as Kid` of imports: the words on both sides of each `as`. */
function* renames(content: string): Generator<readonly [name: string, other: string]> {
  let [before, last] = ["", ""];
  for (const [next] of content.matchAll(word)) {
    if (last === "as") yield [before, next];
    [before, last] = [last, next];
  }
}

/** Names of the sources with contracts that any of the sources makes, by words alone: comments count as code, so there may be more. */
export function sourcesOfMade(sources: readonly SourceText[]): string[] {
  const names = new Set<string>();
  for (const { content } of sources) {
    for (const [, ofNew, ofType] of content.matchAll(made))
      names.add((ofNew ?? ofType ?? "").split(".").at(-1)?.trim() ?? "");
  }
  if (names.size === 0) return [];
  for (const { content } of sources)
    for (const [name, other] of renames(content)) if (names.has(other)) names.add(name);
  return sources
    .filter(({ content }) => [...content.matchAll(declared)].some(([, name = ""]) => names.has(name)))
    .map(({ name }) => name);
}
