import { createHash } from "node:crypto";
import { givenPath } from "../../../files/namedPath";
import { pathKey } from "../../../files/pathKey";
import { inSlices } from "../../../time/inParallel";
import {
  type GatheredSource,
  gatherAll,
  nameOfFile,
  type SourceFolders,
  type SourceSet,
  SourceTexts,
} from "../../imports/gatherSources";
import { writtenFor } from "../../imports/remappings";
import { isForeign, isOfPackage } from "../../project/foreignFiles";
import { readProjectSettings } from "../../project/projectSettings";
import { solidityFiles } from "../../project/solidityFiles";
import { bindFile } from "./binder";
import { SourceFile } from "./declarations";
import { Names } from "./names";
import type { ProjectNames } from "./places";

/** Which project, and what stands in editors. */
interface ProjectRequest {
  /** Absolute. */
  readonly root: string;
  /** The only folder in which files are read. */
  readonly fence: string | undefined;
  readonly overlays: Readonly<Record<string, string>> | undefined;
  /** Aborted: nothing more is read. */
  readonly signal?: AbortSignal | undefined;
}

type Overlays = ProjectRequest["overlays"];

const areSame = (left: Overlays = {}, right: Overlays = {}): boolean => {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
};

/** All sources that a question is about, and where they were looked for. */
interface Gathered {
  readonly folders: SourceFolders;
  readonly sets: readonly SourceSet[];
}

/** A file of a project. */
export interface FileInProject {
  readonly project: ProjectNames;
  readonly file: SourceFile;
}

const maxKept = 8;
/** Files of one project that are kept as they were read. */
const maxFiles = 10_000;

/** The same for a file that is imported by several names. */
const keyOf = ({ name, path }: GatheredSource): string => (path === undefined ? name : pathKey(path));

class ReadProject implements ProjectNames {
  readonly files = new Map<string, SourceFile>();
  readonly names: Names;
  /** The one name of each path: a file may be imported by several. */
  readonly #byPath = new Map<string, string>();

  constructor(
    private readonly sources: SourceSet,
    private readonly folders: SourceFolders,
    /** By the keys of their paths. */
    read: ReadonlyMap<string, SourceFile>,
  ) {
    for (const [key, file] of read) {
      this.#byPath.set(key, file.path);
      this.files.set(file.path, file);
    }
    this.names = new Names(
      {
        file: (name) => this.files.get(name),
        imported: (from, path) => this.importedPath(from.path, path),
      },
      bindFile,
    );
  }

  fileAt(path: string): SourceFile | undefined {
    const name = this.#byPath.get(pathKey(path));
    return name === undefined ? undefined : this.files.get(name);
  }

  pathOf(file: SourceFile): string | undefined {
    return this.sources.get(file.path)?.path;
  }

  isForeign(file: SourceFile): boolean {
    const path = this.pathOf(file);
    return isForeign(path, this.folders.root, this.folders) || isOfPackage(path ?? "");
  }

  importPathOf(from: SourceFile, target: SourceFile): string | undefined {
    return writtenFor(target.path, from.path, this.folders.remappings);
  }

  importedPath(from: string, path: string): string | undefined {
    const source = this.sources.get(from);
    const at = source?.head.imports.findIndex((each) => each.path === path) ?? -1;
    const name = source?.imports[at];
    const found = name === undefined ? undefined : this.sources.get(name);
    if (!found || name === undefined) return undefined;
    return found.path === undefined ? name : this.#byPath.get(pathKey(found.path));
  }
}

/** Keeps the sources of projects read, and what their names mean until one of them changes. */
export class SourceProjects {
  readonly #texts = new SourceTexts();
  readonly #files = new Map<string, { readonly sha256: string; readonly file: SourceFile }>();
  /** What was begun in this turn. */
  readonly #begun = new Map<string, { readonly overlays: Overlays; readonly gathered: Promise<Gathered> }>();
  /** The last of each kind: what was typed over is asked about no more. */
  readonly #kept = new Map<string, { readonly hash: string; readonly project: Promise<ReadProject> }>();

  /** A file with all that it imports. */
  async around(path: string, request: ProjectRequest): Promise<FileInProject | undefined> {
    return this.#fileOf(path, [path], path, request);
  }

  /** A file with everything of its project. */
  async whole(path: string, request: ProjectRequest): Promise<FileInProject | undefined> {
    const all = await solidityFiles(givenPath(request.root), request);
    return this.#fileOf("whole", [...new Set([path, ...all])], path, request);
  }

  /** Several files with all that they import; those that can't be read are left out. */
  async several(files: readonly string[], request: ProjectRequest): Promise<ReadonlyMap<string, FileInProject>> {
    const project = await this.#project("several", files, undefined, request);
    return new Map(
      files.flatMap((path) => {
        const file = project.fileAt(path);
        return file ? [[path, { project, file }]] : [];
      }),
    );
  }

  /** Everything of a project. */
  async all(request: ProjectRequest): Promise<ProjectNames> {
    return this.#project("whole", await solidityFiles(givenPath(request.root), request), undefined, request);
  }

  async #fileOf(
    kind: string,
    files: readonly string[],
    path: string,
    request: ProjectRequest,
  ): Promise<FileInProject | undefined> {
    const project = await this.#project(kind, files, path, request);
    const file = project.fileAt(path);
    return file && { project, file };
  }

  async #project(
    kind: string,
    files: readonly string[],
    path: string | undefined,
    request: ProjectRequest,
  ): Promise<ReadProject> {
    const { root } = request;
    const { folders, sets } = await (path === kind ? this.#gatherOnce(path, request) : this.#gather(files, request));
    // keys that were typed meanwhile have made the question void: what it would read is of no use
    request.signal?.throwIfAborted();
    const sources = joined(sets, path === undefined ? undefined : nameOfFile(path, root));
    const hashed = createHash("sha256").update(JSON.stringify([folders.libraryFolders, folders.remappings]));
    for (const [name, { sha256 }] of sources) hashed.update(`\0${name}\0${sha256}`);
    const hash = hashed.digest("hex");
    const key = `${root}\0${kind}`;
    const kept = this.#kept.get(key);
    const project = kept?.hash === hash ? kept.project : this.#read(root, sources, folders);
    this.#kept.delete(key);
    this.#kept.set(key, { hash, project });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(oldest);
    }
    return project;
  }

  async #gather(files: readonly string[], request: ProjectRequest): Promise<Gathered> {
    const folders = await sourceFolders(request);
    return { folders, sets: await gatherAll(files, folders, this.#texts) };
  }

  /** What is asked in one turn of the event loop, as parts of an answer do, is looked for once: all of them mean the disk as it is then. */
  #gatherOnce(path: string, request: ProjectRequest): Promise<Gathered> {
    const key = JSON.stringify([request.root, request.fence, path]);
    const begun = this.#begun.get(key);
    if (begun && areSame(begun.overlays, request.overlays)) return begun.gathered;
    const gathered = this.#gather([path], request);
    if (this.#begun.size === 0) setImmediate(() => this.#begun.clear());
    this.#begun.set(key, { overlays: request.overlays, gathered });
    return gathered;
  }

  /** Reads what isn't read yet, a few files at a time: other questions are answered meanwhile. */
  async #read(root: string, sources: SourceSet, folders: SourceFolders): Promise<ReadProject> {
    const read = new Map<string, SourceFile>();
    await inSlices(sources.values(), (source) => {
      const key = keyOf(source);
      if (!read.has(key)) read.set(key, this.#file(root, source));
    });
    return new ReadProject(sources, folders, read);
  }

  #file(root: string, { name, content, sha256 }: GatheredSource): SourceFile {
    const key = `${root}\0${name}`;
    const kept = this.#files.get(key);
    if (kept?.sha256 === sha256) return kept.file;
    const file = new SourceFile(name, content);
    this.#files.delete(key);
    this.#files.set(key, { sha256, file });
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= maxFiles) break;
      this.#files.delete(oldest);
    }
    return file;
  }
}

/** Where sources of a project are looked for. */
export async function sourceFolders({ root, fence, overlays }: ProjectRequest): Promise<SourceFolders> {
  const { remappings, libraryFolders } = await readProjectSettings(root, fence);
  const texts = Object.entries(overlays ?? {}).map(([name, text]) => [pathKey(name), text] as const);
  return { root, remappings, libraryFolders, fence, overlays: new Map(texts) };
}

/** All sets in one; of what differs between them (forms of built-in interfaces) what one source imports. */
function joined(sets: readonly SourceSet[], first: string | undefined): SourceSet {
  const [only] = sets;
  if (only && sets.length === 1) return only;
  const own = first === undefined ? undefined : sets.findLast((each) => each.has(first));
  const all = new Map(own ?? []);
  for (const set of sets) for (const [name, source] of set) if (!all.has(name)) all.set(name, source);
  return all;
}
