// `npm run -s check:evm -- PATH… [--list] [--release=3.17.0]`: plays Ethereum's state tests (JSON lines, packed or not; a folder stands
// for its files) on the embedded chain's engine under both executors. Prints `equal N, as a node M, explained K, wrong W` over the cases,
// and each wrong one with its reason, with `--list` the others too; ends with 1 when one is wrong
// (docs/checks.md, "Ethereum's state tests").
import { EmbeddedMachine } from "./evm/embeddedMachine";
import { type Judgement, judgeStateTest, type Verdict, verdicts } from "./evm/judgeStateTest";
import { readStateTests, stateTestFiles } from "./evm/stateTest";

const args = process.argv.slice(2);
const list = args.includes("--list");
const is317 = args.includes("--release=3.17.0");
const paths = args.filter((arg) => !arg.startsWith("--"));
if (paths.length === 0 || args.some((arg) => arg.startsWith("--") && arg !== "--list" && arg !== "--release=3.17.0")) {
  console.error("usage: npm run -s check:evm -- PATH… [--list] [--release=3.17.0]");
  process.exit(2);
}

const release = is317 ? "3.17.0" : "3.16.4";
const engines = [new EmbeddedMachine(0, release), new EmbeddedMachine(1, release)];
const counts = new Map<Verdict, number>(verdicts.map((verdict) => [verdict, 0]));
const worse = (a: Verdict, b: Verdict): Verdict => (verdicts.indexOf(a) > verdicts.indexOf(b) ? a : b);

for (const file of stateTestFiles(paths)) {
  for (const test of readStateTests(file)) {
    let worst: Verdict = "equal";
    for (const engine of engines) {
      const { verdict, reasons }: Judgement = await judgeStateTest(test, engine);
      worst = worse(worst, verdict);
      if (verdict === "wrong" || (list && verdict !== "equal")) {
        console.error(`${verdict}: ${test.name}, executor ${engine.executor}: ${reasons.join("; ")}`);
      }
    }
    counts.set(worst, (counts.get(worst) ?? 0) + 1);
  }
}
console.log(verdicts.map((verdict) => `${verdict} ${counts.get(verdict)}`).join(", "));
process.exitCode = counts.get("wrong") === 0 ? 0 : 1;
