import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import nodePath, { dirname } from "node:path";
import { givenPath } from "../../files/namedPath";
import { mostBytes, readRegularTextIfAny } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";
import { hashUses } from "../advice/hashUse";
import type { CompilerDiagnostic, SourcePlace } from "../artifact/compilerDiagnostic";
import { contractNotes } from "../artifact/contractNotes";
import type {
  CompiledFile,
  CompileProgress,
  CompileRequest,
  CompileResult,
  FileAnalysis,
} from "../compile/compileRequest";
import { fenceOf } from "../compile/compiler";
import { builtInText } from "../fisco/builtInSources";
import { SourceText } from "../program/sourceText";
import type { TextPosition } from "../program/textRange";
import { findTestFiles } from "../project/findTestFiles";
import { markedRootOf } from "../project/projectRoot";
import { readProjectSettings } from "../project/projectSettings";
import { solidityFiles } from "../project/solidityFiles";
import { completionAt } from "./completion";
import { hoverOf } from "./hover";
import { importPathAt, importProposals } from "./importCompletion";
import { outlineOf } from "./outline";
import type {
  CheckedContract,
  CheckedFile,
  LanguageAnswer,
  LanguageQuestion,
  LocatedDiagnostic,
  SourceLocation,
  TextChange,
} from "./questions";
import { quickFixes } from "./quickFixes";
import { earlierOffset, importAt, keyOf, locationOf, placesOf, relatives } from "./rename";
import { type Declaration, type Reference, SyntaxIndex } from "./syntaxIndex";

/** A request of an editor: which project a file belongs to is found here. */
export type EditorRequest = Omit<CompileRequest, "outputs" | "root"> & {
  /** The folder that is open, absolute; projects are looked for no further up. */
  readonly workspace: string | undefined;
};

type Compile = (
  request: CompileRequest,
  progress?: (progress: CompileProgress) => void,
  signal?: AbortSignal,
) => Promise<CompileResult>;

/** A file's last analysis. */
interface Analysed {
  readonly index: SyntaxIndex;
  readonly source: string;
  readonly at: number;
}

const mostAnalyses = 12;
const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const identifier = /^[A-Za-z_$][\w$]{0,200}$/;

/** The project of a file: no further up than the folder that is open. */
export function rootOf(path: string, workspace: string | undefined): string {
  if (workspace === undefined) return dirname(path);
  const root = existsSync(path) ? markedRootOf(path) : undefined;
  if (root === undefined) return workspace;
  return pathBelow(workspace, root, nodePath) === undefined ? workspace : root;
}

/** Checks sources and answers what an editor asks about them, by the trees of the last compilation without an error. */
export class EditorService {
  readonly #analysed = new Map<string, Analysed>();
  readonly #indexes = new WeakMap<FileAnalysis, SyntaxIndex>();
  /** Texts that had errors, so that no one analyses them again. */
  readonly #failed = new Map<string, string>();

  constructor(private readonly compile: Compile) {}

  /** Compiles files: for what is wrong with them, or with their code. */
  async check(
    request: EditorRequest,
    wish: { readonly code: boolean; readonly hashUses: boolean },
    progress: (progress: CompileProgress) => void,
    signal?: AbortSignal,
  ): Promise<CheckedFile[]> {
    const checked = new Map<string, CheckedFile>();
    for (const [root, files] of this.#byRoot(request)) {
      const outputs = wish.code ? "contracts" : "diagnostics";
      const result = await this.compile({ ...request, root, files, outputs }, progress, signal);
      const texts = new Map<string, SourceText | undefined>();
      for (const file of result.files) {
        if (!wish.code) await this.#remember(file, request);
        checked.set(file.path, await this.#checkedFile(file, result, request, texts, wish.hashUses));
      }
    }
    return request.files.flatMap((path) => checked.get(path) ?? []);
  }

  async ask(request: EditorRequest, question: LanguageQuestion, signal?: AbortSignal): Promise<LanguageAnswer> {
    switch (question.kind) {
      case "outline":
        return { kind: "outline", items: outlineOf(question.text) };
      case "fixes":
        return { kind: "fixes", fixes: quickFixes(question.text, question.diagnostics) };
      case "builtIn":
        return { kind: "builtIn", text: builtInText(question.name) };
      case "testFiles":
        return {
          kind: "testFiles",
          files: (await findTestFiles([question.folder], question.folder)).flatMap(({ files }) => files),
        };
      case "completion":
        return this.#complete(request, question.position);
      default:
        return this.#askAt(request, question, signal);
    }
  }

  #byRoot(request: EditorRequest): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const path of request.files) {
      const root = rootOf(path, request.workspace);
      groups.set(root, [...(groups.get(root) ?? []), path]);
    }
    return groups;
  }

  async #remember(file: CompiledFile, { overlays }: EditorRequest): Promise<void> {
    const { path, sourceName, analysis } = file;
    if (!analysis) {
      const text = await textOf(path, overlays);
      if (text !== undefined) this.#failed.set(path, text);
      return;
    }
    this.#failed.delete(path);
    this.#analysed.delete(path);
    this.#analysed.set(path, { index: this.#indexOf(analysis), source: sourceName, at: Date.now() });
    for (const oldest of this.#analysed.keys()) {
      if (this.#analysed.size <= mostAnalyses) break;
      this.#analysed.delete(oldest);
    }
  }

  #indexOf(analysis: FileAnalysis): SyntaxIndex {
    const kept = this.#indexes.get(analysis);
    if (kept) return kept;
    const index = new SyntaxIndex(analysis.sources);
    for (const { name, storageLayout } of analysis.contracts) if (storageLayout) index.addStorage(name, storageLayout);
    this.#indexes.set(analysis, index);
    return index;
  }

  async #checkedFile(
    file: CompiledFile,
    result: CompileResult,
    { overlays }: EditorRequest,
    texts: Map<string, SourceText | undefined>,
    withHashUses: boolean,
  ): Promise<CheckedFile> {
    const { path, sourceName, choice, project, analysis, contracts } = file;
    const locate = async ({ file: name, start, end }: SourcePlace): Promise<SourceLocation> => {
      const at = result.sources[name];
      if (!texts.has(name)) {
        const text = at === undefined ? builtInText(name) : await textOf(at, overlays);
        texts.set(name, text === undefined ? undefined : new SourceText(text));
      }
      const text = texts.get(name);
      const range = text === undefined ? nowhere : start < 0 ? pragmaRange(text) : text.rangeOfBytes(start, end);
      return { path: at, sourceName: name, range };
    };
    const diagnostics = await Promise.all(file.diagnostics.map((each) => located(each, locate)));
    const used = project?.sources ?? analysis?.sources ?? [];
    return {
      path,
      sourceName,
      choice,
      isRight: project !== undefined || analysis !== undefined,
      contracts: contracts.map(
        (contract): CheckedContract => ({
          name: contract.name,
          sourceName: contract.sourceName,
          abi: contract.abi,
          code: contract.bytecode.object,
          linkReferences: contract.bytecode.linkReferences,
          hashUses: withHashUses && project ? hashUses(contract, project) : [],
          ...contractNotes(contract, project),
        }),
      ),
      diagnostics,
      sources: [
        path,
        ...used.flatMap((source) => (source.path === undefined || source.path === path ? [] : [source.path])),
      ],
    };
  }

  /** The last analysis of the request's file; with `fresh` one of what its text is now, where that compiles. */
  async #analysis(request: EditorRequest, fresh: boolean, signal?: AbortSignal): Promise<Analysed | undefined> {
    const [path = ""] = request.files;
    const kept = this.#analysed.get(path);
    if (kept && (!fresh || (await isCurrent(kept, request)))) return kept;
    const text = await textOf(path, request.overlays);
    if (text === undefined || this.#failed.get(path) === text) return kept;
    await this.check({ ...request, mayFetch: false }, { code: false, hashUses: false }, () => undefined, signal);
    return this.#analysed.get(path) ?? kept;
  }

  async #complete(request: EditorRequest, position: TextPosition): Promise<LanguageAnswer> {
    const [path = ""] = request.files;
    const text = (await textOf(path, request.overlays)) ?? "";
    const offset = new SourceText(text).offsetOf(position);
    const imported = importPathAt(text, offset);
    if (imported !== undefined) {
      const root = rootOf(path, request.workspace);
      const proposals = await importProposals(imported, path, root, fenceOf({ ...request, root }));
      return { kind: "completion", proposals };
    }
    const analysed = await this.#analysis(request, false);
    const before = analysed?.index.texts.get(analysed.source)?.text ?? text;
    const known = { text, offset, index: analysed?.index, source: analysed?.source };
    return {
      kind: "completion",
      proposals: completionAt({ ...known, analysedOffset: earlierOffset(text, before, offset) }),
    };
  }

  async #askAt(
    request: EditorRequest,
    question: LanguageQuestion & { readonly position: TextPosition },
    signal: AbortSignal | undefined,
  ): Promise<LanguageAnswer> {
    const [path = ""] = request.files;
    const analysed = await this.#analysis(request, true, signal);
    const text = (await textOf(path, request.overlays)) ?? "";
    const own = new SourceText(text);
    const before = analysed?.index.texts.get(analysed.source)?.text;
    const offset = own.offsetOf(question.position);
    const found =
      analysed && before !== undefined
        ? analysed.index.at(analysed.source, earlierOffset(text, before, offset))
        : undefined;
    const word = found && before !== undefined ? before.slice(found.start, found.end) : "";
    // What stands there now may be another word than what was analysed.
    const start = text.lastIndexOf(word, offset);
    const known = analysed && found && start >= 0 && start + word.length >= offset ? { analysed, found } : undefined;
    const range = known ? own.rangeOf(start, start + word.length) : undefined;
    switch (question.kind) {
      case "hover": {
        const hover = known && hoverOf(known.analysed.index, known.found);
        return { kind: "hover", hover: hover && range ? { ...hover, range } : undefined };
      }
      case "nameAt":
        return { kind: "name", range, name: word };
      case "references":
        return { kind: "places", places: known ? await this.#references(request, known, signal) : [] };
      case "rename":
        return known
          ? this.#rename(request, known, word, question.newName, signal)
          : { kind: "rename", changes: [], refused: "" };
      default:
        return { kind: "places", places: this.#definition(analysed, known?.found, offset) };
    }
  }

  #definition(analysed: Analysed | undefined, found: Reference | undefined, offset: number): SourceLocation[] {
    if (!analysed) return [];
    const { index, source } = analysed;
    const declaration = found && index.named(found.id);
    if (declaration) {
      const { nameStart, nameEnd } = declaration;
      const place = locationOf(index, { source: declaration.source, start: nameStart, end: nameEnd });
      return place ? [place] : [];
    }
    const imported = importAt(index, source, offset);
    return imported === undefined || !index.texts.has(imported)
      ? []
      : [{ path: index.paths.get(imported), sourceName: imported, range: nowhere }];
  }

  /** Everything of the project, analysed as it is now. */
  async #projectAnalyses(request: EditorRequest, signal?: AbortSignal) {
    const [path = ""] = request.files;
    const root = rootOf(path, request.workspace);
    const { libraryFolders } = await readProjectSettings(root, fenceOf({ ...request, root }));
    const files = [...new Set([path, ...solidityFiles(root, new Set(libraryFolders))])];
    const result = await this.compile(
      { ...request, root, files, outputs: "diagnostics", mayFetch: false },
      () => undefined,
      signal,
    );
    const indexes = [...new Set(result.files.flatMap(({ analysis }) => analysis ?? []))].map((each) =>
      this.#indexOf(each),
    );
    return { files, result, indexes };
  }

  /** Places of a declaration and its relatives in all analyses, each once. */
  #placesIn(indexes: readonly SyntaxIndex[], first: Declaration, home: SyntaxIndex): SourceLocation[] {
    const keys = new Set([keyOf(home, first)]);
    let idsOf: Set<number>[] = [];
    for (let size = 0; size !== keys.size; ) {
      size = keys.size;
      idsOf = indexes.map((index) => {
        const own = [...index.declarations.values()].filter((each) => keys.has(keyOf(index, each))).map(({ id }) => id);
        const ids = relatives(index, new Set(own));
        for (const id of ids) {
          const declaration = index.named(id);
          if (declaration) keys.add(keyOf(index, declaration));
        }
        return ids;
      });
    }
    const places = new Map<string, SourceLocation>();
    for (const [i, index] of indexes.entries()) {
      for (const reference of placesOf(index, idsOf[i] ?? new Set())) {
        const place = locationOf(index, reference);
        if (place) places.set(`${place.path ?? place.sourceName} ${reference.start}`, place);
      }
    }
    return [...places.values()];
  }

  async #references(
    request: EditorRequest,
    { analysed, found }: { analysed: Analysed; found: Reference },
    signal?: AbortSignal,
  ): Promise<SourceLocation[]> {
    const declaration = analysed.index.named(found.id);
    if (!declaration) return [];
    const { indexes } = await this.#projectAnalyses(request, signal);
    return this.#placesIn([...indexes, analysed.index], declaration, analysed.index);
  }

  /** Places where an alias of an import is meant: not where another file gives the same name by an import of its own. */
  async #underAlias(
    places: readonly SourceLocation[],
    request: EditorRequest,
    word: string,
  ): Promise<readonly SourceLocation[]> {
    const giving = new Set<string>();
    for (const { path, range } of places) {
      const text = path === undefined ? undefined : await textOf(path, request.overlays);
      if (path === undefined || text === undefined) continue;
      const index = new SourceText(text);
      const [start, end] = [index.offsetOf(range.start), index.offsetOf(range.end)];
      if (text.slice(start, end) === word && /\sas\s$/.test(text.slice(Math.max(0, start - 4), start)))
        giving.add(path);
    }
    const [here = ""] = request.files;
    return places.filter(({ path }) => path === here || !giving.has(path ?? "") || !giving.has(here));
  }

  /** Changes nothing that would not compile any more: the renamed texts are compiled before anyone sees them. */
  async #rename(
    request: EditorRequest,
    { analysed, found }: { analysed: Analysed; found: Reference },
    word: string,
    newName: string,
    signal?: AbortSignal,
  ): Promise<LanguageAnswer> {
    const refuse = (refused: string): LanguageAnswer => ({ kind: "rename", changes: [], refused });
    const declaration = analysed.index.named(found.id);
    if (!declaration || !identifier.test(newName)) return refuse(newName);
    const before = await this.#projectAnalyses(request, signal);
    const failing = new Map<string, string>();
    for (const { path, diagnostics, analysis } of before.result.files) {
      if (analysis) continue;
      const text = (await textOf(path, request.overlays)) ?? "";
      // A file that does not compile may name it where no one sees.
      if (text.includes(word))
        return refuse(diagnostics.find(({ severity }) => severity === "error")?.formattedMessage ?? path);
      failing.set(path, text);
    }
    const all = this.#placesIn(before.indexes, declaration, analysed.index);
    const places = word === declaration.name ? all : await this.#underAlias(all, request, word);
    const byPath = new Map<string, TextChange[]>();
    const texts = new Map<string, string>();
    for (const { path, range, sourceName } of places) {
      if (path === undefined || path.split(/[\\/]/).includes("node_modules")) return refuse(sourceName);
      const text = texts.get(path) ?? (await textOf(path, request.overlays)) ?? "";
      texts.set(path, text);
      const index = new SourceText(text);
      // An alias of an import has its own name.
      if (text.slice(index.offsetOf(range.start), index.offsetOf(range.end)) !== word) continue;
      byPath.set(path, [...(byPath.get(path) ?? []), { range, text: newName }]);
    }
    const overlays: Record<string, string> = { ...request.overlays };
    for (const [path, changes] of byPath) overlays[path] = changed(texts.get(path) ?? "", changes);
    const files = before.files.filter((path) => !failing.has(path));
    const root = rootOf(request.files[0] ?? "", request.workspace);
    const after = await this.compile(
      { ...request, root, files, overlays, outputs: "diagnostics", mayFetch: false },
      () => undefined,
      signal,
    );
    const error = after.files.flatMap(({ diagnostics }) => diagnostics).find(({ severity }) => severity === "error");
    if (error) return refuse(error.formattedMessage);
    return { kind: "rename", changes: [...byPath].map(([path, changes]) => ({ path, changes })), refused: undefined };
  }
}

/** The text with changes that do not overlap. */
function changed(text: string, changes: readonly TextChange[]): string {
  const index = new SourceText(text);
  const last = [...changes].sort((left, right) => index.offsetOf(right.range.start) - index.offsetOf(left.range.start));
  let result = text;
  for (const change of last)
    result =
      result.slice(0, index.offsetOf(change.range.start)) +
      change.text +
      result.slice(index.offsetOf(change.range.end));
  return result;
}

async function textOf(path: string, overlays: EditorRequest["overlays"]): Promise<string | undefined> {
  return overlays?.[path] ?? (await readRegularTextIfAny(givenPath(path), mostBytes.source));
}

/** Whether nothing that an analysis was made of is another by now. */
async function isCurrent({ index, at }: Analysed, { overlays }: EditorRequest): Promise<boolean> {
  const checks = [...index.paths].map(async ([name, path]) => {
    if (path === undefined) return true;
    const text = index.texts.get(name)?.text;
    const overlay = overlays?.[path];
    if (overlay !== undefined) return overlay === text;
    const mtime = await stat(path).then(
      (found) => found.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    return mtime < at - 2000 || (await textOf(path, undefined)) === text;
  });
  return (await Promise.all(checks)).every(Boolean);
}

/** Where what concerns a whole file is shown: at its pragma. */
function pragmaRange(text: SourceText): SourceLocation["range"] {
  const start = text.text.indexOf("pragma solidity");
  const end = text.text.indexOf(";", start);
  return start < 0 || end < 0 ? nowhere : text.rangeOf(start, end + 1);
}

async function located(
  diagnostic: CompilerDiagnostic,
  locate: (place: SourcePlace) => Promise<SourceLocation>,
): Promise<LocatedDiagnostic> {
  const { severity, type, code, message, details, place, related } = diagnostic;
  return {
    severity,
    type,
    code,
    message,
    details,
    location: place && (await locate(place)),
    related: await Promise.all(related.map(async (each) => ({ ...(await locate(each)), message: each.message }))),
  };
}
