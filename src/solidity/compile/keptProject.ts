import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { CompiledProject } from "../artifact/compiledProject";
import { lengthWithoutMetadata } from "../verify/verifyCode";

const ending = ".project.gz";
/** What is packed is small whatever it holds. */
const maxBytes = 200_000_000;

export const keptProjectName = (id: string): string => `${id}${ending}`;

/** Whether a file of the artifact cache is a whole compilation. */
export const isKeptProject = (name: string): boolean => name.endsWith(ending);

/** Beside a compilation: the lengths of its runtime codes, by which most compilations need not be read to find a code. */
export const keptLengthsName = (id: string): string => `${id}.lengths`;

/** What stands in that file. */
export const codeLengths = ({ contracts }: CompiledProject): number[] => [
  ...new Set(contracts.map(({ deployedBytecode }) => lengthWithoutMetadata(deployedBytecode.object.toLowerCase()))),
];

/**
 * Whether a kept compilation may have a runtime code: only where this is so need it be read. One without its lengths may have any.
 * @param path of the compilation
 * @param code lower case, without `0x`
 */
export async function mayHaveCode(path: string, code: string): Promise<boolean> {
  try {
    const lengths: unknown = JSON.parse(await readFile(keptLengthsName(path.slice(0, -ending.length)), "utf8"));
    return !Array.isArray(lengths) || lengths.includes(lengthWithoutMetadata(code));
  } catch {
    return true;
  }
}

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
