// Runs the contract tests of folders on embedded chains: `npm run -s check:contract-tests -- DIR… [--suite standard|sm] [--seed N]
// [--quiet]`. With `--mutants`, the faults of the folder's `mutants.json` are put in one by one, and its tests have to find them. What is
// expected of tests that do not pass may stand in an `expected.json` in the folder (docs/checks.md). Exit code 1 when something is
// not as expected.
import { parseArgs } from "node:util";
import { SolidityCompiler } from "../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../src/solidity/compilerReleases/compilerStore";
import { checkProject } from "./contractTestCheck/checkProject";
import { checkMutants } from "./contractTestCheck/mutants";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: "string", default: "standard" },
    seed: { type: "string", default: "1" },
    solc: { type: "string" },
    processes: { type: "string", default: "2" },
    quiet: { type: "boolean" },
    mutants: { type: "boolean" },
  },
});
const { suite, seed, solc } = values;
if (positionals.length === 0 || (suite !== "standard" && suite !== "sm")) {
  console.error(
    "usage: npm run -s check:contract-tests -- DIR… [--suite standard|sm] [--seed N] [--solc X.Y.Z] [--quiet]",
  );
  process.exit(2);
}
const compiler = new SolidityCompiler(defaultCompilerCache());
let [passed, failed] = [0, 0];
for (const folder of positionals) {
  const options = {
    suite,
    seed,
    processes: Number(values.processes),
    ...(solc === undefined ? {} : { solc }),
  } as const;
  if (values.mutants) {
    const { count, problems } = await checkMutants(folder, compiler, options);
    passed += count - problems.length;
    failed += problems.length;
    for (const problem of problems) console.log(problem);
    continue;
  }
  const check = await checkProject(folder, compiler, options);
  passed += check.passed;
  failed += check.problems.length;
  if (!values.quiet) for (const problem of check.problems) console.log(`not as expected: ${problem.slice(0, 500)}`);
}
compiler.close();
console.log(`passed ${passed}, failed ${failed}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
