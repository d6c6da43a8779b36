const declaration = /\b(?:(abstract)\s{1,9})?(contract|library|interface)\s+([A-Za-z_$][\w$]*)/g;

/** A contract, library or interface as a source declares it. */
interface DeclaredContract {
  readonly name: string;
  /** False for interfaces and abstract contracts. */
  readonly deployable: boolean;
}
/** Where something begins that is no code: a comment or a string. */
const opening = /\/\*|\/\/|["']/g;
const ends = { "/*": /\*\//g, "//": /\n/g, '"': /\\[\s\S]|["\n]/g, "'": /\\[\s\S]|['\n]/g } as const;

/** The end of what begins there; what isn't closed goes to the end of its line, a comment to the end of the file. */
function endOf(source: string, kind: keyof typeof ends, from: number): number {
  const end = ends[kind];
  end.lastIndex = from;
  for (let found = end.exec(source); found; found = end.exec(source)) {
    if (!found[0].startsWith("\\")) return found.index + (found[0] === "\n" ? 0 : found[0].length);
  }
  return source.length;
}

/** The source without comments and strings, each of which leaves a blank. */
export function codeOf(source: string): string {
  const parts: string[] = [];
  let copied = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    parts.push(source.slice(copied, found.index));
    copied = endOf(source, found[0] as keyof typeof ends, found.index + found[0].length);
    opening.lastIndex = copied;
  }
  parts.push(source.slice(copied));
  return parts.join(" ");
}

/** Contracts, libraries and interfaces that a Solidity source declares, in their order. */
export function declaredContracts(source: string): DeclaredContract[] {
  return [...codeOf(source).matchAll(declaration)].flatMap(([, abstract, kind, name]) =>
    name === undefined ? [] : [{ name, deployable: abstract === undefined && kind !== "interface" }],
  );
}
