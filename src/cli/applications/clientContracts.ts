import { readdir, stat } from "node:fs/promises";
import nodePath, { basename, join, relative, resolve } from "node:path";
import type { ClientContract } from "../../applications/java/generateClients";
import { sha256Of } from "../../applications/origin";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { type CompiledContract, reachableSources } from "../../solidity/artifact/compiledProject";
import type { CompiledFile } from "../../solidity/compile/compileRequest";
import { t } from "../../text/catalogue";
import { withSlashes } from "../../text/pathBelow";
import { loadArtifactText } from "../contract/artifactFile";
import { artifactOf } from "../contract/compiledArtifact";
import { complain } from "../output/print";
import { compileSources } from "../solidity/compileSources";
import { namedSources } from "../solidity/namedSources";

/** What the classes are made for. */
interface ClientRequest {
  /** Files and folders as they were named. */
  readonly paths: readonly string[];
  /** The folder in which the classes stand: what they come from is named from there. */
  readonly folder: string;
  /** Whether creation code is wanted, for either kind of chain. */
  readonly bytecode: boolean;
  readonly solc: string | undefined;
  readonly evm: string | undefined;
}

/** Contracts, and whether that is all: not so where a file doesn't compile. */
interface FoundContracts {
  readonly contracts: readonly ClientContract[];
  readonly complete: boolean;
}

const isSolidity = (path: string): boolean => /\.sol$/i.test(path);
/** What tools of a project write and run beside its contracts. */
const isTestOrScript = (path: string): boolean => /\.[ts]\.sol$/i.test(path);
const isArtifactName = (name: string): boolean => /\.(json|abi)$/i.test(name);

/** Compiled contracts in a folder and those below it. */
async function artifactFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory())
          return entry.name === "build-info" || entry.name === "node_modules" ? [] : artifactFiles(path);
        return entry.isFile() && isArtifactName(entry.name) ? [path] : [];
      }),
  );
  return found.flat();
}

interface NamedFiles {
  readonly sources: readonly string[];
  readonly artifacts: readonly string[];
  /** Whether an artifact was named itself, and must be one. */
  readonly named: ReadonlySet<string>;
}

async function filesOf(paths: readonly string[]): Promise<NamedFiles> {
  const sources: string[] = [];
  const artifacts: string[] = [];
  const named = new Set<string>();
  for (const path of paths.map((each) => resolve(each))) {
    if (!(await stat(path)).isDirectory()) {
      if (isSolidity(path)) sources.push(path);
      else {
        artifacts.push(path);
        named.add(path);
      }
      continue;
    }
    const own = (await namedSources([path])).filter((file) => !isTestOrScript(file));
    if (own.length > 0) sources.push(...own);
    else artifacts.push(...(await artifactFiles(path)));
  }
  return { sources: [...new Set(sources)], artifacts: [...new Set(artifacts)], named };
}

async function artifactContract(path: string, isNamed: boolean, folder: string): Promise<ClientContract[]> {
  let read: Awaited<ReturnType<typeof loadArtifactText>>;
  try {
    read = await loadArtifactText(path);
  } catch (error) {
    if (isNamed) throw error;
    return []; // some other JSON of the folder
  }
  const { artifact, content } = read;
  const name = withSlashes(relative(folder, path), nodePath);
  const file = { name, sha256: sha256Of(content) };
  return [{ artifact, origin: { source: artifact.source ?? basename(path), files: [file] } }];
}

/** Says what is wrong with files that don't compile, and which ones are compiled in another way. Gives whether all are. */
function sayTrouble(files: readonly CompiledFile[]): boolean {
  const failed = files.filter(({ project }) => !project);
  const names = new Set(
    failed.flatMap(({ diagnostics }) => diagnostics.map(({ formattedMessage }) => formattedMessage)),
  );
  for (const each of names) complain(each.trimEnd());
  for (const { sourceName } of failed) complain(t("{0} doesn't compile, and gets no class.", sourceName));
  for (const { sourceName, fellBack } of files)
    if (fellBack)
      complain(
        t(
          "{0} has no room on the stack with the project's settings: its creation code is made with the optimizer via the intermediate language.",
          sourceName,
        ),
      );
  return failed.length === 0;
}

const sameContract = (files: readonly CompiledFile[], path: string, name: string): CompiledContract | undefined =>
  files.find((file) => file.path === path)?.contracts.find((contract) => contract.name === name);

function compiledContracts(
  standard: readonly CompiledFile[],
  sm: readonly CompiledFile[],
  folder: string,
): ClientContract[] {
  return standard.flatMap(({ path, contracts, project }) => {
    if (!project) return [];
    return contracts.map((contract): ClientContract => {
      const artifact = artifactOf(contract, project);
      const other = sameContract(sm, path, contract.name);
      const both = other && artifactOf(other);
      const files = reachableSources(project, contract.sourceName).flatMap(({ path: place, sha256: hash }) =>
        place === undefined ? [] : [{ name: withSlashes(relative(folder, place), nodePath), sha256: hash }],
      );
      return {
        artifact: {
          ...artifact,
          ...(both?.bytecode ? { smBytecode: both.bytecode } : {}),
          libraryNames: { ...artifact.libraryNames, ...both?.libraryNames },
        },
        origin: { source: contract.sourceName, compiler: project.compiler.longVersion, files },
      };
    });
  });
}

/**
 * The contracts of Solidity files, compiled for both kinds of chain, and of artifacts, in the order in which they were named. What is wrong
 * with files that don't compile is said.
 * @throws ChainError usage `notAnArtifact`; what reading throws.
 */
export async function clientContracts({ paths, folder, bytecode, solc, evm }: ClientRequest): Promise<FoundContracts> {
  const { sources, artifacts, named } = await filesOf(paths);
  const compile = async (suite: CryptoSuiteName) => {
    if (sources.length === 0) return [];
    const absolute = paths.map((path) => resolve(path));
    return (await compileSources(sources, { code: "roomy", solc, evm, suite }, absolute)).files;
  };
  const standard = await compile("standard");
  const complete = sayTrouble(standard);
  const sm = bytecode ? await compile("sm") : [];
  const fromArtifacts = await Promise.all(artifacts.map((path) => artifactContract(path, named.has(path), folder)));
  return { contracts: [...compiledContracts(standard, sm, folder), ...fromArtifacts.flat()], complete };
}
