import type { ContractArtifact } from "../../../chain/artifact/readArtifact";
import type { ErrorReporter } from "../../kit/errors/errorReporter";
import type { Artifacts, WorkspaceArtifact } from "./artifacts";

/**
 * The ABIs of compiled contracts of the workspace, as far as they are known without compiling; those without entries are left out.
 * @param most no more files are read
 * @param isWanted which of them
 */
export async function knownAbis(
  { artifacts, errors }: { readonly artifacts: Artifacts; readonly errors: ErrorReporter },
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
