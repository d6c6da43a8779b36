import { expect, test } from "vitest";
import { quantity, transactionForm } from "../../../src/web3/node/ethereumForms";

const transaction = {
  version: 1,
  hash: `0x${"1".repeat(64)}`,
  nonce: "31",
  blockLimit: 501,
  to: "ab".repeat(20),
  from: `0x${"cd".repeat(20)}`,
  input: "0x",
  importTime: 0,
  chainID: "chain0",
  groupID: "group0",
  abi: "",
  signature: "0x",
  value: "0x",
} as const;
const place = { blockHash: transaction.hash, blockNumber: 1, index: 0 };

test("what is no address is none: a file of BFS that a transaction goes to", () => {
  for (const to of ["/apps/Token", "0x/apps/Token", "0x", ""])
    expect(transactionForm({ ...transaction, to }, place, 1), to).toMatchObject({ to: null });
});

test("an amount of a bare 0x is 0, as nodes take it", () => {
  expect([quantity("0x"), quantity(""), quantity("12"), quantity("0x1f"), quantity(7n)]).toEqual([
    "0x0",
    "0x0",
    "0xc",
    "0x1f",
    "0x7",
  ]);
  expect(transactionForm(transaction, place, 1)).toMatchObject({ value: "0x0", to: `0x${"ab".repeat(20)}` });
});
