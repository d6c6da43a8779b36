import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { smSuite } from "../../../../src/crypto/suites";
import { recordContractAdmin } from "../../../../src/devchain/precompiled/auth/contractAuthTable";
import { makeFolders } from "../../../../src/devchain/precompiled/bfs/fileTree";
import type { ConsensusNode } from "../../../../src/devchain/state/systemTables";
import { MemoryHost, type MemoryHostOptions } from "./memoryHost";

interface Recorded {
  name: string;
  to: string;
  from?: string;
  input: string;
  block: number;
  status: number;
  output: string;
  gasUsed?: number;
}

const folder = join(import.meta.dirname, "../../../fixtures/recordings/builtins");
const read = (chain: string): Recorded[] => JSON.parse(readFileSync(join(folder, `${chain}.json`), "utf8"));

const sealer = (nodeId: string): ConsensusNode => ({
  nodeId,
  type: "consensus_sealer",
  weight: 1,
  termWeight: 0,
  enableNumber: 0,
});

const firstContract = "6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
const smContract = "c0523dbdd94ba27e14b0336d799489340ca24cdf";

/** What happened in parts of the recording that are kept elsewhere. */
async function prepare(host: MemoryHost, chain: string): Promise<void> {
  for (const [address, origin] of [
    [firstContract, "1a642f0e3c3af545e7acbd38b07251b3990914f1"],
    [smContract, "38b8de2a4c0760ce288e5d88bf4d6c6b3b2ce0a0"],
  ] as const) {
    host.addContract(address);
    recordContractAdmin(host, address, origin);
  }
  if (chain === "air4") makeFolders(host, "/shards/shmwpjawme");
}

/** What built-in contracts answer, beside what a node answered to the same messages in the same order. */
async function replay(chain: string, options: MemoryHostOptions): Promise<{ answers: string[]; expected: string[] }> {
  const host = new MemoryHost(options);
  const answers: string[] = [];
  const expected: string[] = [];
  await prepare(host, "");
  const perCall = options.executorVersion === 0 ? 0 : 21_000;
  for (const record of read(chain)) {
    const isCall = record.gasUsed === undefined;
    if (record.name === "sharding: makeShard") await prepare(host, chain);
    host.setBlock(record.block);
    const sender = record.from?.slice(2) ?? "";
    const result = await host.send(record.to.slice(2), hexToBytes(record.input), sender, isCall);
    const gas = isCall ? "" : ` gas ${Number(result.gasUsed) + perCall}`;
    answers.push(`${record.name}: ${result.status} ${bytesToHex(result.output)}${gas}`);
    const recordedGas = isCall ? "" : ` gas ${record.gasUsed}`;
    expected.push(`${record.name}: ${record.status} ${record.output}${recordedGas}`);
  }
  return { answers, expected };
}

const admin = "308f3a68ae6b5a93ce91ff520c56632531f66018";

describe("built-in contracts answer what a node answered", () => {
  it("with the default generator settings of 3.16", async () => {
    const node =
      "c27ba7a2bcc4da211adb51d6ab6885ba54e1613b8dda3a1393f8cbcff95e4bb4e1b782b652ff4d7862d52077e09e6748b183fd18bacd60064fb9eb90bdeea3fb";
    const members = ["a", "b", "d"].map((digit) => sealer(digit.repeat(128))).concat(sealer(node));
    const { answers, expected } = await replay("air4", { members, governors: [admin] });
    expect(answers).toEqual(expected);
  });

  it("on an SM chain", async () => {
    const { answers, expected } = await replay("sm1", { suite: smSuite });
    expect(answers).toEqual(expected);
  });

  it("with the classic executor and data version 3.6", async () => {
    const { answers, expected } = await replay("old1", { executorVersion: 0, version: "3.6.0", governors: [admin] });
    expect(answers).toEqual(expected);
  });
});
