import { AbiCoder, Wallet } from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { callLength } from "../../../../src/chain/abi/encodedLength";
import { encodeSignedTransaction } from "../../../../src/chain/encoding/signedTransaction";
import { transactionData } from "../../../../src/chain/encoding/transactionData";
import { transactionHash } from "../../../../src/chain/encoding/transactionHash";
import type { CheckOptions } from "../../../../src/chain/verification/checkTransaction";
import { isSenderProven } from "../../../../src/chain/verification/link";
import type { KnownEvents } from "../../../../src/chain/verification/receiptMembers";
import { bytesToHex, type Hex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { readEthereumTransaction } from "../../../../src/devchain/web3/ethereumTransaction";
import { lookAt, type Shown, ticksUnder } from "../../../support/liarTrial";
import { changedAt, pathsOf, replacements, valueAt } from "../../../support/lies";
import { firstTopic, type Json, type JsonObject, type Lie, LyingChain } from "../../../support/lyingChain";
import { seededNumbers } from "../../../support/seededNumbers";

const abi = [
  { type: "function", name: "keep", inputs: [{ type: "string" }, { type: "uint256[]" }], outputs: [] },
  { type: "function", name: "add", inputs: [{ type: "uint256" }, { type: "address" }], outputs: [] },
] as const;

/** Code that tells of so many events, each with two topics and a word, and gives a word back. */
function telling(events: number): Hex {
  const event = `7f${"22".repeat(32)}7f${firstTopic}60206000a2`;
  const runtime = `602a600052${event.repeat(events)}60206000f3`;
  const size = (runtime.length / 2).toString(16).padStart(4, "0");
  return `0x608060405261${size}60136000396${`1${size}6000f3`}${runtime}`;
}

describe.each(["standard", "sm"] as const)("honest answers of every class (%s)", (suiteName) => {
  let lying: LyingChain;
  let options: CheckOptions;
  let subjects: Record<string, Hex>;
  let contract: string;
  const known: KnownEvents = (address, topic) =>
    address === contract && topic === `0x${firstTopic}` ? { topics: 2, dataLength: () => 32 } : undefined;

  beforeAll(async () => {
    lying = await LyingChain.start({ suite: suiteName });
    const group = lying.chain.group();
    const read = contractInterface(abi, lying.session.suite);
    const [keep, add] = read.functions;
    const coder = AbiCoder.defaultAbiCoder();
    const call = (selector: string | undefined, types: string[], values: unknown[]): Uint8Array =>
      hexToBytes(`${selector as Hex}${coder.encode(types, values).slice(2)}`);
    const dynamic = call(keep?.selector, ["string", "uint256[]"], ["what is kept", [1, 0, 256]]);
    const fixed = call(add?.selector, ["uint256", "address"], [0, `0x${"0a".repeat(20)}`]);
    const deployed = await lying.send({ input: hexToBytes(telling(6)) });
    const receipt = await lying.chain.rpc<{ contractAddress: string }>("getTransactionReceipt", "group0", "", deployed);
    contract = receipt.contractAddress;
    const bare = contract.slice(2);
    // our own signing writes no address without 0x; other clients do
    const bareCall = async (to: string, input: Uint8Array): Promise<Hex> => {
      const { suite, chainId } = lying.session;
      const blockLimit = BigInt(group.blocks.head + 500);
      const data = transactionData({ chainId, groupId: "group0", blockLimit, nonce: `4017${input.length}`, to, input });
      const dataHash = transactionHash(suite, data);
      const signed = encodeSignedTransaction({
        data,
        dataHash,
        signature: suite.sign(dataHash, new Uint8Array(32).fill(1)),
      });
      await lying.chain.rpc("sendTransaction", "group0", "", bytesToHex(signed), false);
      return bytesToHex(dataHash);
    };
    const wallet = new Wallet(`0x${"37".repeat(32)}`);
    const ethereum = async (fields: Record<string, unknown>): Promise<Hex> => {
      const raw = await wallet.signTransaction({ chainId: 20200n, gasLimit: 300_000n, ...fields });
      const { wrapped, hash, from } = readEthereumTransaction(raw);
      await group.submitEthereum(wrapped, hexToBytes(hash), from.slice(2));
      return hash as Hex;
    };
    const fees = { type: 2, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    const ofEthereum = async (): Promise<Record<string, Hex>> => ({
      legacy: await ethereum({ type: 0, nonce: 0, gasPrice: 0n, to: contract, data: bytesToHex(fixed) }),
      "with fees": await ethereum({ ...fees, nonce: 1, to: contract, data: "0x" }),
      "with an access list of nothing": await ethereum({
        type: 1,
        nonce: 2,
        gasPrice: 0n,
        to: contract,
        accessList: [],
      }),
      "a deployment": await ethereum({ ...fees, nonce: 3, data: telling(1) }),
    });
    subjects = {
      "an address without 0x": await bareCall(bare, fixed),
      "an address without 0x, nothing called": await bareCall(bare, new Uint8Array(0)),
      "version 2": await lying.send({ to: contract, input: dynamic, version: 2 }),
      "version 2 with an extension and a value": await lying.send({
        to: contract,
        input: dynamic,
        version: 2,
        value: "0x0",
        gasPrice: "0x1",
        gasLimit: 300_000n,
        extension: new Uint8Array(32).map((_, i) => (i === 31 ? 7 : 0)),
      }),
      "version 2 that calls nothing": await lying.send({ to: contract, version: 2, input: new Uint8Array(0) }),
      // a chain of the SM suite takes none
      ...(suiteName === "sm" ? {} : await ofEthereum()),
    };
    options = {
      trust: await lying.trust(),
      knownCalls: (address, following) => (address === contract ? callLength(read, following) : undefined),
    };
  });
  afterAll(() => lying.close());

  const look = (hash: Hex, given = options): Promise<Shown[]> => lookAt(lying, hash, given, known);
  const open = ({ verdict }: Shown): string[] =>
    verdict.links.filter(({ state }) => state !== "proven").map(({ name, reason }) => `${name} ${reason}`);

  it("bear the tick, transaction and receipt", async () => {
    for (const [name, hash] of Object.entries(subjects))
      for (const shown of await look(hash)) expect(open(shown), `${name}, ${shown.subject}`).toEqual([]);
  });

  it("name their sender with a tick only where the hash covers the signature", async () => {
    for (const [name, hash] of Object.entries(subjects)) {
      const ethereum = ["legacy", "with fees", "with an access list of nothing", "a deployment"].includes(name);
      for (const { verdict, answer, subject } of await look(hash)) {
        const message = `${name}, ${subject}`;
        expect(isSenderProven(verdict), message).toBe(ethereum);
        expect(verdict.apart.length, message).toBe(ethereum ? 0 : 1);
        expect(verdict.uncovered.includes("from"), message).toBe(
          !ethereum && (answer as JsonObject)["from"] !== undefined,
        );
      }
    }
  });

  it("do not, where no interface is known here", async () => {
    const unknown = { trust: options.trust };
    const [transaction] = await look(subjects["version 2"] as Hex, unknown);
    expect(transaction && open(transaction)).toEqual(["members divisibleTransaction"]);
    const [, receipt] = await lookAt(lying, subjects["version 2"] as Hex, options, () => 2);
    expect(receipt && open(receipt)).toEqual(["members divisibleReceipt"]);
  });

  it.runIf(suiteName === "standard")("do not, of Ethereum transactions whose access list no node prints", async () => {
    const wallet = new Wallet(`0x${"37".repeat(32)}`);
    const accessList = [{ address: contract, storageKeys: [] }];
    const fields = { type: 1, chainId: 20200n, gasLimit: 300_000n, gasPrice: 0n, nonce: 4, to: contract, accessList };
    const { wrapped, hash, from } = readEthereumTransaction(await wallet.signTransaction(fields));
    await lying.chain.group().submitEthereum(wrapped, hexToBytes(hash), from.slice(2));
    const [transaction] = await look(hash);
    expect(transaction && open(transaction)).toContain("hash web3Transaction");
  });

  const seenOf = async (hash: Hex): Promise<{ honest: Shown[]; seen: Map<string, Json> }> => {
    const seen = new Map<string, Json>();
    const honest = await lying.lying(
      (method, _, answer) => {
        seen.set(method, answer);
        return answer;
      },
      () => look(hash),
    );
    return { honest, seen };
  };

  it("lose it with any one member changed", async () => {
    let tried = 0;
    for (const [name, hash] of Object.entries(subjects)) {
      const { honest, seen } = await seenOf(hash);
      for (const [method, answer] of seen) {
        if (method === "getBlockByNumber") continue; // headers are the same for all classes
        for (const path of pathsOf(answer))
          for (const to of replacements(valueAt(answer, path), [])) {
            tried++;
            const lie: Lie = (asked, _, truth) => (asked === method ? changedAt(truth, path, to) : truth);
            await ticksUnder(
              lying,
              () => look(hash),
              honest,
              lie,
              `${name}: ${method} ${path.join(".")} = ${JSON.stringify(to)}`,
            );
          }
      }
    }
    expect(tried).toBeGreaterThan(3000);
  });

  /** What is hashed one after the other: a liar moves the borders and keeps the bytes. */
  const moved = (transaction: JsonObject, from: string, to: string, count: number): JsonObject => {
    const coding = (key: string): BufferEncoding => (key === "input" || key === "nonce" ? "hex" : "latin1");
    const bytes = (key: string): Buffer => {
      const text = String(transaction[key] ?? "");
      if (key === "extension") return Buffer.from((transaction[key] ?? []) as number[]);
      return Buffer.from(key === "input" ? text.slice(2) : text, coding(key));
    };
    const printed = (key: string, value: Buffer): Json =>
      key === "extension" ? [...value] : `${key === "input" ? "0x" : ""}${value.toString(coding(key))}`;
    const [giver, taker] = [bytes(from), bytes(to)];
    const order = [
      "nonce",
      "to",
      "input",
      "abi",
      "value",
      "gasPrice",
      "gasLimit",
      "maxFeePerGas",
      "maxPriorityFeePerGas",
      "extension",
    ];
    const forwards = order.indexOf(from) < order.indexOf(to);
    const piece = forwards ? giver.subarray(giver.length - count) : giver.subarray(0, count);
    const rest = forwards ? giver.subarray(0, giver.length - count) : giver.subarray(count);
    return {
      ...transaction,
      [from]: printed(from, rest),
      [to]: printed(to, Buffer.concat(forwards ? [piece, taker] : [taker, piece])),
    };
  };

  it("lose it where the borders of what is hashed are moved", async () => {
    const below = seededNumbers(suiteName === "sm" ? 5 : 55);
    const neighbours = ["nonce", "to", "input", "abi", "value", "gasPrice", "extension"];
    for (const [name, hash] of Object.entries(subjects)) {
      const { honest, seen } = await seenOf(hash);
      const transaction = seen.get("getTransaction") as JsonObject;
      for (let round = 0; round < 120; round++) {
        let lie = transaction;
        for (let n = 1 + below(3); n > 0; n--) {
          const at = below(neighbours.length - 1);
          const [a, b] = [neighbours[at] as string, neighbours[at + 1] as string];
          const [from, to] = below(2) === 0 ? [a, b] : [b, a];
          lie = moved(lie, from, to, 1 + below(40));
        }
        const report: Lie = (asked, _, truth) => (asked === "getTransaction" ? lie : truth);
        await ticksUnder(lying, () => look(hash), honest, report, `${name}, round ${round}`);
      }
    }
  });

  it("lose it where an extension swallows the call, or the call an extension", async () => {
    for (const name of ["version 2", "version 2 with an extension and a value"]) {
      const hash = subjects[name] as Hex;
      const { honest, seen } = await seenOf(hash);
      const transaction = seen.get("getTransaction") as JsonObject;
      const input = Buffer.from(String(transaction["input"]).slice(2), "hex");
      const gas = Buffer.alloc(8);
      gas.writeBigInt64BE(BigInt(transaction["gasLimit"] as number));
      const amounts = Buffer.from(`${transaction["value"]}${transaction["gasPrice"]}`, "latin1");
      const extension = Buffer.from((transaction["extension"] ?? []) as number[]);
      const all = Buffer.concat([input, amounts, gas, extension]);
      let tried = 0;
      for (let at = 0; at + 8 <= all.length; at++) {
        const limit = all.readBigUInt64BE(at);
        if (limit >= 2n ** 53n || at === input.length + amounts.length) continue;
        tried++;
        const lie = {
          ...transaction,
          input: `0x${all.subarray(0, at).toString("hex")}`,
          value: "",
          gasPrice: "",
          gasLimit: Number(limit),
          extension: [...all.subarray(at + 8)],
        };
        const report: Lie = (asked, _, truth) => (asked === "getTransaction" ? lie : truth);
        await ticksUnder(lying, () => look(hash), honest, report, `${name}, gas limit at ${at}`);
      }
      expect(tried).toBeGreaterThan(50);
    }
  });

  it("lose it where events are hidden in the output, in one another, or invented", async () => {
    const hash = subjects["an address without 0x"] as Hex;
    const { honest, seen } = await seenOf(hash);
    const receipt = seen.get("getTransactionReceipt") as JsonObject;
    const logs = receipt["logEntries"] as { address: string; topics: string[]; data: string }[];
    expect(logs.length).toBe(6);
    const bytesOf = (log: (typeof logs)[number]): string =>
      `${Buffer.from(log.address.replace("0x", "")).toString("hex")}${[...log.topics, log.data].map((part) => part.slice(2)).join("")}`;
    const report = (lie: JsonObject, story: string): Promise<number> =>
      ticksUnder(
        lying,
        () => look(hash),
        honest,
        (asked, _, truth) => (asked === "getTransactionReceipt" ? lie : truth),
        story,
      );
    for (let from = 0; from < 6; from++)
      for (let to = from + 1; to <= 6; to++) {
        const hidden = logs.slice(from, to).map(bytesOf).join("");
        const kept = structuredClone([...logs.slice(0, from), ...logs.slice(to)]);
        const before = kept[from - 1];
        if (from === 0)
          await report(
            { ...receipt, output: `${receipt["output"]}${hidden}`, logEntries: kept as unknown as Json },
            `output takes ${to}`,
          );
        else if (before) {
          before.data += hidden;
          await report({ ...receipt, logEntries: kept as unknown as Json }, `event ${from - 1} takes ${from} to ${to}`);
        }
      }
  });
});
