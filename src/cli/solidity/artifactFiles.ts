import nodePath, { join, resolve } from "node:path";
import { uniqueFileNames } from "../../applications/fileNames";
import { clientError } from "../../errors/clientError";
import type { CompileResult } from "../../solidity/compile/compileRequest";
import { pathBelow } from "../../text/pathBelow";
import { writeOutputBelow } from "../output/outputFile";

/** A path below the folder: names of sources may begin with `..` or be absolute. */
function below(folder: string, name: string): string {
  const path = resolve(folder, name.replace(/^[A-Za-z]:/, "").replace(/^\/{1,9}/, ""));
  if (pathBelow(resolve(folder), path, nodePath) !== undefined) return path;
  throw clientError("noSourceFiles", { path: name });
}

/**
 * Writes what was compiled as Hardhat does: a file a contract, and everything else of each compilation in `build-info`. A contract whose
 * name is no file's own on every system gets a number behind it. Gives the files.
 */
export async function writeArtifacts(result: CompileResult, folder: string): Promise<string[]> {
  const written: string[] = [];
  const write = async (path: string, value: unknown): Promise<void> => {
    await writeOutputBelow(folder, path, `${JSON.stringify(value, null, 2)}\n`);
    written.push(path);
  };
  for (const { contracts, project } of result.files) {
    const fileNames = uniqueFileNames(contracts.map(({ name }) => name));
    for (const [place, contract] of contracts.entries()) {
      const { name, sourceName, abi, bytecode, deployedBytecode, methodIdentifiers } = contract;
      await write(join(below(folder, sourceName), `${fileNames[place]}.json`), {
        _format: "hh-sol-artifact-1",
        contractName: name,
        sourceName,
        suite: project?.suite,
        compiler: project?.compiler.longVersion,
        evmVersion: project?.choice.evmVersion,
        abi,
        bytecode: `0x${bytecode.object}`,
        deployedBytecode: `0x${deployedBytecode.object}`,
        linkReferences: bytecode.linkReferences,
        deployedLinkReferences: deployedBytecode.linkReferences,
        methodIdentifiers,
      });
    }
  }
  for (const project of new Set(result.files.map((file) => file.project))) {
    if (project) await write(join(folder, "build-info", `${project.id}.json`), project);
  }
  return written;
}
