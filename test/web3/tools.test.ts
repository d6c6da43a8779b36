import { join } from "node:path";
import { expect, test } from "vitest";
import { hasPython } from "../support/sinks/pythonPackages";
import { expectRows, type Measured } from "../support/toolTable";
import { atEachPlace } from "../support/web3Places";
import { castSteps, forgeSteps } from "./foundryTools";
import { hardhatSteps } from "./hardhatTool";
import { foundry, hardhat, hardhat3, javascriptTools, pinned, pinnedWeb3py, pythonTools } from "./installed";
import { type Place, stepsOf } from "./program";

interface Tool {
  readonly name: string;
  readonly version: string;
  /** Installs it. @throws Error where it can't be had */
  install(): Promise<unknown>;
  steps(place: Place): Promise<Measured>;
}

const javascript = (name: string, program: string, packageName: string): Tool => ({
  name,
  version: pinned("javascript", packageName),
  install: javascriptTools,
  steps: async (place) => stepsOf(process.execPath, [join(await javascriptTools(), program)], place),
});

const python = (name: string, list: string): Tool => ({
  name,
  version: pinnedWeb3py(list),
  async install() {
    if (!hasPython()) throw new Error("there is no Python with pip");
    await pythonTools(list);
  },
  steps: async (place) =>
    stepsOf("python3", [join(import.meta.dirname, "python/web3py.py")], place, { PYTHONPATH: await pythonTools(list) }),
});

const tools: readonly Tool[] = [
  javascript("web3.js", "web3js.mjs", "web3"),
  javascript("wagmi core", "wagmi.mjs", "@wagmi/core"),
  javascript("TypeChain", "typechain.mjs", "typechain"),
  python("web3.py 7", "requirements.txt"),
  python("web3.py 8", "requirements-8.txt"),
  { name: "cast", version: pinned("javascript", "@foundry-rs/cast"), install: foundry, steps: castSteps },
  { name: "forge", version: pinned("javascript", "@foundry-rs/forge"), install: foundry, steps: forgeSteps },
  {
    name: "Hardhat 2",
    version: pinned("hardhat", "hardhat"),
    install: hardhat,
    steps: (place) => hardhatSteps(2, place),
  },
  {
    name: "Hardhat 3",
    version: pinned("hardhat3", "hardhat"),
    install: hardhat3,
    steps: (place) => hardhatSteps(3, place),
  },
];

/** A web3 port or a proxy of one's own, and the key of an account there that pays. */
const { CHAINSIDE_WEB3_URL: ownUrl, CHAINSIDE_WEB3_KEY: ownKey } = process.env;

test.for(tools)("what $name can do is what the pages say", async ({ name, version, install, steps }, { skip }) => {
  const missing = await install().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (missing !== undefined) console.log(`${name} NOT RUN: ${missing}`);
  skip(missing !== undefined, missing);
  if (ownUrl && ownKey) {
    const results = await steps({ url: ownUrl, key: ownKey });
    for (const [step, { ok, setting, error }] of Object.entries(results))
      console.log(`${name} ${step}: ${ok ? (setting ?? "works") : `fails: ${error}`}`);
    expect(Object.values(results).some(({ ok }) => ok)).toBe(true);
    return;
  }
  expectRows(name, version, await atEachPlace(steps));
});
