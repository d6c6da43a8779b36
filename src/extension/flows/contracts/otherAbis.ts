import type { AbiSource } from "../../../chain/abi/knownErrors";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { knownAbis } from "../../state/contracts/knownAbis";

/** A workspace with more compiled contracts is not searched through for one error. */
const maxArtifacts = 1000;

type Known = Pick<Chainside, "artifacts" | "errors">;

const compiledAbis = async (app: Known): Promise<readonly AbiSource[]> =>
  (await knownAbis(app, maxArtifacts)).map(({ abi }) => abi);

/** What the workspace's sources declare, compiled or not. */
async function declaredInSources({ artifacts }: Known): Promise<readonly AbiSource[]> {
  const { declaredErrors } = await import("../../../chain/artifact/declaredErrors");
  return [declaredErrors(await artifacts.sourceTexts())];
}

/** Those of the workspace alone, for a chain that has just begun. */
export async function workspaceAbis(app: Known): Promise<readonly AbiSource[]> {
  return (await Promise.all([compiledAbis(app), declaredInSources(app)])).flat();
}

/**
 * ABIs that name errors of contracts behind the one that was called: deployed or added on this chain, compiled in the workspace, declared
 * in its sources.
 */
export async function otherAbis(
  app: Known & Pick<Chainside, "knownContracts">,
  group: ChainGroup,
): Promise<readonly AbiSource[]> {
  const known = app.knownContracts.list(group).map(({ abi }) => abi);
  return [...known, ...(await workspaceAbis(app))];
}
