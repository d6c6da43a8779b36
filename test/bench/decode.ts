// Decoding 1,000 blocks of 100 transactions against JSON.parse alone: `node --import tsx test/bench/decode.ts`.
import { asBlock } from "../../src/chain/rpc/blockSchema";
import { getBlockByNumberMethod } from "../../src/chain/rpc/getBlockByNumber";
import { decodeWhen } from "../../src/chain/rpc/wireMethod";
import { decodeAnswer } from "../../src/chain/transport/envelope";

const hash = `0x${"ab".repeat(32)}`;
const transaction = {
  version: 1,
  hash,
  nonce: "3132333435",
  blockLimit: 511,
  to: `0x${"12".repeat(20)}`,
  from: `0x${"34".repeat(20)}`,
  input: `0x4ed3885e${"00".repeat(96)}`,
  importTime: 1700000000001,
  chainID: "chain0",
  groupID: "group0",
  abi: "",
  signature: `0x${"ef".repeat(65)}`,
  extraData: "",
  value: "",
  gasPrice: "",
  gasLimit: 0,
  maxFeePerGas: "",
  maxPriorityFeePerGas: "",
};
const block = {
  hash,
  version: 51380224,
  txsRoot: hash,
  receiptsRoot: hash,
  stateRoot: hash,
  number: 12,
  gasUsed: "24363",
  timestamp: 1700000000123,
  sealer: 0,
  extraData: "0x",
  consensusWeights: [1, 1, 1, 1],
  sealerList: Array.from({ length: 4 }, () => `0x${"cd".repeat(64)}`),
  parentInfo: [{ blockHash: hash, blockNumber: 11 }],
  signatureList: Array.from({ length: 3 }, (_, sealerIndex) => ({ sealerIndex, signature: `0x${"ef".repeat(65)}` })),
  transactions: Array.from({ length: 100 }, () => transaction),
};
const text = JSON.stringify({ id: 1, jsonrpc: "2.0", result: block });
const blocks = 1000;

async function time(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let count = 0; count < blocks; count++) await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const parse = (): unknown => JSON.parse(text);
const decode = async (): Promise<unknown> => {
  const context = { endpoint: "", method: "getBlockByNumber" };
  const found = await decodeWhen(getBlockByNumberMethod, (isExact) => decodeAnswer(text, 1, context, isExact));
  return asBlock(found, "transactions");
};
await time(parse);
await time(decode);
const parsing = await time(parse);
const decoding = await time(decode);
const megabytes = (text.length * blocks) / 1e6;
console.log(`${blocks} blocks of 100 transactions, ${megabytes.toFixed(0)} MB of JSON`);
console.log(
  `JSON.parse alone ${parsing.toFixed(0)} ms of CPU, decoded and validated ${decoding.toFixed(0)} ms, ratio ${(decoding / parsing).toFixed(2)}`,
);
