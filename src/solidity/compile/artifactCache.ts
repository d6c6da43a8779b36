import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { writeSameFile } from "../../files/wholeFile";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";

/** What is kept of a file: the project that it is in, and its own part of it. */
interface KeptFile {
  readonly project: CompiledProject;
  readonly contracts: readonly CompiledContract[];
  readonly diagnostics: readonly CompilerDiagnostic[];
}

/** Compilations, and what was made of them. */
const isPacked = (name: string): boolean => name.endsWith(".gz");

/** How many of them a folder keeps; the oldest go, with the files that point at them. */
const mostOnDisk = 200;

/** How many files' keys are remembered; the projects go with the last of their files. */
const mostKeys = 5000;

/**
 * What was compiled, by a key over everything that decides it: compiler, settings and the content of every source. Nothing in it can be
 * stale, for another text has another key.
 */
export class ArtifactCache {
  readonly #folder: string | undefined;
  readonly #projects = new Map<string, { project: CompiledProject; name: string; closure: readonly string[] }>();
  readonly #read = new Map<string, Promise<CompiledProject | undefined>>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  async get(key: string, name: string): Promise<KeptFile | undefined> {
    const known = this.#projects.get(key) ?? (await this.#fromDisk(key, name));
    if (!known) return undefined;
    this.#projects.delete(key);
    this.#projects.set(key, known);
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
    for (const { key, name, closure } of files) this.#remember(key, { project, name, closure });
    if (this.#folder === undefined) return;
    try {
      await this.#write(`${project.id}.project.gz`, await promisify(gzip)(JSON.stringify(project), { level: 1 }));
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

  #remember(key: string, entry: { project: CompiledProject; name: string; closure: readonly string[] }): void {
    this.#projects.set(key, entry);
    for (const oldest of this.#projects.keys()) {
      if (this.#projects.size <= mostKeys) return;
      this.#projects.delete(oldest);
    }
  }

  async #prune(folder: string): Promise<void> {
    const names = await readdir(folder);
    if (names.filter(isPacked).length <= mostOnDisk) return;
    const paths = names.map((name) => join(folder, name));
    const aged = await Promise.all(paths.map(async (path) => ({ path, writtenMs: (await stat(path)).mtimeMs })));
    const packed = aged.filter(({ path }) => isPacked(path)).map(({ writtenMs }) => writtenMs);
    // Everything as old as what goes: a file that points nowhere is compiled anew.
    const oldest = packed.sort((left, right) => right - left)[mostOnDisk - 1] ?? 0;
    await Promise.all(aged.filter(({ writtenMs }) => writtenMs < oldest).map(({ path }) => rm(path, { force: true })));
  }

  async #write(name: string, content: Buffer): Promise<void> {
    await writeSameFile(join(this.#folder ?? "", name), content);
  }

  async #fromDisk(key: string, name: string) {
    if (this.#folder === undefined) return undefined;
    try {
      const pointer = JSON.parse(await readFile(join(this.#folder, `${key}.file`), "utf8")) as {
        project: string;
        closure: string[];
      };
      if (!/^[0-9a-f]{64}$/.test(pointer.project)) return undefined;
      const project = await this.#project(pointer.project);
      if (!project) return undefined;
      const entry = { project, name, closure: pointer.closure };
      this.#remember(key, entry);
      return entry;
    } catch {
      return undefined;
    }
  }

  #project(id: string): Promise<CompiledProject | undefined> {
    const running = this.#read.get(id);
    if (running) return running;
    const read = (async () => {
      try {
        const packed = await readFile(join(this.#folder ?? "", `${id}.project.gz`));
        const project = JSON.parse((await promisify(gunzip)(packed)).toString("utf8")) as CompiledProject;
        return project.format === 1 && project.id === id ? project : undefined;
      } catch {
        return undefined;
      }
    })();
    this.#read.set(id, read);
    return read;
  }
}
