// What tools ask that can't be run here (wallets and explorers in browsers, services): the requests that their public sources make, in
// their order, and what each needs of the answer. Texts that begin with `$` stand for something of the chain.
import { setTimeout as delay } from "node:timers/promises";
import { isObject, type JsonObject } from "../../src/web3/model/values";

/** What an answer is judged by: what must hold of its result or its error, and what is said where it doesn't. */
interface Need {
  readonly holds: (answer: Answer, known: Known) => boolean;
  readonly words: string;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What stands for `$name`. */
export type Known = Readonly<Record<string, string>>;

const isHex = (value: unknown): boolean => typeof value === "string" && /^0x[0-9a-f]*$/i.test(value);
const isQuantity = (value: unknown): boolean => typeof value === "string" && /^0x(0|[1-9a-f][0-9a-f]*)$/.test(value);
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const have = (value: unknown, members: readonly string[]): boolean =>
  members.every((member) => isHex(objectOf(value)[member]));

const transactionMembers = ["hash", "from", "gas", "gasPrice", "input", "nonce", "value", "r", "s", "v"];
const receiptMembers = ["blockHash", "blockNumber", "cumulativeGasUsed", "gasUsed", "status", "transactionIndex"];
const logMembers = ["address", "blockHash", "data", "logIndex", "transactionHash"];

/** One whose members are there. */
const shaped = (holds: (result: unknown) => boolean): Need => ({
  holds: ({ result }) => holds(result),
  words: "another shape",
});

const needs = {
  quantity: shaped(isQuantity),
  code: shaped((result) => isHex(result) && result !== "0x"),
  chainId: { holds: ({ result }, { chainId }) => result === chainId, words: "another chain" },
  decimalId: {
    holds: ({ result }, { chainId }) => result === String(Number(chainId)),
    words: "the network's ID isn't decimal",
  },
  block: shaped((result) => have(result, ["hash", "number", "gasLimit", "timestamp", "parentHash"])),
  wholeBlock: shaped(
    (result) =>
      have(result, ["hash", "number", "miner", "size", "difficulty"]) &&
      listOf(objectOf(result)["transactions"]).every((each) => have(each, transactionMembers)),
  ),
  transaction: shaped((result) => have(result, transactionMembers)),
  receipt: shaped(
    (result) =>
      have(result, receiptMembers) && listOf(objectOf(result)["logs"]).every((each) => have(each, logMembers)),
  ),
  created: shaped((result) => have(result, ["contractAddress"])),
  feeHistory: shaped((result) => {
    const { baseFeePerGas, gasUsedRatio, reward } = objectOf(result);
    return listOf(baseFeePerGas).length > 1 && listOf(gasUsedRatio).length > 0 && listOf(reward).length > 0;
  }),
  accounts: { holds: ({ result }) => listOf(result).length > 0, words: "there is no account" },
  hash: shaped((result) => isHex(result) && String(result).length === 66),
  reason: { holds: ({ error }) => error?.message.includes("unlucky") === true, words: "there is no reason" },
  nonceTooLow: {
    holds: ({ error }) => error?.message.includes("nonce too low") === true,
    words: "it isn't said that the nonce was used",
  },
  steps: shaped((result) => {
    const [first] = listOf(objectOf(result)["structLogs"]).map(objectOf);
    return first !== undefined && Array.isArray(first["stack"]) && Array.isArray(first["memory"]);
  }),
  call: shaped((result) => have(result, ["from", "gas", "gasUsed", "input"]) && objectOf(result)["type"] === "CALL"),
  pool: shaped((result) => isObject(objectOf(result)["pending"])),
  zero: { holds: ({ result }) => Number(result) === 0, words: "the state is that of now" },
  storage: shaped((result) => isObject(objectOf(result)["storage"])),
  apiLevel: shaped((result) => typeof result === "number" && result >= 8),
} as const satisfies Record<string, Need>;

type Call = readonly [method: string, params: readonly unknown[], need: keyof typeof needs];

/** Calls of one purpose; sent as one batch where the tool does so. */
interface CallStep {
  readonly calls: readonly Call[];
  readonly batch?: true;
  /** What is set where it doesn't work as it is, and what is asked then. */
  readonly or?: { readonly setting: string; readonly batchSize: number };
}

const tracing = { disableStorage: true, disableMemory: false, disableStack: false, fullStorage: false };
const tenBlocks = Array.from(
  { length: 10 },
  (_, i): Call => ["eth_getBlockByNumber", [`0x${i.toString(16)}`, true], "wholeBlock"],
);

/** The tools' steps, named as in the table. */
export const callSequences: Readonly<Record<string, Readonly<Record<string, CallStep>>>> = {
  MetaMask: {
    connect: {
      calls: [
        ["eth_chainId", [], "chainId"],
        ["net_version", [], "decimalId"],
      ],
    },
    follow: {
      calls: [
        ["eth_blockNumber", [], "quantity"],
        ["eth_getBlockByNumber", ["latest", false], "block"],
        ["eth_getBalance", ["$account", "$latest"], "quantity"],
      ],
    },
    fees: { calls: [["eth_feeHistory", ["0x5", "$latest", [10, 20, 30]], "feeHistory"]] },
    write: {
      calls: [
        ["eth_getCode", ["$box", "latest"], "code"],
        ["eth_getBlockByNumber", ["latest", false], "block"],
        ["eth_estimateGas", [{ from: "$account", to: "$box", value: "0x0", data: "$set" }], "quantity"],
        ["eth_gasPrice", [], "quantity"],
        ["eth_getTransactionCount", ["$account", "pending"], "quantity"],
        ["eth_sendRawTransaction", ["$nextSet"], "hash"],
        ["eth_getTransactionReceipt", ["$nextHash"], "receipt"],
        ["eth_getTransactionByHash", ["$nextHash"], "transaction"],
      ],
    },
    reason: { calls: [["eth_estimateGas", [{ from: "$account", to: "$box", data: "$failing" }], "reason"]] },
    usedNonce: { calls: [["eth_sendRawTransaction", ["$usedNonce"], "nonceTooLow"]] },
  },
  Remix: {
    connect: {
      calls: [
        ["eth_chainId", [], "chainId"],
        ["net_version", [], "decimalId"],
        ["eth_getBlockByNumber", ["0x0", false], "block"],
      ],
    },
    ownAccount: { calls: [["eth_accounts", [], "accounts"]] },
    deploy: {
      calls: [
        ["eth_getBlockByNumber", ["latest", false], "block"],
        ["eth_estimateGas", [{ from: "$account", data: "$bytecode", value: "0x0" }], "quantity"],
        ["eth_getTransactionReceipt", ["$deployHash"], "created"],
        ["eth_getCode", ["$box", "latest"], "code"],
      ],
    },
    reason: { calls: [["eth_call", [{ from: "$account", to: "$box", data: "$failing" }, "latest"], "reason"]] },
    debug: {
      calls: [
        ["eth_getTransactionByHash", ["$setHash"], "transaction"],
        ["eth_getTransactionReceipt", ["$setHash"], "receipt"],
        ["eth_getCode", ["$box", "latest"], "code"],
        ["debug_traceTransaction", ["$setHash", tracing], "steps"],
      ],
    },
    debugState: {
      calls: [["debug_storageRangeAt", ["$setBlockHash", 0, "$box", `0x${"0".repeat(64)}`, 1000], "storage"]],
    },
  },
  Blockscout: {
    connect: {
      calls: [
        ["eth_chainId", [], "chainId"],
        ["eth_getBlockByNumber", ["latest", false], "block"],
        ["eth_getBlockByNumber", ["earliest", true], "wholeBlock"],
      ],
    },
    blocks: { batch: true, calls: tenBlocks, or: { setting: "INDEXER_CATCHUP_BLOCKS_BATCH_SIZE: 8", batchSize: 8 } },
    receipts: {
      batch: true,
      calls: [
        ["eth_getTransactionReceipt", ["$deployHash"], "receipt"],
        ["eth_getTransactionReceipt", ["$setHash"], "receipt"],
      ],
    },
    code: { batch: true, calls: [["eth_getCode", ["$box", "$setBlock"], "code"]] },
    pending: { calls: [["txpool_content", [], "pool"]] },
    internal: {
      batch: true,
      calls: [["debug_traceTransaction", ["$setHash", { tracer: "callTracer", timeout: "5s" }], "call"]],
    },
    past: { batch: true, calls: [["eth_getBalance", ["$paid", "$beforePaid"], "zero"]] },
  },
  Otterscan: {
    connect: {
      batch: true,
      calls: [
        ["eth_chainId", [], "chainId"],
        ["eth_blockNumber", [], "quantity"],
        ["erigon_getHeaderByNumber", ["latest"], "block"],
        ["ots_getApiLevel", [], "apiLevel"],
      ],
    },
  },
};

/** With what `$name` stands for. */
function filled(value: unknown, known: Known): unknown {
  if (typeof value === "string") return value.startsWith("$") ? known[value.slice(1)] : value;
  if (Array.isArray(value)) return value.map((each) => filled(each, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, known)]));
}

/** How often a tool looks again for a receipt. */
const looks = { max: 100, everyMs: 50 };

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

const isUnfinished = (answers: unknown): boolean => {
  const [only, ...others] = listOf(answers).map(objectOf);
  return others.length === 0 && only?.["result"] === null;
};

/** Asks what a step asks. @throws Error where an answer isn't what the tool needs */
export async function askStep(
  url: string,
  step: CallStep,
  known: Known,
  batchSize = Number.POSITIVE_INFINITY,
): Promise<void> {
  const requests = step.calls.map(([method, params], id) => ({
    jsonrpc: "2.0",
    id,
    method,
    params: filled(params, known),
  }));
  const atOnce = step.batch ? Math.min(batchSize, requests.length) : 1;
  for (let at = 0; at < requests.length; at += atOnce) {
    const some = requests.slice(at, at + atOnce);
    let answers = step.batch ? await post(url, some) : [await post(url, some[0])];
    for (let i = 0; isUnfinished(answers) && i < looks.max; i++) {
      await delay(looks.everyMs);
      answers = [await post(url, some[0])];
    }
    if (!Array.isArray(answers)) throw new Error(JSON.stringify(answers));
    for (const { id, method } of some) {
      const answer = objectOf(answers.find((each) => objectOf(each)["id"] === id)) as Answer;
      const [, , need] = step.calls[id] as Call;
      if (needs[need].holds(answer, known)) continue;
      const { code, message } = answer.error ?? {};
      throw new Error(`${method}: ${needs[need].words}${message === undefined ? "" : ` (${code} ${message})`}`);
    }
  }
}
