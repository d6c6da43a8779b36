// The bundler makes a chunk of what the same entry points reach, and every `import()` is one: hundreds of files, most of them small, and
// Node.js takes longer to find and link them than to run what is in them. So modules that a program needs at its start, or the command line
// to read, are reached together: what reaches one of a gathering reaches all of it, and the bundler makes one chunk of each.
import { relative } from "node:path";
import type { Metafile, Plugin } from "esbuild";

type Inputs = Metafile["inputs"];

/** What every command of the command line loads, those that ask no node, too. */
const commanding = ["src/cli/commands.ts", "src/cli/options/commandLine.ts"] as const;

/** What programs load when they have said that compiled code is kept: the embedded chain, the language server, its process for Solidity. */
const serving = [
  ["src/devchain/devChainProcess.ts"],
  ["src/languageServer/serveEditor.ts"],
  ["src/languageServer/front/serveFront.ts", "src/languageServer/configuration/startServer.ts"],
  [
    "src/languageServer/worker/serveLanguage.ts",
    "src/languageServer/solidity/features.ts",
    "src/languageServer/solidity/solidityState.ts",
    "src/languageServer/solidity/ownCompiler.ts",
  ],
] as const;

/** What takes requests to a node. */
const asking = ["src/chain/transport/httpPool.ts"] as const;

/** What the command line loads to ask a node for something. */
const reading = [
  "src/cli/commands.ts",
  "src/cli/commands/rpc.ts",
  "src/cli/operations/runOperation.ts",
  ...asking,
] as const;

/** Names nouns, and loads each when it is asked for. */
const catalogue = "src/operations/catalogue.ts";

export interface Gatherings {
  /** Modules of each, below the project. */
  readonly members: readonly (readonly string[])[];
  /** What a module that begins a chunk has to reach, too: indexes of gatherings. */
  readonly reachedBy: ReadonlyMap<string, readonly number[]>;
}

/** All that these modules load at once; with `later`, also what they load when it is asked for. */
function reached(inputs: Inputs, from: readonly string[], later = false): Set<string> {
  const seen = new Set(from);
  for (const file of seen) {
    for (const { path, kind } of inputs[file]?.imports ?? []) {
      if (path in inputs && (later || kind !== "dynamic-import")) seen.add(path);
    }
  }
  return seen;
}

/** What a module loads when it is asked for. */
const laterOf = (inputs: Inputs, file: string): string[] =>
  (inputs[file]?.imports ?? []).filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path);

/** `src/chain` of `src/chain/rpc/call.ts`: what belongs to different rooms is seldom wanted together. */
const roomOf = (file: string): string => file.split("/").slice(0, 2).join("/");

/**
 * Gathers modules of the product by three questions: which starts need them, which programs ever reach them, in which room they are.
 *
 * @param inputs what the bundler tells of all modules
 * @param programs entry points
 */
export function gatheringsOf(inputs: Inputs, programs: readonly string[]): Gatherings {
  const read = reached(inputs, [...reading, ...laterOf(inputs, catalogue)]);
  const starts = [
    ...programs.map((file) => reached(inputs, [file])),
    ...[commanding, ...serving, asking].map((files) => reached(inputs, files)),
    read,
  ];
  const all = programs.map((file) => reached(inputs, [file], true));
  const begun = new Set(programs);
  const byKey = new Map<string, string[]>();
  for (const file of new Set(starts.flatMap((each) => [...each]))) {
    if (begun.has(file) || !/^src\/.*\.ts$/.test(file)) continue;
    const room = read.has(file) ? [] : [roomOf(file), ...all.map((each) => each.has(file))];
    const key = [...room, ...starts.map((each) => each.has(file))].join();
    byKey.set(key, [...(byKey.get(key) ?? []), file]);
  }
  const members = [...byKey.values()].filter(({ length }) => length > 1).map((files) => files.sort());
  return { members, reachedBy: entriesOf(inputs, members) };
}

/** Which modules behind an `import()` reach a part of a gathering, and so must reach all of it; each may lead to parts of others. */
function entriesOf(inputs: Inputs, members: readonly (readonly string[])[]): Map<string, number[]> {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const late = imports.filter(({ path, kind }) => kind === "dynamic-import" && path.startsWith("src/"));
  const gathering = new Map(members.flatMap((files, index) => files.map((file) => [file, index] as const)));
  const closures = members.map((files) => reached(inputs, files));
  const found = new Map<string, number[]>();
  for (const { path } of late) {
    if (found.has(path) || !(path in inputs)) continue;
    const touched = new Set<number>();
    const open = [reached(inputs, [path])];
    for (const files of open) {
      for (const file of files) {
        const index = gathering.get(file);
        if (index === undefined || touched.has(index)) continue;
        touched.add(index);
        open.push(closures[index] ?? new Set());
      }
    }
    if (touched.size > 0)
      found.set(
        path,
        [...touched].sort((a, b) => a - b),
      );
  }
  return found;
}

const importing = (file: string): string => `import ${JSON.stringify(`./${file}`)};`;

/** Has the bundler make one chunk of each gathering. */
export function gatherChunks(root: string, { members, reachedBy }: Gatherings): Plugin {
  return {
    name: "gather modules that are needed together",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^gathering:\d+$/ }, ({ path }) => ({
        path: path.split(":")[1] ?? "",
        namespace: "gathering",
      }));
      onLoad({ filter: /.*/, namespace: "gathering" }, ({ path }) => ({
        contents: (members[Number(path)] ?? []).map(importing).join("\n"),
        resolveDir: root,
      }));
      // In its place a module that reaches more: were it to do so itself, what it reaches would import it before it has begun.
      onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, importer }) => {
        if (kind !== "dynamic-import" || importer.includes("node_modules")) return undefined;
        const { path: meant, errors } = await resolve(path, { kind: "import-statement", resolveDir, importer });
        const file = relative(root, meant).replaceAll("\\", "/");
        return errors.length === 0 && reachedBy.has(file) ? { path: file, namespace: "late" } : undefined;
      });
      onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({
        contents: [
          ...(reachedBy.get(path) ?? []).map((index) => `import "gathering:${index}";`),
          `export * from ${JSON.stringify(`./${path}`)};`,
        ].join("\n"),
        resolveDir: root,
      }));
    },
  };
}
