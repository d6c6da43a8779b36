import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { devChainProcess } from "../../../src/devchain/devChainProcess";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();
afterEach(() => vi.restoreAllMocks());

/** What is said of a command line that can't be. */
async function refusal(...args: string[]): Promise<string> {
  const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await devChainProcess(args, () => "usage")).toBe(2);
  return String(report.mock.calls.at(-1)?.[0]).split("\n\n")[0] ?? "";
}

describe("an option that can't be", () => {
  it.each([
    [["--allow-host", "a b"], "The option --allow-host contains something that isn't a host name."],
    [["--epoch-sealers", "0"], "The option --epoch-sealers can't be 0."],
    [["--executor", "7"], "The option --executor can't be 7."],
    [["--compatibility", "2.9"], "The option --compatibility isn't a 3.x version."],
    [["--suite", "gm"], "The option --suite can't be gm."],
    [["--sm", "--suite", "standard"], "--sm and --suite standard can't be used together"],
    [["--sealers", "many"], "--sealers must be an integer, not many"],
  ])("is called as it was written: %j", async (args, words) => {
    expect(await refusal(...args)).toContain(`chainside devchain: ${words}`);
  });

  it("is called so in Chinese, too", async () => {
    useSources("zh-cn");
    expect(await refusal("--epoch-sealers", "0")).toMatch(/^chainside devchain: 选项 --epoch-sealers /);
  });

  it("keeps the name that it has in a file, unless its flag was given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "devchain-flags-"));
    const config = join(folder, "chain.json");
    writeFileSync(config, '{ "epochSealers": 0 }');
    expect(await refusal("--config", config)).toContain("The option epochSealers can't be 0.");
    expect(await refusal("--config", config, "--epoch-sealers", "65")).toContain("--epoch-sealers can't be 65.");
    for (const name of ["host", "data", "seed"]) {
      writeFileSync(config, JSON.stringify({ [name]: 5 }));
      expect(await refusal("--config", config)).toContain(`The option ${name} must be a text.`);
    }
    rmSync(folder, { recursive: true });
  });
});
