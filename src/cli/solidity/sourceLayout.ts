import { codeBehind } from "../../chain/proxy/codeBehind";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import type { SourceLayout } from "../../operations/model/inspector";
import type { StorageLayout } from "../../solidity/artifact/compiledProject";
import type { CompileResult } from "../../solidity/compile/compileRequest";
import { keptContractOf } from "../../solidity/compile/keptContract";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilers/compilerStore";
import { compareLayouts } from "../../solidity/layout/layoutChanges";
import { storageTable } from "../../solidity/layout/storageTable";
import { type UpgradeSafety, upgradeSafety } from "../../solidity/layout/upgradeSafety";
import { fileAndName } from "../../text/sourceNames";
import { type CompileChoice, compileSources, contractIn } from "./compileSources";

/** A contract's name and where it keeps its variables. */
export interface NamedLayout {
  readonly contract: string;
  readonly storageLayout: StorageLayout;
  readonly safety: UpgradeSafety;
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
  return { contract: contract.name, storageLayout: contract.storageLayout, safety };
}

/** The contract that is meant: without a name the only one that can be deployed; where none can, the only one with variables. */
function layoutContractIn(result: CompileResult, name: string | undefined): ReturnType<typeof contractIn> {
  const contracts = result.files[0]?.contracts ?? [];
  const isNoneDeployable = contracts.every(({ bytecode }) => bytecode.object === "");
  const stored = contracts.filter(({ storageLayout }) => (storageLayout?.storage.length ?? 0) > 0);
  const only = name === undefined && isNoneDeployable && stored.length === 1 ? stored[0]?.name : undefined;
  return contractIn(result, name ?? only);
}

/**
 * Where a deployed contract keeps its variables: as it was compiled here when it was deployed. Of a proxy, where the code that it runs
 * keeps them.
 * @param target the address as the person named it
 * @param within only what was compiled from sources of this folder
 * @throws ChainError usage `noCodeAt`, `layoutUnknown`, `proxyUnreadable`, `diamondLayout`
 */
export async function layoutOfDeployed(
  session: ChainSession,
  address: Address,
  { target = address, within }: { readonly target?: string; readonly within?: string | undefined } = {},
): Promise<StorageLayout> {
  const { code } = await codeBehind(session, address, { target });
  const kept = await keptContractOf(artifactsBeside(defaultCompilerCache()), { code, within });
  if (!kept?.storageLayout) throw clientError("layoutUnknown", { target });
  return kept.storageLayout;
}

/** What is told of a layout, and of an upgrade from the one that is in use. */
export function sourceLayout({ contract, storageLayout, safety }: NamedLayout, before?: StorageLayout): SourceLayout {
  const rows = storageTable(storageLayout);
  if (!before) return { contract, rows, safety };
  return { contract, rows, safety, ...compareLayouts(before, storageLayout) };
}
