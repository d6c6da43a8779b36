// Decoding 1,000 blocks of 100 transactions against JSON.parse alone: `node --import tsx test/bench/decode.ts`.
import { asBlock, getBlockByNumberMethod } from "../../src/chain/rpc/blocks";
import { decodeWhen } from "../../src/chain/rpc/wireMethod";
import { decodeAnswer } from "../../src/chain/transport/envelope";
import { sampleBlock } from "./sampleBlock";

const text = JSON.stringify({ id: 1, jsonrpc: "2.0", result: sampleBlock("transactions") });
const blocks = 1000;

async function time(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let count = 0; count < blocks; count++) await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const parse = (): unknown => JSON.parse(text);
const decode = async (): Promise<unknown> => {
  const answer = { text, id: 1, endpoint: "" };
  const found = await decodeWhen(getBlockByNumberMethod, (isExact) =>
    decodeAnswer(answer, "getBlockByNumber", isExact),
  );
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
