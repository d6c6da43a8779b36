import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenPath } from "../../../../src/files/namedPath";
import type { CompileResult } from "../../../../src/solidity/compile/compileRequest";
import { bindFile } from "../../../../src/solidity/language/names/binder";
import { type Declaration, SourceFile } from "../../../../src/solidity/language/names/declarations";
import { Names } from "../../../../src/solidity/language/names/names";
import { familyOf, type ProjectNames, placesOf } from "../../../../src/solidity/language/names/places";
import { outlineOf } from "../../../../src/solidity/language/outline";
import type { OutlineItem } from "../../../../src/solidity/language/questions";
import { signatureOf } from "../../../../src/solidity/language/signature";
import { sourcesNamed } from "../../../../src/solidity/project/solidityFiles";
import { type CompilerReference, compilerReferences } from "../../../support/compilerNames";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const root = resolve(import.meta.dirname, "../../../..");
const projects = {
  "OpenZeppelin 5": { folder: "@openzeppelin/contracts", parts: ["token", "utils", "governance"], atLeast: 8000 },
  "OpenZeppelin 4": { folder: "openzeppelin-contracts-4", parts: ["token", "access", "governance"], atLeast: 4000 },
};

/** Names that the outline shows, without fields and values. */
const shownNames = (items: readonly OutlineItem[]): string[] =>
  items.flatMap(({ kind, name, children }) => [
    ...(name === "" || kind === "field" || kind === "enumValue" ? [] : [name]),
    ...shownNames(children),
  ]);

/** Names of a folder of sources that import each other by relative paths. */
function projectOf(sources: readonly { readonly name: string; readonly content: string }[]): ProjectNames {
  const files = new Map(sources.map(({ name, content }) => [name, new SourceFile(name, content)]));
  const importedPath = (from: string, path: string): string | undefined => {
    const name = new URL(path, `file:///${from}`).pathname.slice(1);
    return files.has(name) ? name : undefined;
  };
  const names = new Names(
    {
      file: (path) => files.get(path),
      imported: (from, path) => importedPath(from.path, path),
    },
    bindFile,
  );
  return { names, files, pathOf: () => undefined, isForeign: () => false, importPathOf: () => undefined, importedPath };
}

const placeOf = (file: string, start: number): string => `${file}:${start}`;

describe.each(Object.entries(projects))("beside the compiler's own trees of %s", (_, { folder, parts, atLeast }) => {
  const home = join(root, "node_modules", folder);
  let solidity: SolidityWorkspace;
  let result: CompileResult;
  let project: ProjectNames;
  let references: CompilerReference[];
  let seen: ReadonlySet<string>;
  let selectors: { home: string; at: number; selector: string }[];
  beforeAll(async () => {
    solidity = new SolidityWorkspace({});
    result = await solidity.compiler.compile({
      files: (await Promise.all(parts.map((name) => sourcesNamed(givenPath(join(home, name)))))).flat(),
      root: home,
      suite: "standard",
      compiler: join(root, "node_modules/solc"),
      trusted: true,
      mayFetch: false,
      outputs: "diagnostics",
    });
    const analyses = [...new Set(result.files.flatMap(({ analysis }) => analysis ?? []))];
    const sources = new Map(analyses.flatMap((each) => each.sources).map((each) => [each.name, each]));
    project = projectOf([...sources.values()]);
    // Numbers of declarations are good within one analysis.
    const reported = analyses.map((each) => compilerReferences(each.sources));
    const unlike = new Map(
      reported.flatMap((each) => each.references).map((each) => [placeOf(each.source, each.start), each]),
    );
    references = [...unlike.values()];
    seen = new Set(unlike.keys());
    selectors = reported.flatMap(({ declared }) =>
      declared.flatMap(({ home: at, at: start, node }) => {
        const selector = node["functionSelector"];
        return typeof selector === "string" ? [{ home: at, at: start, selector }] : [];
      }),
    );
  });
  afterAll(() => solidity.close());

  const declarationAt = (file: SourceFile | undefined, at: number): Declaration | undefined => {
    const waiting = [...(file?.items ?? [])];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.name.start === at) return next;
      waiting.push(...next.members);
    }
    return undefined;
  };

  it("every name means what the compiler says, and one thing", () => {
    const wrong: string[] = [];
    for (const { source, start, home: file, declared } of references) {
      const binding = project.names.bind(project.files.get(source) as SourceFile);
      const mine = binding.references.find((each) => each.start === start);
      const meant = (mine?.to ?? []).map((each) => placeOf(each.file.path, each.name.start));
      if (meant.length !== 1 || meant[0] !== placeOf(file, declared)) wrong.push(`${source}:${start} ${meant.join()}`);
    }
    expect(wrong).toEqual([]);
    expect(references.length).toBeGreaterThan(atLeast);
    for (const file of project.files.values()) {
      expect(file.tree.faults, file.path).toEqual([]);
      expect(project.names.bind(file).unknown, file.path).toEqual([]);
    }
  });

  it("all places of hundreds of names are those of the compiler, none missing and none too many", () => {
    const byDeclaration = new Map<string, string[]>();
    for (const { source, start, home: file, declared } of references) {
      const key = placeOf(file, declared);
      byDeclaration.set(key, [...(byDeclaration.get(key) ?? []), placeOf(source, start)]);
    }
    const keys = [...byDeclaration.keys()].sort();
    const step = Math.max(1, Math.floor(keys.length / 400));
    let compared = 0;
    for (let i = 0; i < keys.length; i += step) {
      const [file = "", at = ""] = keys[i]?.split(":") ?? [];
      const declaration = declarationAt(project.files.get(file), Number(at));
      // Variables of functions have a test of their own: every name of every file, above.
      if (!declaration) continue;
      compared++;
      const family = familyOf(project, [declaration]);
      const wanted = [...family].flatMap((each) => byDeclaration.get(placeOf(each.file.path, each.name.start)) ?? []);
      const found = placesOf(project, family)
        .filter((each) => !each.isDeclaration && isSeen(each.file, each.start))
        .map((each) => placeOf(each.file.path, each.start));
      expect(found.sort(), `${declaration.name.text} of ${file}`).toEqual(wanted.sort());
    }
    expect(compared).toBeGreaterThan(150);
  });

  /** Whether the compiler tells of a place at all: not of comments, parts of paths, names of arguments. */
  const isSeen = (file: SourceFile, start: number): boolean => seen.has(placeOf(file.path, start));

  it("every selector is the compiler's", () => {
    let compared = 0;
    for (const { home: file, at, selector } of selectors) {
      const declaration = declarationAt(project.files.get(file), at);
      const signature = declaration && signatureOf(project.names, declaration);
      // Libraries write names of structs into theirs.
      if (!signature) continue;
      compared++;
      expect(signature.standard, declaration?.name.text).toBe(`0x${selector}`);
    }
    expect(compared).toBeGreaterThan(selectors.length * 0.9);
  });

  it("the outline has every declaration", () => {
    for (const file of project.files.values()) {
      const declared: string[] = [];
      const waiting = [...file.items];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const isShown = next.kind !== "enumValue" && (!next.role || next.role === "state" || next.role === "constant");
        if (isShown && next.name.text !== "") declared.push(next.name.text);
        waiting.push(...next.members);
      }
      expect(shownNames(outlineOf(file.text)).sort(), file.path).toEqual(declared.sort());
    }
  });
});

it("takes no word of a source for something of the language it is written in", () => {
  const source =
    "contract C { function toString() public { constructor(valueOf(toString)); } function after_() public {} }";
  expect(shownNames(outlineOf(source))).toEqual(["C", "toString", "after_"]);
});
