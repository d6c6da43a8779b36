// Compiles folders of Solidity, deploys every contract on an embedded chain and calls it: `npm run -s check:compile -- DIR… [--suite
// standard|sm] [--solc X.Y.Z] [--chain X.Y.Z] [--quiet]`. What is expected of contracts may stand in an `expected.json` in the folder
// (docs/checks.md, "check:compile"). Exit code 1 when something is not as it should be.
import { parseArgs } from "node:util";
import { SolidityCompiler } from "../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../src/solidity/compilerReleases/compilerStore";
import { checkFolder, Tally } from "./compileCheck/checkFolder";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: "string", default: "standard" },
    solc: { type: "string" },
    chain: { type: "string" },
    quiet: { type: "boolean" },
  },
});
const suite = values.suite === "gm" ? "sm" : values.suite;
if (positionals.length === 0 || (suite !== "standard" && suite !== "sm")) {
  console.error(
    "usage: npm run -s check:compile -- DIR… [--suite standard|sm] [--solc X.Y.Z] [--chain X.Y.Z] [--quiet]",
  );
  process.exit(2);
}
const compiler = new SolidityCompiler(defaultCompilerCache());
const [compiled, deployed, called] = [new Tally(), new Tally(), new Tally()];
for (const path of positionals) {
  const tallies = await checkFolder(path, suite, compiler, {
    ...(values.solc === undefined ? {} : { solc: values.solc }),
    ...(values.chain === undefined ? {} : { compatibilityVersion: values.chain }),
  });
  compiled.add(tallies.compiled);
  deployed.add(tallies.deployed);
  called.add(tallies.called);
}
compiler.close();
if (!values.quiet) {
  for (const [word, { problems }] of [
    ["not compiled", compiled],
    ["not deployed", deployed],
    ["not called", called],
  ] as const) {
    for (const problem of problems) console.log(`${word}: ${problem.slice(0, 500)}`);
  }
}
console.log(
  `compiled ${compiled.done} of ${compiled.total}, deployed ${deployed.done} of ${deployed.total}, called ${called.done} of ${called.total}`,
);
const all = [compiled, deployed, called].every(({ done, total }) => done === total);
process.exit(all ? 0 : 1);
