import * as vscode from "vscode";
import type { AbiSource } from "../../../chain/abi/knownErrors";
import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import type { GivenAbi } from "../../../history/service/messages";
import { jsonLimits, parseBoundedJson } from "../../../text/limits/boundedJson";
import type { ErrorReporter } from "../../kit/errors/errorReporter";
import type { ChainGroup } from "../connections/chainGroup";
import type { Artifacts, WorkspaceArtifact } from "./artifacts";
import type { KnownContracts } from "./knownContracts";

interface AbiSources {
  readonly artifacts: Artifacts;
  readonly errors: ErrorReporter;
  readonly knownContracts: KnownContracts;
}

/** What the workspace alone knows of ABIs. */
type WorkspaceSources = Pick<AbiSources, "artifacts" | "errors">;

/**
 * The ABIs of compiled contracts of the workspace, as far as they are known without compiling; those without entries are left out.
 * @param max no more files are read
 * @param isWanted which of them
 */
async function knownAbis(
  { artifacts, errors }: WorkspaceSources,
  max: number,
  isWanted: (artifact: WorkspaceArtifact) => boolean = () => true,
): Promise<readonly Pick<ContractArtifact, "name" | "abi">[]> {
  const read = await Promise.all(
    (await artifacts.list())
      .filter(isWanted)
      .slice(0, max)
      .map(async ({ uri, name }) => {
        try {
          const { abi = [] } = (await artifacts.readKnown(uri)) ?? {};
          return { name, abi };
        } catch (error) {
          errors.log(error);
          return { name, abi: [] };
        }
      }),
  );
  return read.filter(({ abi }) => abi.length > 0);
}

/** A workspace with more compiled contracts is not read whole for an index. */
const maxForIndex = 500;

function listOf(abi: string): readonly unknown[] {
  try {
    const parsed = parseBoundedJson(abi, jsonLimits.plain);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

const declaresSomething = ({ abi }: GivenAbi): boolean => abi.length > 0;

/** Of several that fit a contract, the one that says most comes first. */
const compiledAbis = async (app: AbiSources): Promise<GivenAbi[]> =>
  (await knownAbis(app, maxForIndex, ({ deployable }) => deployable)).toSorted(
    (one, other) => other.abi.length - one.abi.length,
  );

/**
 * The ABIs by which an index reads calls and events: of contracts that were deployed or added on this chain, by their address; of those
 * compiled in the workspace, where that is trusted, for any contract that has all of their functions.
 */
export async function givenAbis(app: AbiSources, group: ChainGroup): Promise<GivenAbi[]> {
  const known = app.knownContracts
    .list(group)
    .map(({ name, abi, address }): GivenAbi => ({ name, abi: listOf(abi), address: address.toLowerCase() }));
  const compiled = vscode.workspace.isTrusted ? await compiledAbis(app) : [];
  return [...known.filter(declaresSomething), ...compiled];
}

/** A workspace with more compiled contracts is not searched through for one error. */
const maxForErrors = 1000;

const searchedAbis = async (app: WorkspaceSources): Promise<readonly AbiSource[]> =>
  (await knownAbis(app, maxForErrors)).map(({ abi }) => abi);

/** What the workspace's sources declare, compiled or not. */
async function declaredInSources({ artifacts }: WorkspaceSources): Promise<readonly AbiSource[]> {
  const { declaredErrors } = await import("../../../chain/artifact/declaredErrors");
  return [declaredErrors(await artifacts.sourceTexts())];
}

/** Those of the workspace alone, for a chain that has just begun. */
export async function workspaceAbis(app: WorkspaceSources): Promise<readonly AbiSource[]> {
  return (await Promise.all([searchedAbis(app), declaredInSources(app)])).flat();
}

/**
 * ABIs that name errors of contracts behind the one that was called: deployed or added on this chain, compiled in the workspace, declared
 * in its sources.
 */
export async function otherAbis(app: AbiSources, group: ChainGroup): Promise<readonly AbiSource[]> {
  const known = app.knownContracts.list(group).map(({ abi }) => abi);
  return [...known, ...(await workspaceAbis(app))];
}
