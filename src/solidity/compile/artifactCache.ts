import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { writeSameFile } from "../../files/wholeFile";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import { type HeldFile, HeldProjects } from "./heldProjects";
import { keptProjectName, readKeptProject } from "./keptProject";

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
