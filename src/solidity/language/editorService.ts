import { givenPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import { say } from "../../text/catalogue";
import { hashUses } from "../advice/hashUse";
import type { CompilerDiagnostic, SourceOrigin } from "../artifact/compilerDiagnostic";
import { contractNotes } from "../artifact/contractName";
import {
  type CompiledFile,
  type CompileProgress,
  type CompileRequest,
  type CompileResult,
  type FileAnalysis,
  fenceOf,
} from "../compile/compileRequest";
import { builtInText } from "../fisco/builtInSources";
import { declaringContract } from "../layout/storageTable";
import { SourceText } from "../program/sourceText";
import type { TextPosition } from "../program/textRange";
import { isLibrary } from "../project/foreignFiles";
import { byRoot, rootOf } from "../project/projectRoot";
import { findTestFiles } from "../project/solidityFiles";
import type { CompilerChoice } from "../version/compilerReasons";
import { builtInAt } from "./builtInHelp";
import { completionAt } from "./completion";
import { type Dialect, dialectOfPragmas } from "./dialect";
import { isOwnFile } from "./editedFiles";
import { hoverOf } from "./hover";
import { importPathAt, importProposals } from "./importCompletion";
import type { Declaration, SourceFile } from "./names/declarations";
import { familyOf, type ProjectNames, placesOf, type Target, targetAt } from "./names/places";
import { isOthers, renaming } from "./names/renaming";
import { type FileInProject, SourceProjects, sourceFolders } from "./names/sourceProjects";
import { outlineOf } from "./outline";
import { PlacesAsked } from "./placesAsked";
import type {
  CheckedContract,
  CheckedFile,
  HoverAnswer,
  LanguageAnswer,
  LanguageQuestion,
  LocatedDiagnostic,
  SourceLocation,
} from "./questions";

/** A request of an editor: which project a file belongs to is found here. */
export type EditorRequest = Omit<CompileRequest, "outputs" | "root"> & {
  /** The folder that is open, absolute; projects are looked for no further up. */
  readonly workspace: string | undefined;
};

/** The compilers, as `SolidityCompiler` has them. */
export interface Compiling {
  compile(
    request: CompileRequest,
    progress?: (progress: CompileProgress) => void,
    signal?: AbortSignal,
  ): Promise<CompileResult>;
  /** What the first file of a request is compiled by; undefined where nothing fits. */
  choiceOf(request: CompileRequest): Promise<CompilerChoice | undefined>;
}

const maxLayouts = 12;
const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Checks sources by their compilers, and answers what an editor asks about them by reading them: also while they are half written. */
export class EditorService {
  readonly #projects = new SourceProjects();
  /** Where contracts keep their variables, as the last compilation of their file without an error had it. */
  readonly #layouts = new Map<string, FileAnalysis["contracts"]>();

  constructor(private readonly compilers: Compiling) {}

  /** Compiles files: for what is wrong with them, or with their code. */
  async check(
    request: EditorRequest,
    wish: { readonly code: boolean; readonly hashUses: boolean },
    progress: (progress: CompileProgress) => void,
    signal?: AbortSignal,
  ): Promise<CheckedFile[]> {
    const checked = new Map<string, CheckedFile>();
    for (const { root, files } of byRoot(request.files, request.workspace)) {
      const outputs = wish.code ? "contracts" : "diagnostics";
      const result = await this.compilers.compile({ ...request, root, files, outputs }, progress, signal);
      const texts = new Map<string, SourceText | undefined>();
      for (const file of result.files) {
        if (!wish.code) this.#remember(file);
        checked.set(file.path, await this.#checkedFile(file, result, request, texts, wish.hashUses));
      }
    }
    return request.files.flatMap((path) => checked.get(path) ?? []);
  }

  async ask(request: EditorRequest, question: LanguageQuestion, signal?: AbortSignal): Promise<LanguageAnswer> {
    switch (question.kind) {
      case "outline":
        return { kind: "outline", items: outlineOf(question.text) };
      case "builtIn":
        return { kind: "builtIn", text: builtInText(question.name) };
      case "testFiles":
        return {
          kind: "testFiles",
          files: (await findTestFiles([], givenPath(question.folder))).flatMap(({ files }) => files),
        };
      case "completion":
        return this.#complete(request, question.position, signal);
      default:
        return this.#askAt(request, question, signal);
    }
  }

  #remember({ path, analysis }: CompiledFile): void {
    if (!analysis) return;
    this.#layouts.delete(path);
    this.#layouts.set(path, analysis.contracts);
    for (const oldest of this.#layouts.keys()) {
      if (this.#layouts.size <= maxLayouts) break;
      this.#layouts.delete(oldest);
    }
  }

  async #checkedFile(
    file: CompiledFile,
    result: CompileResult,
    { overlays }: EditorRequest,
    texts: Map<string, SourceText | undefined>,
    withHashUses: boolean,
  ): Promise<CheckedFile> {
    const { path, sourceName, choice, project, analysis, contracts } = file;
    const locate = async ({ file: name, start, end }: SourceOrigin): Promise<SourceLocation> => {
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
          deployedBytes: contract.deployedBytecode.object.length / 2,
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

  /**
   * The names of the request's one file, as its text is now.
   * @param reach `around`: with all that it imports; `whole`: with everything of its project
   */
  async project(
    request: EditorRequest,
    reach: "around" | "whole",
    signal?: AbortSignal,
  ): Promise<FileInProject | undefined> {
    const [path = ""] = request.files;
    const root = rootOf(path, request.workspace);
    const asked = { root, fence: fenceOf({ ...request, root }), overlays: request.overlays, signal };
    return reach === "whole" ? this.#projects.whole(path, asked) : this.#projects.around(path, asked);
  }

  /** The names of everything below a folder. */
  async projectOf(root: string, request: EditorRequest): Promise<ProjectNames> {
    return this.#projects.all({ root, fence: fenceOf({ ...request, root }), overlays: request.overlays });
  }

  /**
   * The projects that paths belong to, each once, whole.
   * @param request what is asked about a path
   */
  async projectsOf(
    paths: readonly string[],
    request: (path: string) => Promise<EditorRequest>,
  ): Promise<ProjectNames[]> {
    const roots = new Map<string, EditorRequest>();
    for (const path of paths) {
      const asked = await request(path);
      const root = rootOf(path, asked.workspace);
      if (!roots.has(root)) roots.set(root, asked);
    }
    return Promise.all([...roots].map(([root, asked]) => this.projectOf(root, asked)));
  }

  async #complete(
    request: EditorRequest,
    position: TextPosition,
    signal: AbortSignal | undefined,
  ): Promise<LanguageAnswer> {
    const [path = ""] = request.files;
    const text = (await textOf(path, request.overlays)) ?? "";
    const offset = new SourceText(text).offsetOf(position);
    const imported = importPathAt(text, offset);
    if (imported !== undefined) {
      const root = rootOf(path, request.workspace);
      const asked = { root, fence: fenceOf({ ...request, root }), overlays: request.overlays };
      const proposals = await importProposals(imported, path, await sourceFolders(asked));
      return { kind: "completion", proposals, anything: false };
    }
    const found = await this.project(request, "around", signal);
    if (!found) return { kind: "completion", proposals: [], anything: false };
    const dialect = await this.#dialectOf(request, found.file);
    signal?.throwIfAborted();
    return { kind: "completion", ...completionAt({ ...found, offset, dialect }) };
  }

  /** What the language has in a file: by the compiler and the machine that compiling it takes. */
  async #dialectOf(request: EditorRequest, file: SourceFile): Promise<Dialect> {
    const root = rootOf(request.files[0] ?? "", request.workspace);
    // What keeps it from being compiled is told where it is.
    const choice = await this.compilers.choiceOf({ ...request, root, outputs: "diagnostics" }).catch(() => undefined);
    return choice ? { release: choice.version, evmVersion: choice.evmVersion } : dialectOfPragmas(file);
  }

  async #askAt(
    request: EditorRequest,
    question: LanguageQuestion & { readonly position: TextPosition },
    signal: AbortSignal | undefined,
  ): Promise<LanguageAnswer> {
    const reach = question.kind === "references" || question.kind === "rename" ? "whole" : "around";
    const found = await this.project(request, reach, signal);
    signal?.throwIfAborted();
    const places = new PlacesAsked(found?.project);
    const target = found && targetAt(found.project, found.file, places.text(found.file).offsetOf(question.position));
    const word = target ? target.file.text.slice(target.start, target.end) : "";
    const range = target && places.rangeOf(target);
    switch (question.kind) {
      case "hover": {
        const [declaration] = target?.declarations ?? [];
        if (found && !target) return { kind: "hover", hover: this.#builtIn(found, question.position, places) };
        if (!found || !declaration || !range) return { kind: "hover", hover: undefined };
        const hover = hoverOf(found.project, declaration, this.#storageOf(request, declaration));
        return { kind: "hover", hover: { ...hover, range } };
      }
      case "nameAt":
        return { kind: "name", range, name: word };
      case "references": {
        if (!found || !target) return { kind: "places", places: [] };
        const all = placesOf(found.project, familyOf(found.project, target.declarations));
        return { kind: "places", places: all.map((each) => places.locationOf(each)) };
      }
      case "rename":
        return found && target
          ? this.#rename(found.project, target, question.newName, places, request)
          : { kind: "rename", changes: [], refused: "" };
      default:
        return { kind: "places", places: found ? this.#definition(found, target, places, question.position) : [] };
    }
  }

  /** What the language itself gives. */
  #builtIn({ project, file }: FileInProject, position: TextPosition, places: PlacesAsked): HoverAnswer | undefined {
    const found = builtInAt(project, file, places.text(file).offsetOf(position));
    if (!found) return undefined;
    const natspec = found.about ? [{ tag: "notice", text: say(found.about) }] : [];
    const range = places.rangeOf({ file, start: found.start, end: found.end });
    return { range, code: found.code.join("\n"), natspec, signature: undefined, storage: undefined };
  }

  #definition(
    { project, file }: FileInProject,
    target: Target | undefined,
    places: PlacesAsked,
    position: TextPosition,
  ): SourceLocation[] {
    if (target) return target.declarations.map(({ file: home, name }) => places.locationOf({ ...name, file: home }));
    const offset = places.text(file).offsetOf(position);
    const imported = file.imports.find(({ node }) => node.path.start <= offset && offset <= node.path.end);
    const meant = imported && project.names.imported(file, imported);
    return meant ? [{ ...places.locationOf({ file: meant, start: 0, end: 0 }), range: nowhere }] : [];
  }

  /** Where a state variable is kept, as its own contract has it. */
  #storageOf(request: EditorRequest, declaration: Declaration): HoverAnswer["storage"] {
    const [path = ""] = request.files;
    const { contract, name, role } = declaration;
    if (role !== "state" || !contract) return undefined;
    const layouts = (this.#layouts.get(path) ?? []).flatMap((each) => each.storageLayout ?? []);
    for (const layout of layouts) {
      const entry = layout.storage.find(
        (each) => each.label === name.text && declaringContract(each) === contract.name.text,
      );
      if (entry)
        return { slot: entry.slot, offset: entry.offset, bytes: layout.types[entry.type]?.numberOfBytes ?? "" };
    }
    return undefined;
  }

  /** Changes nothing after which a name would mean something else (`renaming`). */
  async #rename(
    project: ProjectNames,
    target: Target,
    newName: string,
    places: PlacesAsked,
    { files: [path = ""], workspace }: EditorRequest,
  ): Promise<LanguageAnswer> {
    const refuse = (refused: string): LanguageAnswer => ({ kind: "rename", changes: [], refused });
    if (workspace !== undefined && (await isLibrary(rootOf(path, workspace), workspace)))
      return refuse(isOthers(target.file.path));
    const result = renaming(project, target, newName);
    if (result.refused !== undefined) return refuse(result.refused);
    const root = rootOf(path, workspace);
    for (const { file } of result.files)
      if (!(await isOwnFile(root, project.pathOf(file) ?? ""))) return refuse(isOthers(file.path));
    const changes = result.files.map(({ file, changes: own }) => ({
      path: project.pathOf(file) ?? "",
      changes: own.map(({ start, end, text }) => ({ range: places.text(file).rangeOf(start, end), text })),
    }));
    return { kind: "rename", changes, refused: undefined };
  }
}

async function textOf(path: string, overlays: EditorRequest["overlays"]): Promise<string | undefined> {
  return overlays?.[path] ?? (await readRegularTextIfAny(givenPath(path), maxBytes.source));
}

/** Where what concerns a whole file is shown: at its pragma. */
function pragmaRange(text: SourceText): SourceLocation["range"] {
  const start = text.text.indexOf("pragma solidity");
  const end = text.text.indexOf(";", start);
  return start < 0 || end < 0 ? nowhere : text.rangeOf(start, end + 1);
}

async function located(
  diagnostic: CompilerDiagnostic,
  locate: (place: SourceOrigin) => Promise<SourceLocation>,
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
