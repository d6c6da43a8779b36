// 5,000 sends through a path with faults: every verdict against what the chain did. `tsx test/bench/settlement.ts [SEED] [SENDS]`
import { settlementTrial } from "../support/settlementTrial";

const [seed = "1", sends = "5000"] = process.argv.slice(2);
const kinds = [
  { sealers: 1, reachable: 1 },
  { sealers: 4, reachable: 4 },
  { sealers: 4, reachable: 2 },
];
let wrongs = 0;
for (const [index, kind] of kinds.entries()) {
  const began = performance.now();
  const { verdicts, later, wrong, late } = await settlementTrial(
    Number(seed) + index,
    Math.ceil(Number(sends) / kinds.length),
    kind,
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(JSON.stringify({ ...kind, verdicts, later, sealedLate: late, wrong: wrong.length, seconds }));
  for (const line of wrong.slice(0, 20)) console.log(line);
  wrongs += wrong.length;
}
process.exitCode = wrongs === 0 ? 0 : 1;
