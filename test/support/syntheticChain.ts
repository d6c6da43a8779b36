// A node that makes its answers up, at once or after a while: as many blocks as wanted, of calls of a token that all tell of a transfer.
import { setTimeout as wait } from "node:timers/promises";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { type ChainClient, createClient } from "../../src/chain/client/client";
import type { ChainSession } from "../../src/chain/session";
import { standardSuite } from "../../src/crypto/suites";
import { ChainError } from "../../src/errors/chainError";
import type { GivenAbi } from "../../src/history/indexing/contractLookUp";

export interface SyntheticOptions {
  readonly blocks: number;
  /** Transactions of each block but block 0. */
  readonly ofBlock: number;
  /** How long an answer takes, in milliseconds. */
  readonly delayMs?: number;
}

/** More transactions than a block has. */
const places = 2 ** 16;
const word = (number: number | bigint): string => number.toString(16).padStart(64, "0");
/** A block's hash, and above it those of its transactions. */
const hashOf = (number: number, place = -1): string => `0x${word(BigInt(number) * BigInt(places) + BigInt(place + 1))}`;
const addressOf = (number: number): string => `0x${number.toString(16).padStart(40, "0")}`;

const token = addressOf(0xc0ffee);
const accounts = 5000;
const input = (name: string, type: string, indexed?: boolean) => ({
  ...{ name, type },
  ...(indexed === undefined ? {} : { indexed }),
});
const abi = [
  {
    ...{ type: "function", name: "transfer", stateMutability: "nonpayable", outputs: [] },
    inputs: [input("to", "address"), input("value", "uint256")],
  },
  {
    ...{ type: "event", name: "Transfer", anonymous: false },
    inputs: [input("from", "address", true), input("to", "address", true), input("value", "uint256", false)],
  },
];
const { functions, events } = contractInterface(abi, standardSuite);
const [selector, topic] = [functions[0]?.selector ?? "", events[0]?.topic ?? ""];

export const syntheticToken: GivenAbi = { name: "Token", abi, address: token };

const accountOf = (number: number, place: number): number => ((number * 7919 + place * 31) % accounts) + 1;
/** What each transfer moves: every one another amount. */
const amountOf = (number: number, place: number): number => number * 1000 + place;

function transactionAt(number: number, place: number) {
  const [from, to] = [accountOf(number, place), accountOf(number + 1, place)];
  return {
    ...{
      abi: "",
      blockLimit: number + 500,
      chainID: "chain0",
      extraData: "",
      groupID: "group0",
      importTime: 1,
      version: 0,
    },
    ...{ hash: hashOf(number, place), from: addressOf(from), to: token, nonce: `${number}-${place}`, value: "0" },
    input: `${selector}${word(to)}${word(amountOf(number, place))}`,
    signature: "0x",
  };
}

function receiptAt(hash: string) {
  const joined = BigInt(hash);
  const [number, place] = [Number(joined / BigInt(places)), Number(joined % BigInt(places)) - 1];
  const [from, to] = [accountOf(number, place), accountOf(number + 1, place)];
  return {
    ...{
      blockNumber: number,
      checksumContractAddress: "",
      contractAddress: "",
      effectiveGasPrice: "0x0",
      extraData: "",
    },
    ...{ from: addressOf(from), gasUsed: "25000", hash, message: "", output: "0x", status: 0, to: token, version: 0 },
    logEntries: [
      {
        address: token,
        topics: [topic, `0x${word(from)}`, `0x${word(to)}`],
        data: `0x${word(amountOf(number, place))}`,
      },
    ],
    transactionHash: hash,
  };
}

function blockAt(number: number, ofBlock: number) {
  const count = number === 0 ? 0 : ofBlock;
  const root = `0x${word(1)}`;
  return {
    ...{
      consensusWeights: [1],
      extraData: "0x",
      gasUsed: "1",
      hash: hashOf(number),
      number,
      sealer: 0,
      version: 50_728_960,
    },
    ...{ receiptsRoot: root, stateRoot: root, txsRoot: root, sealerList: [`0x${"ab".repeat(64)}`], signatureList: [] },
    parentInfo: number === 0 ? [] : [{ blockNumber: number - 1, blockHash: hashOf(number - 1) }],
    timestamp: 1_760_000_000_000 + number * 1000,
    transactions: Array.from({ length: count }, (_, place) => transactionAt(number, place)),
  };
}

/** The session of such a chain. */
export function syntheticChain({ blocks, ofBlock, delayMs = 0 }: SyntheticOptions): ChainSession {
  const answer = (method: string, params: readonly unknown[]): unknown => {
    switch (method) {
      case "getBlockNumber":
        return blocks - 1;
      case "getBlockHashByNumber":
        return hashOf(Number(params[2]));
      case "getBlockByNumber":
        return blockAt(Number(params[2]), ofBlock);
      case "getTransactionReceipt":
        return receiptAt(String(params[2]));
      case "getABI":
        return "";
      case "getCode":
        return "0x";
      default:
        throw new ChainError({ kind: "rpc", code: -32_601, message: method, advice: "" });
    }
  };
  const client: ChainClient = createClient(
    {
      label: "made up",
      close: async () => undefined,
      async request(method: string, params: readonly unknown[]): Promise<unknown> {
        if (delayMs > 0) await wait(delayMs);
        return answer(method, params);
      },
    },
    "group0",
  );
  return {
    ...{ client, chainId: "chain0", groupId: "group0", suite: standardSuite, nodeVersion: "3.16.4" },
    ...{ compatibilityVersion: "3.16.0", authEnabled: false, wasm: false },
  };
}
