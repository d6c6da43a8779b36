import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ethersSteps, runSteps, type ToolSteps, type ToolUse, viemSteps } from "../../support/ethereumTools";
import { expectRows } from "../../support/toolTable";
import { atEachPlace } from "../../support/web3Places";

const tools: Readonly<Record<string, (use: ToolUse) => ToolSteps>> = { viem: viemSteps, ethers: ethersSteps };

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
) as Record<"dependencies" | "devDependencies", Record<string, string>>;

test.each(Object.entries(tools))(
  "what %s can do at a web3 port and at the proxy is what the pages say",
  async (name, steps) => {
    // What can't be done is waited for in vain: all places at once.
    const places = await atEachPlace((use) => runSteps(steps(use)));
    expect(places.every(({ connect }) => connect?.ok)).toBe(true);
    expectRows(name, String({ ...devDependencies, ...dependencies }[name]), places);
  },
);
