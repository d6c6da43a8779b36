// Kills an embedded chain with a data directory in the middle of its work, again and again, and in between cuts its files and changes
// bytes in them. After a kill every acknowledged transaction has to be there; after a damage every whole block before it.
// `node --import tsx test/bench/crash.ts [--kills N] [--truncations N] [--cuts-only] [--moments] [--durability process|disk]
//  [--sm] [--auth] [--groups N] [--seed N]`; with --moments the kills go round all moments (`killMoments`). Ctrl+C ends it after the round.
// Needs `npm run build`.
import { resolve } from "node:path";
import { CrashTrial, killMoments } from "../support/crashTrial";
import { seededNumbers } from "../support/seededNumbers";

const program = process.env["CHAINSIDE_DEVCHAIN"] ?? resolve(import.meta.dirname, "../../dist/devchain.js");
const flag = (name: string): boolean => process.argv.includes(`--${name}`);
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};

const seed = option("seed", Date.now() % 1_000_000);
const [kills, truncations] = [option("kills", 200), option("truncations", 200)];
const durability = (["process", "disk"] as const).find(
  (word) => process.argv[process.argv.indexOf("--durability") + 1] === word,
);
console.log(`seed ${seed}`);
const trial = new CrashTrial(program, seededNumbers(seed), {
  ...(durability ? { durability } : {}),
  suite: flag("sm") ? "sm" : "standard",
  groups: Array.from({ length: option("groups", 1) }, (_, number) => `group${number}`),
  args: flag("auth") ? ["--auth"] : [],
});
let stopped = false;
process.once("SIGINT", () => {
  stopped = true;
});
const done = { kills: 0, damages: 0 };
const harmed = new Map<string, number>();
for (let round = 0; round < Math.max(kills, truncations) && !stopped; round++) {
  if (round < kills) {
    await trial.kill(flag("moments") ? killMoments[round % killMoments.length] : undefined);
    done.kills++;
  }
  if (round < truncations) {
    const what = await trial.damage(flag("cuts-only") ? "cuts" : "any");
    const kind = what
      .replace(/^.*\//, "")
      .replace(/ at .*/, "")
      .replace(/\d+/, "N");
    harmed.set(kind, (harmed.get(kind) ?? 0) + 1);
    done.damages++;
  }
  if (round % 20 === 19) {
    console.log(
      `  ${done.kills} kills, ${done.damages} damages: ${trial.acknowledged} acknowledged, ${trial.height} blocks`,
    );
  }
}
await trial.finish();
console.log(
  `${done.kills} kills, ${done.damages} damages: it started each time, with what was acknowledged and not cut away, and went on`,
);
for (const [kind, times] of [...harmed].sort()) console.log(`  ${kind}: ${times}`);
console.log(
  `${trial.acknowledged} acknowledged transactions in all; every header and every one that was not cut away verified`,
);
