// How long a chain takes to open a data directory: `node --import tsx test/bench/open.ts [--blocks N]`. Makes the blocks first, one
// transaction each, then opens them in new processes: after a clean end, as a process that was killed leaves them, and without
// the index.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import { receivedTransaction } from "../../src/devchain/ledger/poolAdmission";
import { devChainSettings } from "../../src/devchain/settings/options";
import { createNetwork } from "../../src/devchain/startDevChain";
import helloWorld from "../fixtures/devchain/helloWorld.json";

const from = (path: string): string => new URL(path, import.meta.url).href;
const at = process.argv.indexOf("--blocks");
const blocks = at < 0 ? 100_000 : Number(process.argv[at + 1]);
const data = mkdtempSync(join(tmpdir(), "chainside-open-"));
const settings = devChainSettings({ data, sealers: 1, observers: 0 });
const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(9));

async function sign(nonce: number, to: string): Promise<Uint8Array> {
  const input = hexToBytes(to === "" ? helloWorld.init : helloWorld.set);
  const blockLimit = BigInt(nonce + 900);
  const data = { chainId: "chainside", groupId: "group0", blockLimit, nonce: `o${nonce}`, to, input };
  return (await signTransaction({ suite: standardSuite, signer, data })).signed;
}

/** Opens the directory in a process of its own, as a user's start does; prints how long it took once the program was loaded. */
function open(title: string): void {
  const code = `const { createNetwork } = await import(${JSON.stringify(from("../../src/devchain/startDevChain.ts"))});
    const { devChainSettings } = await import(${JSON.stringify(from("../../src/devchain/settings/options.ts"))});
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const network = await createNetwork(devChainSettings(${JSON.stringify({ data, sealers: 1, observers: 0 })}));
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    const [group] = network.groups.values();
    const mb = process.memoryUsage().rss / 1048576;
    console.log(${JSON.stringify(title)}, group.blocks.head, "blocks open in", ms.toFixed(0), "ms (processor", ((user + system) / 1000).toFixed(0), "ms),", mb.toFixed(0), "MB");
    process.exit(0);`;
  execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], { stdio: "inherit" });
}

try {
  const network = await createNetwork(settings);
  const [group] = network.groups.values();
  if (!group) throw new Error("there is no group");
  let to = "";
  for (let number = 1; number <= blocks; number++) {
    const { receipt } = await group.submit(receivedTransaction(group.suite, await sign(number, to)));
    if (to === "") to = `0x${receipt.contractAddress}`;
  }
  network.close();
  const folder = join(data, "group-group0");
  for (let round = 0; round < 3; round++) open("after a clean end:");
  rmSync(join(folder, `state-${blocks}.bin`), { force: true });
  for (let round = 0; round < 3; round++) open("after a kill (no state of the latest blocks):");
  rmSync(join(folder, "index.log"), { force: true });
  open("without the index:");
} finally {
  rmSync(data, { recursive: true });
}
