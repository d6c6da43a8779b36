import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import type { Metafile } from "esbuild";

/** The imports at the beginning of a minified bundle, after its banner where it has one. */
const head = /^(?:import\{createRequire[^\n]*\n)?((?:import(?:[^"';]*from)?"[^"]*";)*)/;
/** One for nothing but its side effects, and one of names. */
const bareImport = /import"(\.[^"]*)";/g;
const namedImport = /from"(\.[^"]*)";/g;

/** A name that the bundler made of a chunk's hash, where code refers to it. */
const reference = /"(\.\/(?:chunks\/)?)([A-Z0-9]{8})\.js"/g;

/** The files that these imports of a file mean. */
function targets(file: string, imports: string, kind: RegExp): string[] {
  return [...imports.matchAll(kind)].map(([, path = ""]) => posix.join(posix.dirname(file), path));
}

/** All that each file loads by its imports of names, at any remove. */
function reached(named: ReadonlyMap<string, readonly string[]>, file: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(named.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(named.get(next) ?? []));
  }
  return seen;
}

/**
 * The same files without the imports that load nothing, or only what the file's imports of names load anyway: the bundler has every entry
 * point and every `import()` name all of its chunks, which makes most of the imports and a part of the package that one notices.
 *
 * @param files the code of all bundles by their paths, with slashes
 */
export function withoutImpliedImports(files: ReadonlyMap<string, string>): Map<string, string> {
  const imports = new Map([...files].map(([file, code]) => [file, head.exec(code)?.[1] ?? ""] as const));
  const named = new Map([...imports].map(([file, list]) => [file, targets(file, list, namedImport)] as const));
  return new Map(
    [...files].map(([file, code]) => {
      const list = imports.get(file) ?? "";
      const implied = reached(named, file);
      const rest = list.replace(bareImport, (whole, path: string) => {
        const target = posix.join(posix.dirname(file), path);
        return implied.has(target) || files.get(target) === "" ? "" : whole;
      });
      return [file, code.replace(list, () => rest)];
    }),
  );
}

/** Short names for chunks, in the order of their hashes: a reference to one is thousands of times in the package. */
function shortNames(files: Iterable<string>): ReadonlyMap<string, string> {
  const hashes = [...files].filter((file) => /(?:^|\/)chunks\/[A-Z0-9]{8}\.js$/.test(file)).sort();
  return new Map(hashes.map((file, index) => [basename(file, ".js"), index.toString(36)]));
}

/** Makes the production bundles of a build smaller, on the disk and in what the bundler tells of them. */
export function slimChunks(root: string, { outputs }: Pick<Metafile, "outputs">): void {
  const scripts = Object.keys(outputs).filter((file) => file.endsWith(".js"));
  const names = shortNames(scripts);
  const renamed = (path: string): string => {
    const short = names.get(basename(path, ".js"));
    return short === undefined ? path : `${dirname(path)}/${short}.js`;
  };
  const slim = withoutImpliedImports(new Map(scripts.map((file) => [file, readFileSync(join(root, file), "utf8")])));
  for (const [file, code] of slim) {
    const short = code.replace(reference, (whole, folder: string, hash: string) =>
      names.has(hash) ? `"${folder}${names.get(hash)}.js"` : whole,
    );
    writeFileSync(join(root, file), short);
    if (renamed(file) !== file) renameSync(join(root, file), join(root, renamed(file)));
    const output = outputs[file];
    if (!output) continue;
    delete outputs[file];
    output.imports = output.imports.map((each) => ({ ...each, path: renamed(each.path) }));
    outputs[renamed(file)] = { ...output, bytes: Buffer.byteLength(short) };
  }
}
