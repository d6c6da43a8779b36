import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CrashTrial, killMoments } from "../support/crashTrial";
import { seededNumbers } from "../support/seededNumbers";

const program = resolve(import.meta.dirname, "../../dist/devchain.js");

test("what was acknowledged outlives kills, and damaged files cost no more than what they held", async () => {
  const trial = new CrashTrial(program, seededNumbers(3));
  try {
    for (const moment of killMoments) await trial.kill(moment);
    for (let round = 0; round < 5; round++) await trial.damage();
    await trial.finish();
    expect(trial.acknowledged).toBeGreaterThan(0);
  } finally {
    trial.remove();
  }
});
