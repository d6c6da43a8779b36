import { readdir, stat } from "node:fs/promises";
import nodePath, { join } from "node:path";
import { pathBelow } from "../../text/pathBelow";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import { verifyCode } from "../verify/verifyCode";
import { isKeptProject, mayHaveCode, readKeptProject } from "./keptProject";

/** Runtime code whose source is looked for. */
export interface DeployedCode {
  /** Hex, as `getCode` gives it. */
  readonly code: string;
  /** Only what was compiled from sources of this folder, absolute: who asks may be told of nothing else. */
  readonly within?: string | undefined;
}

const sourceOf = ({ sourceName }: CompiledContract, project: CompiledProject | undefined): string | undefined =>
  project?.sources.find(({ name }) => name === sourceName)?.path;

const liesBelow = (folder: string, path: string | undefined): boolean =>
  path !== undefined && pathBelow(folder, path, nodePath) !== undefined;

/**
 * Looks among all compilations that are kept in a folder, the newest first, for the contract that runtime code is of: as the source was
 * when it was deployed, whatever it is now.
 * @param folder of `ArtifactCache`
 * @returns undefined where it was compiled elsewhere, or too long ago
 */
export async function keptContractOf(
  folder: string,
  { code, within }: DeployedCode,
  signal?: AbortSignal,
): Promise<CompiledContract | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const paths = names.filter(isKeptProject).map((name) => join(folder, name));
  const aged = await Promise.all(
    paths.map(async (path) => ({ path, writtenMs: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const digits = code.replace(/^0x/i, "").toLowerCase();
  let similar: CompiledContract | undefined;
  for (const { path } of aged.sort((left, right) => right.writtenMs - left.writtenMs)) {
    signal?.throwIfAborted();
    if (!(await mayHaveCode(path, digits))) continue;
    const project = await readKeptProject(path);
    for (const contract of project?.contracts ?? []) {
      const { kind } = verifyCode(code, contract);
      if (kind !== "same" && kind !== "sameButMetadata") continue;
      if (within !== undefined && !liesBelow(within, sourceOf(contract, project))) continue;
      if (kind === "same") return contract;
      similar ??= contract;
    }
  }
  return similar;
}
