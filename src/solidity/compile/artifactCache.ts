import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { writeSameFile } from "../../files/wholeFile";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import { codeLengths, keptLengthsName, keptProjectName, readKeptProject } from "./keptProject";

/** A file of a compiled project. */
interface HeldFile {
  readonly project: CompiledProject;
  readonly name: string;
  readonly closure: readonly string[];
}

/** How many files' keys are remembered. */
const maxKeys = 5000;
/** Bytes that the projects take together. */
const maxBytes = 256 * 1024 * 1024;

/** About what a project takes: the tree of a source twenty times its text, and source maps beside code twice as much as code. */
function sizeOf({ sources, contracts }: CompiledProject): number {
  const trees = sources.reduce((sum, { content }) => sum + 20 * content.length, 0);
  const codes = contracts.flatMap(({ bytecode, deployedBytecode }) => [bytecode, deployedBytecode]);
  return codes.reduce((sum, { object }) => sum + 3 * object.length, trees);
}

/** Compiled files by their keys, as many as memory has room for: a project goes with the last of its files, the longest unused first. */
class HeldProjects {
  readonly #files = new Map<string, HeldFile>();
  readonly #projects = new Map<string, { readonly project: CompiledProject; readonly bytes: number; files: number }>();
  #bytes = 0;

  get(key: string): HeldFile | undefined {
    const known = this.#files.get(key);
    if (!known) return undefined;
    this.#files.delete(key);
    this.#files.set(key, known);
    return known;
  }

  /** A project that is held, by its own id. */
  project(id: string): CompiledProject | undefined {
    return this.#projects.get(id)?.project;
  }

  add(key: string, { project, name, closure }: HeldFile): HeldFile {
    this.#forget(key);
    let held = this.#projects.get(project.id);
    if (!held) {
      held = { project, bytes: sizeOf(project), files: 0 };
      this.#projects.set(project.id, held);
      this.#bytes += held.bytes;
    }
    held.files++;
    const file = { project: held.project, name, closure };
    this.#files.set(key, file);
    for (const oldest of this.#files.keys()) {
      const isTooMuch = this.#files.size > maxKeys || this.#bytes > maxBytes;
      // the latest is about to be used
      if (!isTooMuch || oldest === key) break;
      this.#forget(oldest);
    }
    return file;
  }

  #forget(key: string): void {
    const file = this.#files.get(key);
    const held = file && this.#projects.get(file.project.id);
    if (!held) return;
    this.#files.delete(key);
    held.files--;
    if (held.files > 0) return;
    this.#projects.delete(held.project.id);
    this.#bytes -= held.bytes;
  }
}

/** What is kept of a file: the project that it is in, and its own part of it. */
interface CachedFile {
  readonly project: CompiledProject;
  readonly contracts: readonly CompiledContract[];
  readonly diagnostics: readonly CompilerDiagnostic[];
}

/** Compilations, and what was made of them. */
const isPacked = (name: string): boolean => name.endsWith(".gz");

/** How many of them a folder keeps; the oldest go, with the files that point at them. */
const maxOnDisk = 200;

/**
 * What was compiled, by a key over everything that decides it: compiler, settings and the content of every source. Nothing in it can be
 * stale, for another text has another key.
 */
export class ArtifactCache {
  readonly #folder: string | undefined;
  readonly #held = new HeldProjects();
  /** Those that are being read. */
  readonly #reading = new Map<string, Promise<CompiledProject | undefined>>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  async get(key: string, name: string): Promise<CachedFile | undefined> {
    const known = this.#held.get(key) ?? (await this.#fromDisk(key, name));
    if (!known) return undefined;
    const { project, closure } = known;
    const names = new Set(closure);
    return {
      project,
      contracts: project.contracts.filter(({ sourceName }) => sourceName === name),
      diagnostics: project.diagnostics.filter(({ place }) => !place || names.has(place.file)),
    };
  }

  async put(
    project: CompiledProject,
    files: readonly { readonly key: string; readonly name: string; readonly closure: readonly string[] }[],
  ): Promise<void> {
    for (const { key, name, closure } of files) this.#held.add(key, { project, name, closure });
    if (this.#folder === undefined) return;
    try {
      await this.#write(keptProjectName(project.id), await promisify(gzip)(JSON.stringify(project), { level: 1 }));
      await this.#write(keptLengthsName(project.id), Buffer.from(JSON.stringify(codeLengths(project))));
      for (const { key, closure } of files) {
        await this.#write(`${key}.file`, Buffer.from(JSON.stringify({ project: project.id, closure })));
      }
      await this.#prune(this.#folder);
    } catch {
      // A cache that cannot be written costs time, nothing else.
      return;
    }
  }

  /** What a user made of artifacts and put beside them; undefined where there is nothing that can be read. */
  async extra(key: string): Promise<unknown> {
    if (this.#folder === undefined) return undefined;
    try {
      const packed = await readFile(join(this.#folder, `${key}.extra.gz`));
      return JSON.parse((await promisify(gunzip)(packed)).toString("utf8"));
    } catch {
      return undefined;
    }
  }

  /** Keeps what was made of artifacts, by a key (64 hex digits) over everything that decides it. Plain data. */
  async putExtra(key: string, value: unknown): Promise<void> {
    if (this.#folder === undefined) return;
    try {
      await this.#write(`${key}.extra.gz`, await promisify(gzip)(JSON.stringify(value), { level: 1 }));
      await this.#prune(this.#folder);
    } catch {
      // As above.
      return;
    }
  }

  async #prune(folder: string): Promise<void> {
    const names = await readdir(folder);
    if (names.filter(isPacked).length <= maxOnDisk) return;
    const paths = names.map((name) => join(folder, name));
    const aged = await Promise.all(paths.map(async (path) => ({ path, writtenMs: (await stat(path)).mtimeMs })));
    const packed = aged.filter(({ path }) => isPacked(path)).map(({ writtenMs }) => writtenMs);
    // Everything as old as what goes: a file that points nowhere is compiled anew.
    const oldest = packed.sort((left, right) => right - left)[maxOnDisk - 1] ?? 0;
    await Promise.all(aged.filter(({ writtenMs }) => writtenMs < oldest).map(({ path }) => rm(path, { force: true })));
  }

  async #write(name: string, content: Buffer): Promise<void> {
    await writeSameFile(join(this.#folder ?? "", name), content);
  }

  async #fromDisk(key: string, name: string): Promise<HeldFile | undefined> {
    if (this.#folder === undefined) return undefined;
    try {
      const pointer = JSON.parse(await readFile(join(this.#folder, `${key}.file`), "utf8")) as {
        project: string;
        closure: string[];
      };
      if (!/^[0-9a-f]{64}$/.test(pointer.project)) return undefined;
      const project = await this.#project(pointer.project);
      return project && this.#held.add(key, { project, name, closure: pointer.closure });
    } catch {
      return undefined;
    }
  }

  async #project(id: string): Promise<CompiledProject | undefined> {
    const held = this.#held.project(id);
    if (held) return held;
    const reading = this.#reading.get(id) ?? readKeptProject(join(this.#folder ?? "", keptProjectName(id)));
    this.#reading.set(id, reading);
    return reading.finally(() => this.#reading.delete(id));
  }
}
