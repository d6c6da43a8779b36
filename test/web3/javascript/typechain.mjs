// Types that TypeChain makes for ethers, and with them a contract.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { JsonRpcProvider, Wallet } from "ethers";
import { abi, blocksBetween, bytecode, failureOf, key, require, run, url } from "./steps.mjs";

mkdirSync(join(import.meta.dirname, "made"), { recursive: true });
const folder = mkdtempSync(join(import.meta.dirname, "made", "types-"));
const provider = new JsonRpcProvider(url, undefined, { polling: true, pollingInterval: 50, cacheTimeout: -1 });
const wallet = new Wallet(key, provider);
let factory;
let box;
let first;

await run({
  generate: async () => {
    writeFileSync(join(folder, "Box.json"), JSON.stringify({ contractName: "Box", abi, bytecode }));
    const program = join(import.meta.dirname, "node_modules/typechain/dist/cli/cli.js");
    const args = [program, "--target", "ethers-v6", "--out-dir", "types", "Box.json"];
    const made = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    require(made.status === 0, made.stderr);
    const outfile = join(folder, "types.mjs");
    const entryPoints = [join(folder, "types/index.ts")];
    await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", external: ["ethers"] });
    factory = (await import(outfile)).Box__factory;
  },
  deploy: async () => {
    box = await new factory(wallet).deploy();
    await box.waitForDeployment();
    first = (await box.deploymentTransaction().wait()).blockNumber;
  },
  write: async () => {
    await (await box.set(7)).wait();
    require((await box.value()) === 7n, "another value");
  },
  reason: async () => require((await failureOf(box.set.staticCall(13))).includes("unlucky"), "there is no reason"),
  logs: async () => {
    for (let i = 0; i < blocksBetween; i++) await (await box.set(8)).wait();
    await (await box.set(9)).wait();
    const logs = await box.queryFilter(box.filters.Stored(wallet.address), first);
    require(logs.some(({ args }) => args.value === 9n), "logs are missing");
  },
  past: async () => require((await box.value({ blockTag: first })) === 0n, "the state is that of now"),
});
