// What a page needs other than Node.js does: neighbors of files, errors without what no page can meet, and nothing of Node's.
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { resolve } from "node:path";
import type { Plugin } from "esbuild";

/** `x.browser.ts` beside `x.ts` is taken in its place: the same exports, by what every browser has (docs/architecture.md, "Browsers"). */
export const browserNeighbors: Plugin = {
  name: "take what is written for browsers",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const neighbor = resolve(resolveDir, `${path}.browser.ts`);
      return existsSync(neighbor) ? { path: neighbor } : undefined;
    }),
};

/** A page can't load these: better no package than one that fails there. */
export const refuseNode: Plugin = {
  name: "refuse what only Node.js has",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[a-z:_/]+$/ }, ({ path, importer }) => {
      if (!path.startsWith("node:") && !builtinModules.includes(path)) return undefined;
      return { errors: [{ text: `${importer} takes ${path}, which no browser has: give it a neighbor .browser.ts` }] };
    }),
};

/** @throws Error for code that names what only Node.js has as a global. */
export function requireOfPages(path: string, code: string): void {
  const found = /\b(?:Buffer\.\w+|process\.\w+|setImmediate)\b/.exec(code)?.[0];
  if (found !== undefined) throw new Error(`${path} uses ${found}, which no browser has`);
}

interface ErrorEntry {
  readonly kind: string;
  readonly meaning: { readonly en: string };
  readonly advice: { readonly en: string };
}

/**
 * Of the errors that this product knows, those whose name stands anywhere in what is bundled, in the language in which the package throws
 * them: a third of a page's bytes would be words that it can't meet.
 * @param inputs files that are bundled
 */
export function errorsInUse(inputs: readonly string[]): Plugin {
  const words = new Set<string>();
  for (const path of inputs.filter((each) => each.endsWith(".ts")))
    for (const [word] of readFileSync(path, "utf8").matchAll(/\w+/g)) words.add(word);
  return {
    name: "leave out errors that nothing here throws",
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]src[\\/]errors[\\/]\w+Errors\.json$/ }, ({ path }) => {
        const entries = Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, ErrorEntry>);
        const kept = entries
          .filter(([code]) => words.has(code))
          .map(([code, { kind, meaning, advice }]) => [
            code,
            { kind, meaning: { en: meaning.en }, advice: { en: advice.en } },
          ]);
        return { contents: JSON.stringify(Object.fromEntries(kept)), loader: "json" };
      }),
  };
}
