import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { isThere } from "../../files/look";
import { givenPath } from "../../files/namedPath";
import { type AbiOf, checkContracts } from "../../scenarios/language/contracts";
import type { Scenario } from "../../scenarios/language/scenario";
import { text } from "../../text/catalogue";
import { sourceTarget } from "../../text/sourceNames";
import type { Complaint } from "../../yaml/complaint";
import { loadArtifact } from "../contract/artifactFile";
import { errorLines } from "../output/showError";

/** ABIs of contracts by their files; what doesn't compile, or isn't there, is told where it is named. */
function abisOfFiles(): AbiOf {
  const known = new Map<string, ReturnType<AbiOf>>();
  const find: AbiOf = async (path) => {
    const source = sourceTarget(path);
    if (!isThere(givenPath(source?.file ?? path))) return text('No file "{0}" found.', source?.file ?? path);
    try {
      if (!source) return artifactInterface(await loadArtifact(path), cryptoSuite("standard"));
      const { compileSources, contractIn } = await import("../solidity/compileSources");
      const { artifactOf } = await import("../contract/compiledArtifact");
      const { contract, project } = contractIn(await compileSources([source.file], { suite: "standard" }), source.name);
      return artifactInterface(artifactOf(contract, project), cryptoSuite("standard"));
    } catch (error) {
      if (error instanceof ChainError) return { text: (await errorLines(error))[0] ?? error.message, args: [] };
      throw error;
    }
  };
  return (path) => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
}

/** What scenarios say of their contracts that the contracts' ABIs don't. */
export async function checkScenarios(scenarios: readonly Scenario[]): Promise<Complaint[]> {
  const abiOf = abisOfFiles();
  const found: Complaint[] = [];
  for (const scenario of scenarios) found.push(...(await checkContracts(scenario, abiOf)));
  return found;
}
