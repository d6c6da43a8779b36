import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transactionHash } from "../../../../src/chain/encoding/transactionHash";
import { blockHeaderHash } from "../../../../src/chain/transaction/blockHeaderHash";
import { merkleProof, merkleRoot } from "../../../../src/chain/transaction/merkle";
import { receiptHash } from "../../../../src/chain/transaction/receiptHash";
import type { ChainTrust } from "../../../../src/chain/verification/chainTrust";
import { isSenderProven, type Verdict } from "../../../../src/chain/verification/link";
import { verifyBlock } from "../../../../src/chain/verification/verifyBlock";
import { type ReceiptVerdict, verifyReceipt } from "../../../../src/chain/verification/verifyReceipt";
import { bytesToHex, bytesToHexDigits, type Hex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { abiText, firstTopic, initCode, LyingChain } from "../../../support/lyingChain";
import {
  blockHeaderFromRpc,
  type RpcBlockHeader,
  type RpcReceipt,
  type RpcTransaction,
  receiptDataFromRpc,
  transactionDataFromRpc,
} from "../../../support/printedObjects";

type Transaction = RpcTransaction & { from: string; signature: string };
type Receipt = RpcReceipt & { from: string; to: string; transactionHash: string; hash: string };
type Block = RpcBlockHeader & { transactions: string[] };

interface Answers {
  asked: string;
  transaction: Transaction;
  receipt: Receipt;
  block: Block;
}

/** Names of the links that do not hold. */
const open = (verdict: Pick<Verdict, "links">): string[] =>
  verdict.links.filter(({ state }) => state !== "proven").map(({ name, reason }) => `${name} ${reason}`);

describe.each(["standard", "sm"] as const)("a forger's answers (%s)", (suiteName) => {
  let lying: LyingChain;
  let trust: ChainTrust;
  let calls: Answers[];
  let deployment: Answers;
  let contract: string;
  const own = new Uint8Array(32).fill(9);
  const config = "0x0000000000000000000000000000000000001000";
  const known = (_: string, topic: string | undefined): number | undefined =>
    topic === `0x${firstTopic}` ? 2 : undefined;

  const answersFor = async (hash: Hex): Promise<Answers> => {
    const receipt = await lying.chain.rpc<Receipt>("getTransactionReceipt", "group0", "", hash, true);
    return {
      asked: hash,
      receipt,
      transaction: await lying.chain.rpc<Transaction>("getTransaction", "group0", "", hash, true),
      block: await lying.chain.rpc<Block>("getBlockByNumber", "group0", "", receipt.blockNumber, false, true),
    };
  };

  beforeAll(async () => {
    lying = await LyingChain.start({ suite: suiteName });
    trust = await lying.trust();
    const deployed = await lying.send({ input: hexToBytes(initCode), abi: abiText });
    deployment = await answersFor(deployed);
    contract = deployment.receipt.contractAddress;
    const hashes = await lying.together(
      [1, 2, 3, 4, 5].map((n) => ({ to: n === 3 ? config : contract, input: new Uint8Array(n) })),
    );
    calls = await Promise.all(hashes.map(answersFor));
  });
  afterAll(() => lying.close());

  const suite = () => lying.session.suite;
  const ground = (believed: ChainTrust | undefined = trust) => ({
    suite: suite(),
    chainId: lying.session.chainId,
    groupId: "group0",
    trust: believed,
  });
  const check = (answers: Answers, believed = trust): ReceiptVerdict =>
    verifyReceipt(ground(believed), { ...answers, knownEvents: known });
  const call = (index = 0): Answers => structuredClone(calls[index] as Answers);

  /** Neither the transaction nor the receipt bears the tick. */
  const refused = (answers: Answers): { receipt: string[]; transaction: string[] } => {
    const verdict = check(answers);
    expect(verdict.verified).toBe(false);
    return { receipt: open(verdict), transaction: open(verdict.transaction) };
  };

  /** Whatever the members are now: their hashes, in a block of their own with header, roots and signatures that fit. */
  const forged = (answers: Answers, signedBy: readonly { index: number; key: Uint8Array }[]): Answers => {
    const { transaction, receipt, block } = answers;
    const digest = transactionHash(suite(), transactionDataFromRpc(transaction));
    transaction.hash = bytesToHex(digest);
    transaction.signature = bytesToHex(suite().sign(digest, own));
    transaction.from = suite().address(suite().publicKey(own));
    const receiptDigest = receiptHash(suite(), receiptDataFromRpc(receipt));
    Object.assign(receipt, {
      hash: bytesToHex(receiptDigest),
      transactionHash: transaction.hash,
      from: transaction.from,
    });
    transaction.txProof = merkleProof(suite(), [digest], 0);
    receipt.txReceiptProof = merkleProof(suite(), [receiptDigest], 0);
    block.txsRoot = bytesToHex(merkleRoot(suite(), [digest]));
    block.receiptsRoot = bytesToHex(merkleRoot(suite(), [receiptDigest]));
    block.transactions = [transaction.hash];
    const header = blockHeaderHash(suite(), blockHeaderFromRpc(block));
    block.hash = bytesToHex(header);
    block.signatureList = signedBy.map(({ index, key }) => ({
      sealerIndex: index,
      signature: bytesToHex(
        suite()
          .sign(header, key)
          .slice(0, suiteName === "sm" ? 64 : 65),
      ),
    }));
    return { ...answers, asked: transaction.hash };
  };

  it("honest ones hold, and events need an interface that is known here", () => {
    for (const answers of [...calls, deployment]) {
      expect(open(check(answers))).toEqual([]);
      expect(check(answers).transaction.verified).toBe(true);
    }
    expect(open(verifyReceipt(ground(), call()))).toEqual(["members divisibleEvents"]);
  });

  it("the receipt of another transaction of the block", () => {
    const answers = call();
    const other = call(2);
    expect(refused({ ...answers, receipt: other.receipt }).receipt).toContain("asked otherThanAsked");
    const renamed = { ...other.receipt, transactionHash: answers.asked };
    const { from, to, input } = answers.transaction;
    const adapted = { ...renamed, from, to, input };
    for (const receipt of [
      refused({ ...answers, receipt: renamed }).receipt,
      refused({ ...answers, receipt: adapted }).receipt,
    ]) {
      expect(receipt).toContain("leaf otherPlace");
    }
  });

  it("equal receipts are contained, and only the first one's place is proven, as a node gives their paths", async () => {
    const lengths = [1, 2, 3, 1, 4, 1];
    const hashes = await lying.together(lengths.map((length) => ({ to: contract, input: new Uint8Array(length) })));
    const answers = await Promise.all(hashes.map(answersFor));
    expect(answers.map(({ block, asked }) => block.transactions.indexOf(asked))).toEqual([0, 1, 2, 3, 4, 5]);
    const equal = [0, 3, 5].map((i) => answers[i]?.receipt);
    expect(new Set(equal.map((receipt) => receipt?.hash)).size).toBe(1);
    expect(new Set(equal.map((receipt) => JSON.stringify((receipt as RpcReceipt).txReceiptProof))).size).toBe(1);
    const verdicts = answers.map((each) => check(each));
    expect(verdicts.map(({ transaction }) => transaction.outcome)).toEqual(answers.map(() => "proven"));
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(
      lengths.map((_, i) => ([3, 5].includes(i) ? "contained" : "proven")),
    );
    expect(open(verdicts[3] as ReceiptVerdict)).toEqual(["leaf otherPlace"]);
  });

  it("another's receipt is at most contained, and false where it contradicts the transaction or comes from elsewhere", () => {
    const answers = call();
    const { from, to, input } = answers.transaction;
    const other = { ...call(2).receipt, transactionHash: answers.asked };
    const adapted = { ...other, from, to, input };
    expect(check({ ...answers, receipt: adapted }).outcome).toBe("contained");
    expect(check({ ...answers, receipt: other }).outcome).toBe("false");
    expect(check({ ...answers, receipt: { ...adapted, gasUsed: "1" } }).outcome).toBe("false");
    const elsewhere = { ...deployment.receipt, transactionHash: answers.asked, from, to, input };
    expect(check({ ...answers, receipt: elsewhere }).outcome).toBe("false");
    expect(check(answers, { ...trust, sealers: [] }).outcome).not.toBe("contained");
  });

  it("another transaction than the one asked for", () => {
    expect(refused({ ...call(3), asked: call().asked }).transaction).toEqual(["asked otherThanAsked"]);
    const other = call(3);
    other.transaction.hash = call().asked;
    expect(refused({ ...other, asked: call().asked }).transaction).toContain("hash hashDiffers");
  });

  it("members behind an empty group, and a sender who did not sign", () => {
    const groupless = call();
    Object.assign(groupless.transaction, { groupID: "", to: `0x${"66".repeat(20)}`, input: "0x1234", from: contract });
    expect(refused(groupless).transaction).toContain("hash web3Transaction");
    const sender = call();
    sender.transaction.from = `0x${"66".repeat(20)}`;
    expect(refused(sender).transaction).toEqual(["sender senderDiffers"]);
    const elsewhere = call();
    const { chainID } = elsewhere.transaction;
    Object.assign(elsewhere.transaction, { chainID: chainID.slice(0, -1), groupID: `${chainID.slice(-1)}group0` });
    expect(refused(elsewhere).transaction).toContain("members otherChain");
  });

  it("a key of the forger's own over the true hash: the sender bears no tick, with or without the lie", () => {
    for (const answers of [...calls, deployment]) {
      const lie = structuredClone(answers);
      lie.transaction.signature = bytesToHex(suite().sign(hexToBytes(answers.asked as Hex), own));
      lie.transaction.from = suite().address(suite().publicKey(own));
      lie.receipt.from = lie.transaction.from;
      for (const reported of [answers, lie]) {
        const receipt = check(reported);
        for (const verdict of [receipt, receipt.transaction]) {
          expect(verdict.uncovered).toContain("from");
          expect(isSenderProven(verdict)).toBe(false);
          expect(verdict.links.map(({ name }) => name)).not.toContain("sender");
          expect(verdict.apart).toMatchObject([
            { name: "sender", state: "unproven", values: { sender: reported.transaction.from.toLowerCase() } },
          ]);
        }
        expect(receipt.transaction.uncovered).toContain("signature");
      }
    }
  });

  it("a receipt under an invented root", () => {
    const answers = call();
    answers.receipt.status = 15;
    const data = receiptDataFromRpc(answers.receipt);
    const digest = receiptHash(suite(), data);
    answers.receipt.hash = bytesToHex(digest);
    answers.receipt.txReceiptProof = [bytesToHexDigits(digest)];
    answers.block.receiptsRoot = bytesToHex(digest);
    expect(refused(answers).receipt).toContain("header headerHashDiffers");
    answers.block.hash = bytesToHex(blockHeaderHash(suite(), blockHeaderFromRpc(answers.block)));
    expect(refused(answers).receipt).toContain("signatures badSignature");
  });

  it("a whole block of the forger's own sealer", () => {
    const answers = call();
    answers.block.sealerList = [bytesToHex(suite().publicKey(own))];
    Object.assign(answers.block, { consensusWeights: [1], sealer: 0 });
    const lie = forged(answers, [{ index: 0, key: own }]);
    expect(refused(lie)).toEqual({
      receipt: ["sealers otherSealers"],
      transaction: ["sealers otherSealers"],
    });
    expect(
      open(verifyBlock(ground(), { asked: answers.block.number as number, block: lie.block, sample: lie.transaction })),
    ).toEqual(["sealers otherSealers"]);
    const unbelieving = verifyReceipt({ ...ground(), trust: undefined }, { ...lie, knownEvents: known });
    expect(open(unbelieving)).toEqual(["sealers noTrust"]);
  });

  it("a block in the sealers' names, signed by the forger, by one of them, by one again and again", () => {
    const { nodes } = lying.chain.group().members;
    const answers = call();
    const index = answers.block.sealerList.findIndex((id) => id.endsWith(nodes[1]?.nodeId ?? "?"));
    const traitor = { index, key: nodes[1]?.privateKey as Uint8Array };
    expect(
      refused(
        forged(
          call(),
          [0, 1, 2, 3].map((i) => ({ index: i, key: own })),
        ),
      ).receipt,
    ).toEqual(["signatures badSignature", "sealers believedTooFew"]);
    expect(refused(forged(call(), [traitor])).receipt).toEqual(["signatures tooFewSigned", "sealers believedTooFew"]);
    expect(refused(forged(call(), [traitor, traitor, traitor])).receipt).toEqual([
      "signatures badSignature",
      "sealers believedTooFew",
    ]);
    // one true sealer with the forger's own beside it, which outweigh it
    const mixed = call();
    const keys = [7, 8, 9].map((n) => new Uint8Array(32).fill(n));
    const list = [...keys.map((key) => suite().publicKey(key)), hexToBytes(`0x${nodes[1]?.nodeId}`)]
      .map(bytesToHexDigits)
      .sort();
    mixed.block.sealerList = list.map((id) => `0x${id}`);
    Object.assign(mixed.block, { consensusWeights: [1, 1, 1, 1], sealer: 0 });
    const all = [...keys, traitor.key].map((key) => ({
      index: list.indexOf(bytesToHexDigits(suite().publicKey(key))),
      key,
    }));
    expect(refused(forged(mixed, all)).receipt).toEqual(["sealers otherSealers"]);
  });

  it("the same bytes cut otherwise", () => {
    const nonce = call();
    // the last digit of the nonce becomes part of the recipient: the same hash, another recipient
    const text = Buffer.from(nonce.transaction.nonce, "hex").toString();
    nonce.transaction.nonce = Buffer.from(text.slice(0, -1)).toString("hex");
    nonce.transaction.to = `${text.slice(-1)}${nonce.transaction.to}`;
    expect(refused(nonce).transaction).toEqual(["members divisibleTransaction"]);

    const bare = call();
    const to = bare.transaction.to;
    bare.transaction.to = "";
    bare.transaction.input = `0x${Buffer.from(to).toString("hex")}${bare.transaction.input.slice(2)}`;
    expect(refused(bare).transaction).toEqual(["members divisibleTransaction"]);

    const code = structuredClone(deployment);
    code.transaction.abi = "";
    code.transaction.input += Buffer.from(abiText).toString("hex");
    expect(refused(code).transaction).toEqual(["members divisibleTransaction"]);

    const longer = structuredClone(deployment);
    const digits = Buffer.from(longer.transaction.nonce, "hex").toString();
    longer.transaction.nonce = Buffer.from(digits.slice(0, -1)).toString("hex");
    longer.transaction.input = `0x${Buffer.from(digits.slice(-1)).toString("hex")}${longer.transaction.input.slice(2)}`;
    expect(refused(longer).transaction).toEqual(["members divisibleTransaction"]);

    const topics = call();
    const [log] = topics.receipt.logEntries as { address: string; topics: string[]; data: string }[];
    if (!log) throw new Error("there is an event");
    const last = log.topics.pop() ?? "";
    log.data = `${last}${log.data.slice(2)}`;
    expect(refused(topics).receipt).toEqual(["members divisibleEvents"]);

    const silent = call();
    const bytes = silent.receipt.logEntries.map(
      (each) =>
        `${Buffer.from(each.address.replace("0x", "")).toString("hex")}${[...each.topics, each.data].map((part) => part.slice(2)).join("")}`,
    );
    silent.receipt.output += bytes.join("");
    silent.receipt.logEntries = [];
    expect(refused(silent).receipt).toEqual(["members divisibleReceipt"]);

    const fewer = call();
    const { sealerList, consensusWeights } = fewer.block;
    const kept = sealerList.length - 1;
    const weight = (n: unknown): string =>
      BigInt(n as number)
        .toString(16)
        .padStart(16, "0");
    fewer.block.extraData = `0x${sealerList
      .slice(kept)
      .map((id) => id.slice(2))
      .join("")}${consensusWeights.slice(0, 1).map(weight).join("")}`;
    fewer.block.sealerList = sealerList.slice(0, kept);
    fewer.block.consensusWeights = consensusWeights.slice(1);
    fewer.block.sealer = 0;
    const found = refused(fewer).receipt;
    expect(found.at(-1)).toMatch(/^sealers /);
  });

  it("a list of the tree's inner nodes instead of the transactions", () => {
    const { block, transaction } = call();
    const number = block.number as number;
    expect(open(verifyBlock(ground(), { asked: number, block, sample: transaction }))).toEqual([]);
    expect(open(verifyBlock(ground(), { asked: number, block }))).toEqual(["list listUnfounded"]);
    let level = block.transactions.map((hash) => hexToBytes(hash));
    while (level.length > 1) {
      level = level.flatMap((_, i) => (i % 2 === 0 ? [suite().hash(Buffer.concat(level.slice(i, i + 2)))] : []));
      const lie = { ...block, transactions: level.map(bytesToHex) };
      expect(open(verifyBlock(ground(), { asked: number, block: lie, sample: transaction }))).toEqual([
        "list listUnfounded",
      ]);
    }
    const without = { ...block, transactions: block.transactions.slice(1) };
    expect(open(verifyBlock(ground(), { asked: number, block: without, sample: transaction }))).toEqual([
      "list listDiffers",
    ]);
  });

  it("another chain of the same name, and another genesis block", async () => {
    const other = await LyingChain.start({ suite: suiteName, seed: "another" });
    const sealers = (await other.trust()).sealers;
    expect(open(check(call(), { ...trust, sealers }))).toEqual(["sealers otherSealers"]);
    const genesis = await other.chain.rpc<Block>("getBlockByNumber", "group0", "", 0, false, true);
    expect(open(verifyBlock(ground(), { asked: 0, block: genesis }))).toEqual(["sealers otherGenesis"]);
    expect(
      open(
        verifyBlock(
          { ...ground(), trust: { ...trust, genesisHash: genesis.hash as Hex } },
          { asked: 0, block: genesis },
        ),
      ),
    ).toEqual([]);
    other.close();
  });

  it("answers that are no objects at all", () => {
    for (const nothing of [null, undefined, 7, "x", [], [1], true]) {
      const verdict = verifyReceipt(ground(), {
        asked: call().asked,
        transaction: nothing,
        receipt: nothing,
        block: nothing,
      });
      expect(verdict.verified).toBe(false);
      expect(verifyBlock(ground(), { asked: 1, block: nothing }).verified).toBe(false);
    }
    const proof = call();
    proof.receipt.txReceiptProof = ["toString".padEnd(64, "0"), "constructor"] as string[];
    expect(refused(proof).receipt).toContain("leaf unreadable");
  });
});
