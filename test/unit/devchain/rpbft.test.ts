import { afterEach, describe, expect, it } from "vitest";
import { decodeSignedTransaction } from "../../../src/chain/encoding/signedTransaction";
import { bytesToHexDigits, hexToBytes } from "../../../src/crypto/bytes/hex";
import { readChainRules } from "../../../src/devchain/execution/chainRules";
import { rotateSignature } from "../../../src/devchain/precompiled/consensus";
import * as curve25519 from "../../../src/devchain/precompiled/curve25519Vrf";
import { bytesToText, decodeArguments } from "../../../src/devchain/precompiled/host/abiBytes";
import { encodeCall } from "../../../src/devchain/precompiled/host/contract";
import * as secp256k1 from "../../../src/devchain/precompiled/secp256k1Vrf";
import { rotationInput } from "../../../src/devchain/precompiled/workingSealers";
import { type DevChainOptions, devChainSettings } from "../../../src/devchain/settings/options";
import { ChainInProcess, consensus, systemConfig } from "../../support/chainInProcess";
import { headerFaults } from "../../support/offlineProof";

let chain: ChainInProcess;
afterEach(() => chain.close());

interface Listed {
  readonly nodeID: string;
}

const start = async (options: DevChainOptions = {}): Promise<void> => {
  chain = await ChainInProcess.start({ sealers: 7, consensus: "rpbft", epochSealers: 4, epochBlocks: 3, ...options });
};
const listed = async (type: string): Promise<string[]> =>
  (await chain.rpc<Listed[]>("getNodeListByType", "group0", "", type)).map(({ nodeID }) => nodeID).sort();
const sealers = () => listed("consensus_sealer");
const candidates = () => listed("consensus_candidate_sealer");
const mine = (count = 1) => chain.rpc<number>("dev_mine", "group0", count);
const set = (key: string, value: string) => chain.send(systemConfig, "setValueByKey(string,string)", [key, value]);
const block = () => chain.group().blocks.block(chain.group().blocks.head);
const rotations = () =>
  block().transactions.filter(({ signed }) => decodeSignedTransaction(signed).data.to.endsWith("1003")).length;

describe("a chain with rPBFT from its first block on", () => {
  it("lets another sealer work in every epoch, from the block after the leader's transaction on", async () => {
    await start();
    expect(await sealers()).toHaveLength(4);
    expect(await candidates()).toHaveLength(3);
    const everybody = [...(await sealers()), ...(await candidates())].sort();
    const worked = new Set<string>();
    for (let number = 1; number <= 24; number++) {
      const inForce = await sealers();
      for (const nodeId of inForce) worked.add(nodeId);
      await mine();
      const { header, transactions, receipts } = block();
      expect(header.sealers.map((sealer) => bytesToHexDigits(sealer))).toEqual(inForce);
      expect(transactions).toHaveLength(number % 3 === 0 ? 1 : 0);
      const json = await chain.rpc<never>("getBlockByNumber", "group0", "", number, true, true);
      expect(headerFaults(chain.network.suite, json)).toEqual([]);
      const next = await sealers();
      expect([...next, ...(await candidates())].sort()).toEqual(everybody);
      if (number % 3 === 0) {
        expect(receipts[0]?.status).toBe(0);
        const leader = header.sealers[header.sealer] as Uint8Array;
        expect(bytesToHexDigits(transactions[0]?.sender as Uint8Array)).toBe(
          chain.network.suite.address(leader).slice(2),
        );
        expect(next.filter((nodeId) => !inForce.includes(nodeId))).toHaveLength(1);
      } else expect(next).toEqual(inForce);
    }
    expect(worked.size).toBeGreaterThan(5);
    const status = JSON.parse(await chain.rpc<string>("getConsensusStatus", "group0", ""));
    expect(status.consensusNodeList.map(({ nodeID }: Listed) => nodeID)).toEqual(await sealers());
    const { genesisConfig } = await chain.rpc<{ genesisConfig: string }>("getGroupInfo", "group0");
    expect(JSON.parse(genesisConfig)).toMatchObject({ consensusType: "rpbft", sealerList: { length: 7 } });
    expect(await chain.rpc("getSystemConfigByKey", "group0", "", "feature_rpbft_notify_rotate")).toEqual({
      blockNumber: 0,
      value: "0",
    });
  });

  it("draws the same on every chain of the same seed, and goes on after a revert", async () => {
    const run = async (): Promise<string> => {
      await start({ seed: "twice" });
      chain.group().clock = () => 1000;
      await mine(7);
      const snapshot = await chain.rpc("dev_snapshot", "group0");
      await mine(6);
      const hash = bytesToHexDigits(block().header.hash);
      await chain.rpc("dev_revert", "group0", snapshot);
      await mine(6);
      expect(bytesToHexDigits(block().header.hash)).toBe(hash);
      return hash;
    };
    const first = await run();
    chain.close();
    expect(await run()).toBe(first);
  });

  it("keeps rotating on an SM chain, over secp256k1, before 3.12 and with governance", async () => {
    for (const options of [
      { suite: "sm" },
      { features: ["feature_rpbft_vrf_type_secp256k1"] },
      { compatibilityVersion: "3.6.0" },
      { auth: true },
      { executorVersion: 0 },
    ] satisfies DevChainOptions[]) {
      await start(options);
      const before = await sealers();
      await mine(3);
      expect([options, block().receipts[0]?.status]).toEqual([options, 0]);
      expect(await sealers()).not.toEqual(before);
      chain.close();
    }
    await start();
  });

  it("adapts to another number of sealers in the block where that counts", async () => {
    await start({ epochBlocks: 100 });
    await set("feature_rpbft_epoch_sealer_num", "2");
    expect(await sealers()).toHaveLength(4);
    await mine();
    expect([rotations(), (await sealers()).length]).toEqual([1, 2]);
    await set("feature_rpbft_epoch_sealer_num", "6");
    await mine();
    expect([rotations(), (await sealers()).length, (await candidates()).length]).toEqual([1, 6, 1]);
    await mine();
    expect(rotations()).toBe(0);
  });

  it("draws by term weights where there are some", async () => {
    await start({ features: ["feature_rpbft_term_weight"], epochBlocks: 1 });
    const [first = "", second = ""] = await candidates();
    for (const nodeId of [first, second]) await chain.send(consensus, "setTermWeight(string,uint256)", [nodeId, 5n]);
    await mine(2);
    expect(await sealers()).toEqual([first, second].sort()); // the others have no weight
  });

  it("is stood in for by the first candidate when nobody works any more", async () => {
    await start({ sealers: 2, epochSealers: 1, epochBlocks: 1000 });
    const [only = ""] = await sealers();
    await chain.send(consensus, "addSealer(string,uint256)", [only, 1n]);
    expect(await sealers()).toEqual([]);
    await mine();
    expect(block().header.sealers).toHaveLength(1);
    expect(await sealers()).toHaveLength(1);
  });
});

it("a chain that is switched to rPBFT rotates in the next block", async () => {
  await start({ consensus: "pbft" });
  expect(await sealers()).toHaveLength(7);
  await set("feature_rpbft", "1");
  expect(rotations()).toBe(0);
  await mine();
  expect([rotations(), (await sealers()).length, (await candidates()).length]).toEqual([1, 4, 3]);
  await mine();
  expect(rotations()).toBe(0);
  const observer = chain.network.nodes[7]?.nodeId ?? "";
  await chain.send(consensus, "addSealer(string,uint256)", [observer, 1n]);
  expect(await candidates()).toContain(observer);
});

describe("the leader's transaction", () => {
  /** What the next block would answer, without making it: there the chain's own leader would rotate first. */
  async function rotate(from: string, draw: readonly Uint8Array[]): Promise<string> {
    const { store, executor, blocks } = chain.group();
    const number = blocks.head + 1;
    const input = encodeCall(chain.network.suite, rotateSignature, draw.map(bytesToText), "bytes,bytes,bytes");
    const call = { sender: from, to: consensus, input, abi: "", value: 0n, ethereumNonce: undefined };
    const checkpoint = store.checkpoint();
    const result = await executor.execute(call, { number, timestampMs: 1 }, readChainRules(store, number), 0);
    store.revert(checkpoint);
    return result.status === 0 ? "done" : String(decodeArguments("string", result.output.subarray(4))[0]);
  }

  it("is refused from whoever does not seal, and with another block's number, a bad key or a bad proof", async () => {
    await start({ epochBlocks: 3 });
    const [sealer = ""] = await sealers();
    const origin = chain.network.suite.address(hexToBytes(sealer)).slice(2);
    const secret = chain.network.nodes.find(({ nodeId }) => nodeId === sealer)?.privateKey as Uint8Array;
    const draw = (number: number): [Uint8Array, Uint8Array, Uint8Array] => {
      const input = rotationInput(true, number, new Uint8Array());
      return [curve25519.publicKey(secret), input, curve25519.prove(secret, input)];
    };
    expect(await rotate(origin, [])).toBe("done"); // it is not time: nothing is looked at
    await mine(2);
    const [key, input, proof] = draw(3);
    expect(await rotate(origin, [key, input, proof])).toBe("done");
    expect(await rotate("1a".repeat(20), [key, input, proof])).toBe("ConsensusPrecompiled call undefined function!");
    expect(await rotate(origin, draw(4))).toBe("Invalid VRFInput, must be the parentHash!");
    expect(await rotate(origin, [new Uint8Array(32).fill(255), input, proof])).toBe("Invalid VRF Public Key!");
    expect(await rotate(origin, [key, input, new Uint8Array(96)])).toBe("Verify VRF proof failed!");
  });

  it("is an unknown function without rPBFT", async () => {
    await start({ consensus: "pbft" });
    expect(await rotate("1a".repeat(20), [])).toBe("ConsensusPrecompiled call undefined function!");
  });
});

it("what cannot be is refused before anything is made", async () => {
  await start();
  expect(() => devChainSettings({ consensus: "raft" as "pbft" })).toThrow("The option consensus can't be raft.");
  expect(() => devChainSettings({ consensus: "rpbft", compatibilityVersion: "3.4.0" })).toThrow("data version 3.5");
  expect(() => devChainSettings({ consensus: "rpbft", epochSealers: 0 })).toThrow("epochSealers");
});

it("proofs over both curves verify, and nothing else does", async () => {
  await start();
  for (const vrf of [curve25519, secp256k1]) {
    const secret = new Uint8Array(32).fill(7);
    const message = Buffer.from("message");
    const [key, proof] = [vrf.publicKey(secret), vrf.prove(secret, message)];
    expect(vrf.verify(message, key, proof)).toHaveLength(32);
    expect(vrf.isPublicKey(key)).toBe(true);
    expect(vrf.isPublicKey(key.subarray(1))).toBe(false);
    expect(vrf.verify(Buffer.from("another"), key, proof)).toBeUndefined();
    expect(vrf.verify(message, vrf.publicKey(new Uint8Array(32).fill(8)), proof)).toBeUndefined();
    for (const at of [1, 40, 90]) {
      expect(
        vrf.verify(
          message,
          key,
          Uint8Array.from(proof, (byte, i) => (i === at ? byte ^ 1 : byte)),
        ),
      ).toBeUndefined();
    }
  }
});
