import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Unit tests that take longest, compilers above all. Vitest knows how long files took from its last run alone, and takes the largest first
 * where it ran never before: these are small, so they would be left over for the end, when one processor has nothing else to do.
 */
const slowest = [
  "history/servers",
  "operations/sameEffects",
  "history/crash",
  "window/access",
  "contractTests/sampleProjects",
  "operations/sameQuestions",
  "cli/proxies",
  "window/faults",
  "cli/operations/upgradeSwap",
  "cli/upgrades",
  "operations/everywhere",
  "solidity/templates",
  "history/sinks",
  "cli/operations/sourceTests",
  "history/hostileAbis",
  "extension/features/contractTests/testExplorer",
  "chain/verification/honestClasses",
  "assistants/safety",
  "window/clients",
  "contractTests/mutation",
  "window/upgradeChain",
  "window/pageNames",
  "contractTests/documentedExample",
  "window/nodeScripts",
  "contractTests/deepStack",
  "history/equality",
  "operations/predictions",
  "debugger/debugCall",
  "contractTests/testCache",
].map((name) => `/test/unit/${name}.test.ts`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  // A thread that has such a file next ends with all modules that it has loaded: so they come before any other.
  if (moduleId.endsWith(".alone.test.ts")) return -1;
  const place = slowest.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? slowest.length : place;
};

/** The order of files: first those that are run alone, then the longest, then all others as Vitest has them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
