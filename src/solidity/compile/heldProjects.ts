import type { CompiledProject } from "../artifact/compiledProject";

/** A file of a compiled project. */
export interface HeldFile {
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
export class HeldProjects {
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
