import { expect, test } from "vitest";
import { nodeMethods } from "../../../../src/chain/rpc/methodTable";
import { web3Methods } from "../../../../src/chain/rpc/web3Methods";
import { answerLimit, maxAnswerLength } from "../../../../src/chain/transport/answerLimits";

const isLong = (method: string): boolean => answerLimit(method, maxAnswerLength) === maxAnswerLength;

test("blocks may be long by number and by hash, and what only counts or names them may not", () => {
  const names = [...nodeMethods, ...web3Methods].map(({ name }) => name);
  const ofBlocks = names.filter((name) => /block/i.test(name));
  expect(ofBlocks.filter(isLong).sort()).toEqual([
    "eth_getBlockByHash",
    "eth_getBlockByNumber",
    "eth_getTransactionByBlockHashAndIndex",
    "eth_getTransactionByBlockNumberAndIndex",
    "eth_newBlockFilter",
    "getBlockByHash",
    "getBlockByNumber",
    "newBlockFilter",
  ]);
  for (const name of ["getTransaction", "getTransactionReceipt", "getLogs", "call", "eth_call"])
    expect(isLong(name), name).toBe(true);
  for (const name of ["getTotalTransactionCount", "eth_getTransactionCount", "getCode", "getSystemConfigByKey"])
    expect(isLong(name), name).toBe(false);
});
