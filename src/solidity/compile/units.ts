// Which files are compiled together, and how far that is.
import type { CompileProgress } from "./compileRequest";

/** More parts of a compilation each read what all import once more. */
const maxUnits = 64;
/** Fewer files without the intermediate language aren't worth another compiler: reading what they import costs as much as their code. */
const fewestFiles = 12;

/** A file to compile, as far as cutting goes. */
interface UnitFile {
  readonly name: string;
  readonly closure: readonly string[];
  readonly sources: ReadonlyMap<string, { readonly content: string }>;
}

const sizeOf = ({ closure, sources }: UnitFile): number =>
  closure.reduce((sum, name) => sum + (sources.get(name)?.content.length ?? 0), 0);

/** Parts of a list, one after the other, as even as they can be. */
function evenParts<Item>(items: readonly Item[], count: number): Item[][] {
  const parts: Item[][] = [];
  for (let part = 0; part < count; part++) {
    const [from, to] = [part, part + 1].map((each) => Math.floor((each * items.length) / count));
    parts.push(items.slice(from, to));
  }
  return parts;
}

/**
 * Cuts files of one compiler and one set of settings into units that are compiled apart. By way of the intermediate language nearly all
 * time goes into each contract's own code, so that each file is a unit: what has ended is kept and can be shown. Without it, units share
 * the processors, and no more of them are made.
 * @param parallel how many are compiled at the same time
 * @returns what takes longest first, as far as the size of sources tells
 */
export function unitsOf<File extends UnitFile>(
  files: readonly File[],
  { viaIR, parallel }: { readonly viaIR: boolean; readonly parallel: number },
): File[][] {
  const wanted = viaIR ? Math.min(files.length, maxUnits) : Math.min(parallel, Math.floor(files.length / fewestFiles));
  const named = [...files].sort((left, right) => (left.name < right.name ? -1 : 1));
  const units = evenParts(named, Math.max(wanted, 1));
  const sizes = new Map(units.map((unit) => [unit, unit.reduce((sum, file) => sum + sizeOf(file), 0)]));
  return units.sort((left, right) => (sizes.get(right) ?? 0) - (sizes.get(left) ?? 0));
}

/** How far a compilation is, for a progress bar. */
export class UnitProgress {
  readonly #files: number;
  readonly #report: (progress: CompileProgress) => void;
  readonly #running = new Set<{ readonly name: string; readonly files: number; readonly startedMs: number }>();
  #done = 0;

  constructor(files: number, report: (progress: CompileProgress) => void) {
    this.#files = files;
    this.#report = report;
  }

  /** Reports the beginning and the end of a unit. */
  async during(version: string, files: readonly UnitFile[], work: () => Promise<void>): Promise<void> {
    const unit = { name: files[0]?.name ?? "", files: files.length, startedMs: Date.now() };
    this.#running.add(unit);
    this.#say(version);
    try {
      await work();
    } finally {
      this.#running.delete(unit);
      this.#done += files.length;
      this.#say(version);
    }
  }

  #say(version: string): void {
    this.#report({
      kind: "compiling",
      version,
      files: this.#files,
      done: this.#done,
      running: [...this.#running],
    });
  }
}

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
