// How long a chain takes to open a data directory: `node --import tsx test/bench/open.ts [--blocks N]`. Makes the blocks first, one
// transaction each, then opens the group twice: after a clean end, and as a process that was killed leaves it (no state file
// for the latest blocks).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { hexToBytes } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import { devChainSettings } from "../../src/devchain/options";
import { createNetwork } from "../../src/devchain/startDevChain";
import helloWorld from "../fixtures/devchain/helloWorld.json";

const at = process.argv.indexOf("--blocks");
const blocks = at < 0 ? 100_000 : Number(process.argv[at + 1]);
const data = mkdtempSync(join(tmpdir(), "chainside-open-"));
const settings = devChainSettings({ data, sealers: 1, observers: 0 });
const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(9));

async function sign(nonce: number, to: string): Promise<Uint8Array> {
  const input = hexToBytes(to === "" ? helloWorld.init : helloWorld.set);
  const blockLimit = BigInt(nonce + 900);
  const data = { chainId: "chain0", groupId: "group0", blockLimit, nonce: `o${nonce}`, to, input };
  return (await signTransaction({ suite: standardSuite, signer, data })).signed;
}

async function open(): Promise<{ ms: number; close: () => void; height: number }> {
  const began = performance.now();
  const network = await createNetwork(settings);
  const ms = performance.now() - began;
  const [group] = network.groups.values();
  return { ms, close: network.close, height: group?.blocks.head ?? -1 };
}

try {
  const network = await createNetwork(settings);
  const [group] = network.groups.values();
  if (!group) throw new Error("there is no group");
  let to = "";
  for (let number = 1; number <= blocks; number++) {
    const { receipt } = await group.submit(await sign(number, to));
    if (to === "") to = `0x${receipt.contractAddress}`;
  }
  network.close();
  const clean = await open();
  console.log(`${clean.height} blocks open in ${clean.ms.toFixed(0)} ms after a clean end`);
  const [latest] = [`state-${blocks}.bin`];
  clean.close();
  rmSync(join(data, "group-group0", latest ?? ""), { force: true });
  const killed = await open();
  console.log(`${killed.height} blocks open in ${killed.ms.toFixed(0)} ms without the latest state file`);
  killed.close();
} finally {
  rmSync(data, { recursive: true });
}
