import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";

/** A contract of a compiled file, as far as choosing one goes. */
interface NamedContract {
  readonly name: string;
  /** Whether it can be deployed: no interface, and not abstract. */
  readonly hasCode: boolean;
}

/**
 * Why no contract of a file is the one that was asked for.
 * @param name undefined: the only one that can be deployed was asked for
 * @param contracts all of the file; undefined: they aren't known
 * @returns ChainError usage `noSuchContract`, `noContractNamed`, `severalContracts`, `noneDeployable`, `noContractsInFile`
 */
export function contractNotFound(
  file: string,
  name: string | undefined,
  contracts: readonly NamedContract[] | undefined,
): ChainError {
  if (!contracts)
    return name === undefined
      ? clientError("noneDeployable", { file })
      : clientError("noContractNamed", { file, name });
  const deployable = contracts.filter(({ hasCode }) => hasCode).map((each) => each.name);
  const [first = "", ...others] = deployable;
  if (contracts.length === 0) return clientError("noContractsInFile", { file });
  if (deployable.length === 0 && (name === undefined || contracts.some((each) => each.name === name)))
    return clientError("noneDeployable", { file });
  if (name === undefined) return clientError("severalContracts", { file, first, others });
  const names = deployable.length > 0 ? deployable : contracts.map((each) => each.name);
  return clientError("noSuchContract", { name, file, names });
}
