import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { CompiledProject } from "../artifact/compiledProject";

const ending = ".project.gz";
/** What is packed is small whatever it holds. */
const maxBytes = 200_000_000;

export const keptProjectName = (id: string): string => `${id}${ending}`;

/** Whether a file of the artifact cache is a whole compilation. */
export const isKeptProject = (name: string): boolean => name.endsWith(ending);

/** A compilation as it was kept; undefined where it was taken away meanwhile, or isn't whole. */
export async function readKeptProject(path: string): Promise<CompiledProject | undefined> {
  try {
    const text = await promisify(gunzip)(await readFile(path), { maxOutputLength: maxBytes });
    const project = JSON.parse(text.toString("utf8")) as CompiledProject;
    return project.format === 1 && keptProjectName(project.id) === basename(path) ? project : undefined;
  } catch {
    return undefined;
  }
}
