import { resolve } from "node:path";
import { codeBehind } from "../../chain/proxy/codeBehind";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import type { SourceLayout } from "../../operations/model/inspector";
import type { StorageLayout } from "../../solidity/artifact/compiledProject";
import type { CompileResult } from "../../solidity/compile/compileRequest";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilerReleases/compilerStore";
import { compareInUse, type LayoutInUse, layoutInUse } from "../../solidity/deployed/layoutInUse";
import type { CompiledSource } from "../../solidity/deployed/manifestFile";
import { storageTable } from "../../solidity/layout/storageTable";
import { type UpgradeSafety, upgradeSafety } from "../../solidity/layout/upgradeSafety";
import { markedRootOf, rootOf } from "../../solidity/project/projectRoot";
import { fileAndName } from "../../text/sourceNames";
import { type CompileChoice, compileSources, contractIn, type SourceOrigin, workingFolder } from "./compileSources";

/** A contract's name and where it keeps its variables. */
export interface NamedLayout {
  readonly contract: string;
  readonly storageLayout: StorageLayout;
  readonly safety: UpgradeSafety;
  /** What the records of proxies say of it. */
  readonly compiled: CompiledSource;
}

/**
 * Compiles a source and tells where its contract keeps its variables.
 * @param source `contracts/Coin.sol`, or with the contract's name behind a colon
 * @throws ChainError usage `notCompiled`, `noSuchContract`, `layoutUntold`
 */
export async function layoutOfSource(source: string, choice: CompileChoice): Promise<NamedLayout> {
  const { file, name } = fileAndName(source);
  const { contract, project } = layoutContractIn(await compileSources([file], choice), name);
  if (!contract.storageLayout) throw clientError("layoutUntold", { name: contract.name });
  const safety = upgradeSafety(project, contract);
  const compiled = { ...contract, compiler: project.compiler.longVersion };
  return { contract: contract.name, storageLayout: contract.storageLayout, safety, compiled };
}

/** The contract that is meant: without a name the only one that can be deployed; where none can, the only one with variables. */
function layoutContractIn(result: CompileResult, name: string | undefined): ReturnType<typeof contractIn> {
  const contracts = result.files[0]?.contracts ?? [];
  const isNoneDeployable = contracts.every(({ bytecode }) => bytecode.object === "");
  const stored = contracts.filter(({ storageLayout }) => (storageLayout?.storage.length ?? 0) > 0);
  const only = name === undefined && isNoneDeployable && stored.length === 1 ? stored[0]?.name : undefined;
  return contractIn(result, name ?? only);
}

/** The project whose records tell of a source's proxies: the folder that a file of its tools marks, else that of the terminal. */
export function recordsRoot(source: string, { folder, trusted }: SourceOrigin): string {
  const path = resolve(folder, fileAndName(source).file);
  return trusted ? (markedRootOf(path) ?? folder) : rootOf(path, folder);
}

/**
 * Where a deployed contract keeps its variables: by the records of the project, and as it was compiled here when it was deployed. Of a
 * proxy, where the code that it runs keeps them.
 * @param target the address as the person named it
 * @param source of the project that keeps records
 * @throws ChainError usage `noCodeAt`, `layoutUnknown` where nothing is known, `proxyUnreadable`, `diamondLayout`
 */
export async function layoutOfDeployed(
  session: ChainSession,
  address: Address,
  source: string,
  { target = address, place = workingFolder() }: { readonly target?: string; readonly place?: SourceOrigin } = {},
): Promise<LayoutInUse> {
  const behind = await codeBehind(session, address, { target });
  const within = place.trusted ? undefined : place.folder;
  const artifacts = artifactsBeside(defaultCompilerCache());
  const found = await layoutInUse(artifacts, recordsRoot(source, place), { ...behind, within });
  if (!found.layout && found.doubts.length === 0) throw clientError("layoutUnknown", { target });
  return found;
}

/** What is told of a layout, and of an upgrade from the one that is in use. */
export function sourceLayout({ contract, storageLayout, safety }: NamedLayout, before?: LayoutInUse): SourceLayout {
  const rows = storageTable(storageLayout);
  if (!before) return { contract, rows, safety };
  const { layout, doubts } = before;
  if (!layout) return { contract, rows, safety, changes: doubts, verdict: "unknown" };
  return { contract, rows, safety, ...compareInUse(before, layout, storageLayout) };
}
