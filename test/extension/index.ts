import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";

/** Entry point that VS Code calls inside its extension host. Writes the counts to the file the runner names. */
export function run(): Promise<void> {
  const grep = process.env["CHAINSIDE_TEST_GREP"];
  // Only what hangs is to meet this limit, as everywhere (vitest.config.ts).
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: 900_000, ...(grep ? { grep } : {}) });
  const files = readdirSync(__dirname, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".test.cjs"));
  // Activation happens once in a window: what watches it comes before everything that uses the extension.
  const first = files.filter((file) => file.startsWith("activation"));
  for (const file of new Set([...first, ...files])) mocha.addFile(join(__dirname, file));
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const report = process.env["CHAINSIDE_TEST_REPORT"];
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      if (report) writeFileSync(report, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
      if (failures > 0) reject(new Error(`${failures} test(s) failed`));
      else resolve();
    });
  });
}
