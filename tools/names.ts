// Finds and renames random names of folders of Solidity, and compares with the compiler's own trees: `npm run -s check:names -- DIR…
// [--count 100] [--seed 26]` (docs/measurements.md, "Reading Solidity"). Exit code 1 when a place is missing or too many.

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { givenPath } from "../src/files/namedPath";
import { SolidityCompiler } from "../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../src/solidity/compilerReleases/compilerStore";
import { EditorService } from "../src/solidity/language/editorService";
import { familyOf, type ProjectNames, targetAt } from "../src/solidity/language/names/places";
import { SourceText } from "../src/solidity/program/sourceText";
import { sourcesNamed } from "../src/solidity/project/solidityFiles";
import { compilerReferences } from "../test/support/compilerNames";
import { seededNumbers } from "../test/support/seededNumbers";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "100" }, seed: { type: "string", default: "26" } },
});
if (positionals.length === 0) {
  console.error("usage: npm run -s check:names -- DIR… [--count 100] [--seed 26]");
  process.exit(2);
}
const compiler = new SolidityCompiler(defaultCompilerCache());
const random = seededNumbers(Number(values.seed));
let wrong = 0;
const complain = (words: string): void => {
  wrong += 1;
  console.log(words);
};

const placeOf = (file: string, start: number): string => `${file}:${start}`;

/** Places of answers by name of the source and offset. */
class Offsets {
  readonly #texts = new Map<string, SourceText>();

  constructor(private readonly project: ProjectNames) {}

  of(name: string, position: { readonly line: number; readonly character: number }): string {
    const text = this.#texts.get(name) ?? new SourceText(this.project.files.get(name)?.text ?? "");
    this.#texts.set(name, text);
    return placeOf(name, text.offsetOf(position));
  }

  positionOf(name: string, offset: number) {
    return new SourceText(this.project.files.get(name)?.text ?? "").positionOf(offset);
  }
}

/** What the compilers say of all names of a folder. */
async function compiledNames(folder: string) {
  const request = { root: folder, suite: "standard", trusted: true, mayFetch: true, outputs: "diagnostics" } as const;
  const { files } = await compiler.compile({ ...request, files: await sourcesNamed(givenPath(folder)) });
  const analyses = [...new Set(files.flatMap(({ analysis }) => analysis ?? []))];
  const byHome = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const { sources } of analyses) {
    for (const { source, start, home, declared } of compilerReferences(sources).references) {
      const key = placeOf(home, declared);
      byHome.set(key, (byHome.get(key) ?? new Set()).add(placeOf(source, start)));
      seen.add(placeOf(source, start));
    }
  }
  return { byHome, seen, compiled: files.filter(({ analysis }) => analysis).length, all: files.length };
}

for (const original of positionals) {
  // Packages are renamed nowhere: a copy is the project's own.
  const folder = mkdtempSync(join(tmpdir(), "chainside-names-"));
  cpSync(resolve(original), folder, {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules" || path === resolve(original),
  });
  const { byHome, seen, compiled, all } = await compiledNames(folder);
  const service = new EditorService({
    compile: () => Promise.reject(new Error("nothing is compiled here")),
    choiceOf: () => Promise.resolve(undefined),
  });
  const request = (path: string) =>
    ({ files: [path], workspace: folder, suite: "standard", trusted: true, mayFetch: false, overlays: {} }) as const;
  const [first = ""] = await sourcesNamed(givenPath(folder));
  const whole = await service.project(request(first), "whole");
  if (!whole) throw new Error(`${original}: no source`);
  const { project } = whole;
  const offsets = new Offsets(project);
  const keys = [...byHome.keys()].filter((key) => project.files.has(key.slice(0, key.lastIndexOf(":")))).sort();
  let [asked, renamed, refused] = [0, 0, 0];
  const reasons = new Map<string, number>();
  const left = new Set(keys);
  while (asked < Number(values.count) && left.size > 0) {
    const key = [...left][random(left.size)] ?? "";
    left.delete(key);
    const at = key.lastIndexOf(":");
    const [name, start] = [key.slice(0, at), Number(key.slice(at + 1))];
    const file = project.files.get(name);
    const path = file && project.pathOf(file);
    const target = file && targetAt(project, file, start);
    if (!file || path === undefined) continue;
    asked++;
    if (!target) {
      complain(`${original} ${key}: nothing is known there`);
      continue;
    }
    const position = offsets.positionOf(name, start);
    const family = familyOf(project, target.declarations);
    const wanted = new Set(
      [...family].flatMap((each) => [...(byHome.get(placeOf(each.file.path, each.name.start)) ?? [])]),
    );
    const answer = await service.ask(request(path), { kind: "references", position });
    const found = new Set(
      answer.kind === "places" ? answer.places.map((each) => offsets.of(each.sourceName, each.range.start)) : [],
    );
    for (const each of wanted) if (!found.has(each)) complain(`${original} ${key}: ${each} is missing`);
    for (const each of found)
      if (seen.has(each) && !wanted.has(each)) complain(`${original} ${key}: ${each} is too many`);
    const renaming = await service.ask(request(path), { kind: "rename", position, newName: "renamedName26" });
    if (renaming.kind !== "rename") continue;
    if (renaming.refused !== undefined) {
      refused++;
      reasons.set(renaming.refused, (reasons.get(renaming.refused) ?? 0) + 1);
      continue;
    }
    renamed++;
    const names = new Map([...project.files.values()].map((each) => [project.pathOf(each), each.path]));
    const changed = new Set(
      renaming.changes.flatMap(({ path: of, changes }) =>
        changes.map(({ range }) => offsets.of(names.get(of) ?? "", range.start)),
      ),
    );
    // Where an import gave another name, that one stays.
    const word = file.text.slice(target.start, target.end);
    const isSo = (each: string): boolean => {
      const at = each.lastIndexOf(":");
      return project.files.get(each.slice(0, at))?.text.startsWith(word, Number(each.slice(at + 1))) ?? false;
    };
    for (const each of wanted)
      if (!changed.has(each) && isSo(each)) complain(`${original} ${key}: ${each} keeps its name`);
    for (const each of changed)
      if (seen.has(each) && !wanted.has(each)) complain(`${original} ${key}: ${each} gets another's name`);
  }
  console.log(
    `${original}: files ${all}, compiled ${compiled}; names ${keys.length}, asked ${asked}, renamed ${renamed}, refused ${refused}`,
  );
  for (const [reason, count] of reasons) console.log(`  ${count} × ${reason}`);
  rmSync(folder, { recursive: true });
}
compiler.close();
process.exit(wrong === 0 ? 0 : 1);
