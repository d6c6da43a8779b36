// How large the house is and how its files hang together: lines, exports by how many files import them, and small files that serve one
// other. `npm run -s check -- figures [FOLDER…] [--list small|one|none]`; without folders it counts `src`.
import { dirname, join, normalize } from "node:path/posix";
import { Visitor } from "oxc-parser";
import { readSources, type SourceFile } from "../scripts/lint/sources";

/** A file with fewer lines is small. */
const maxSmallLines = 40;

interface Counted {
  readonly path: string;
  readonly lines: number;
  /** Exported names, each with the files that import it. */
  readonly exports: Map<string, Set<string>>;
  readonly importers: Set<string>;
}

const resolved = (path: string, specifier: string): string =>
  `${normalize(join(dirname(path), specifier)).replace(/\.ts$/, "")}.ts`;

const nameOf = (node: { name?: string; value?: unknown }): string => node.name ?? String(node.value);

/** Names that a file exports itself. */
function exportedNames({ program }: SourceFile): string[] {
  const names: string[] = [];
  const patternNames = (node: { type: string; name?: string; properties?: unknown[]; elements?: unknown[] }): void => {
    if (node.type === "Identifier" && node.name) names.push(node.name);
    for (const each of node.properties ?? [])
      patternNames((each as { value: Parameters<typeof patternNames>[0] }).value);
    for (const each of node.elements ?? []) if (each) patternNames(each as Parameters<typeof patternNames>[0]);
  };
  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration") names.push("default");
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration } = statement;
    if (declaration?.type === "VariableDeclaration") for (const each of declaration.declarations) patternNames(each.id);
    else if (declaration && "id" in declaration && declaration.id) patternNames(declaration.id as never);
    for (const { exported } of statement.specifiers) names.push(nameOf(exported));
  }
  return names;
}

/** What a file imports: of each module the names, or all of it. */
function importedNames({ program }: SourceFile): { specifier: string; names: string[] | "all" }[] {
  const found: { specifier: string; names: string[] | "all" }[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      const names = specifiers.map((each) => {
        if (each.type === "ImportNamespaceSpecifier") return "";
        return each.type === "ImportSpecifier" ? nameOf(each.imported) : "default";
      });
      found.push({ specifier: source.value, names: names.includes("") ? "all" : names });
    },
    ExportNamedDeclaration: ({ source, specifiers }) => {
      if (source) found.push({ specifier: source.value, names: specifiers.map(({ local }) => nameOf(local)) });
    },
    ExportAllDeclaration: ({ source }) => void found.push({ specifier: source.value, names: "all" }),
    ImportExpression: ({ source }) => {
      if (source.type === "Literal") found.push({ specifier: String(source.value), names: "all" });
    },
    TSImportType: ({ source }) => void found.push({ specifier: String(source.value), names: "all" }),
  }).visit(program);
  return found;
}

/** Counts files, and which of them import what of which. */
function count(sources: readonly SourceFile[]): Counted[] {
  const files = new Map<string, Counted>();
  for (const source of sources) {
    files.set(source.path, {
      path: source.path,
      lines: source.text.split("\n").length - 1,
      exports: new Map(exportedNames(source).map((name) => [name, new Set()])),
      importers: new Set(),
    });
  }
  for (const source of sources) {
    const words = new Set(source.text.match(/[\w$]+/g));
    for (const { specifier, names } of importedNames(source)) {
      const file = specifier.startsWith(".") ? files.get(resolved(source.path, specifier)) : undefined;
      if (!file || file.path === source.path) continue;
      file.importers.add(source.path);
      // of a module that is imported as a whole a file uses the names that stand in it
      const used = names === "all" ? [...file.exports.keys()].filter((name) => words.has(name)) : names;
      for (const name of used) file.exports.get(name)?.add(source.path);
    }
  }
  return [...files.values()];
}

/** `src/chain`: the first two parts of a path. */
const roomOf = (path: string): string => path.split("/", 2).join("/");

interface Figures {
  readonly files: number;
  readonly lines: number;
  readonly exports: number;
  readonly unused: number;
  readonly one: number;
  readonly small: number;
}

const isSmall = ({ lines, importers }: Counted): boolean => lines < maxSmallLines && importers.size === 1;

function figuresOf(files: readonly Counted[]): Figures {
  const exported = files.flatMap((each) => [...each.exports.values()].map(({ size }) => size));
  return {
    files: files.length,
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
    exports: exported.length,
    unused: exported.filter((size) => size === 0).length,
    one: exported.filter((size) => size === 1).length,
    small: files.filter(isSmall).length,
  };
}

const line = (name: string, { files, lines, exports, unused, one, small }: Figures): string => {
  const share = exports ? `${Math.round((100 * one) / exports)} %` : "–";
  const cells = [files, lines, exports, unused, one, share, small];
  return name.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join("");
};

function main(args: readonly string[]): void {
  const at = args.indexOf("--list");
  const list = at < 0 ? undefined : args[at + 1];
  const folders = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const files = count((folders.length > 0 ? folders : ["src"]).flatMap(readSources));
  if (list === "small") {
    for (const file of files.filter(isSmall)) console.log(`${file.path} ${file.lines} ${[...file.importers].join("")}`);
  } else if (list) {
    for (const { path, exports } of files) {
      for (const [name, { size }] of exports) if (size === (list === "one" ? 1 : 0)) console.log(`${path} ${name}`);
    }
  }
  console.log(`${"".padEnd(24)}    files    lines  exports unused by   one user         small`);
  for (const room of [...new Set(files.map(({ path }) => roomOf(path)))]) {
    console.log(line(room, figuresOf(files.filter(({ path }) => roomOf(path) === room))));
  }
  console.log(line("all", figuresOf(files)));
}

main(process.argv.slice(2));
