// A node whose chain has contracts with ABIs, calls and events that were made up to stop an indexer, beside an honest one.
import * as fc from "fast-check";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { precompiledInterface } from "../../src/chain/abi/precompiledContracts";
import { createClient } from "../../src/chain/client/client";
import type { ChainSession } from "../../src/chain/session";
import { bytesToHex, type Hex } from "../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../src/crypto/suites";
import { ChainError } from "../../src/errors/chainError";

const names = [
  ...[
    "",
    "tx",
    "TX",
    "block",
    "time",
    "contract",
    "sender",
    "status",
    "log",
    "out_0",
    "out_f",
    "arg0",
    "rowid",
    "_rowid_",
  ],
  ...["xmin", "CTID", "tableoid", "cmax", "DB_ROW_ID", "db_trx_id", "FTS_DOC_ID", "oid", "select", "key", "before"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "f",
    "F",
    "f_aabbccdd",
    "f_2",
    "_",
    "__",
    "a".repeat(28),
    `${"a".repeat(28)}b`,
  ],
  ...[
    "a".repeat(300),
    "a\0b",
    "\u202e",
    "茶",
    "支付",
    "\ud800",
    "'; DROP TABLE blocks;--",
    '"',
    "`",
    "%",
    "\\",
    "?",
    "$1",
  ],
  ...["a,uint256 b", "a)(uint256", "line\nbreak"],
];
const goodTypes = [
  ...["uint8", "uint56", "uint64", "int64", "uint256", "int256", "int8", "bool", "address", "bytes32", "bytes1"],
  ...[
    "bytes",
    "function",
    "uint256[]",
    "uint8[2][]",
    "string[2]",
    "bytes[][]",
    "uint256[0]",
    "uint256[0][]",
    "bool[3]",
  ],
  ...["string", "uint256[99999999999999999999]", "Lib.Set storage", "a,uint256 b storage", "IFeed", "Lib.Color"],
];
const type = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...goodTypes) },
  // an ABI with one of these is none
  { weight: 1, arbitrary: fc.constantFrom("uint7", "nothing", "") },
);

const name = fc.constantFrom(...names);
const parameter = fc.letrec<{ parameter: unknown }>((tie) => ({
  parameter: fc.oneof(
    { depthSize: "small" },
    fc.record({ name, type, indexed: fc.boolean() }, { requiredKeys: ["type"] }),
    fc.record({
      name,
      type: fc.constantFrom("tuple", "tuple[]", "tuple[2]", "tuple[0][]"),
      indexed: fc.boolean(),
      components: fc.array(tie("parameter"), { maxLength: 3 }),
    }),
  ),
})).parameter;
const parameters = fc.oneof(
  { weight: 20, arbitrary: fc.array(parameter, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.nat(250).map((length) => Array.from({ length }, () => ({ name: "", type: "uint256" }))) },
  { weight: 1, arbitrary: fc.nat(250).map((length) => Array.from({ length }, () => ({ name: "a", type: "string" }))) },
);
const entry = fc.record(
  {
    type: fc.constantFrom("function", "event", "error", "constructor", "fallback"),
    name,
    inputs: parameters,
    outputs: parameters,
    anonymous: fc.boolean(),
    stateMutability: fc.constantFrom("view", "nonpayable", "payable"),
  },
  { requiredKeys: ["type", "name"] },
);
/** What a chain keeps with a contract: mostly an ABI, sometimes any text. */
const hostileAbi = fc.oneof(
  { weight: 12, arbitrary: fc.array(entry, { maxLength: 8 }).map((entries) => JSON.stringify(entries)) },
  // the same members again and again
  {
    weight: 3,
    arbitrary: fc
      .tuple(entry, fc.integer({ min: 2, max: 40 }))
      .map(([one, count]) => JSON.stringify(Array(count).fill(one))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "[null]",
      "[[]]",
      "{}",
      "[",
      '"x"',
      "[1,2]",
      `${"[".repeat(200)}${"]".repeat(200)}`,
      "\0",
    ),
  },
);

const word = fc.oneof(
  fc.constantFrom(
    "00".repeat(32),
    "ff".repeat(32),
    `${"00".repeat(31)}20`,
    `${"00".repeat(31)}01`,
    `80${"00".repeat(31)}`,
    `${"00".repeat(24)}7fffffffffffffff`,
  ),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
);
/** Data of calls and events: words that may be values, offsets or lengths, and any bytes. */
const hostileData = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join("")),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString("hex")),
  // a text of any bytes behind its offset and length
  fc
    .uint8Array({ maxLength: 31 })
    .map(
      (bytes) =>
        `${"00".repeat(31)}20${"00".repeat(31)}${bytes.length.toString(16).padStart(2, "0")}${Buffer.from(bytes).toString("hex").padEnd(64, "0")}`,
    ),
);

export interface HostileContract {
  readonly abi: string;
  /** Of calls, what they return, and of events. */
  readonly data: readonly string[];
}
export const hostileContracts = (max: number) =>
  fc.array(fc.record({ abi: hostileAbi, data: fc.array(hostileData, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: max,
  });

const honestEntries = [
  {
    type: "function",
    name: "pay",
    inputs: [
      { name: "who", type: "address" },
      { name: "amount", type: "uint256" },
    ],
    outputs: [],
  },
  {
    type: "event",
    name: "Paid",
    inputs: [
      { name: "who", type: "address", indexed: true },
      { name: "amount", type: "uint256" },
    ],
  },
];
const suite = cryptoSuite("standard");
const honestInterface = contractInterface(honestEntries, suite);
const hashOf = (text: string): Hex => bytesToHex(suite.hash(Buffer.from(text)));
const addressOf = (number: number): Hex => `0x${(0xc000_0000 + number).toString(16).padStart(40, "0")}`;

/** The honest contract, which is given by name, and who was paid how much by it in each block. */
export const honest = { name: "Honest", abi: honestEntries, address: addressOf(0) };
export const honestWho = `0x${"5a".repeat(20)}`;

/** A function whose parameters are called as columns that databases have of their own. */
export const reservedNames: HostileContract = {
  abi: JSON.stringify([
    {
      type: "function",
      name: "f",
      inputs: [
        "xmin",
        "CTID",
        "tableoid",
        "cmax",
        "cmin",
        "xmax",
        "DB_ROW_ID",
        "db_trx_id",
        "DB_ROLL_PTR",
        "FTS_DOC_ID",
      ].map((name) => ({ name, type: "uint8" })),
    },
  ]),
  data: ["00".repeat(320)],
};

interface Sent {
  readonly to: Hex;
  readonly input: Hex;
  readonly output: Hex;
  readonly status: number;
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: Hex }[];
}

/** What an honest node would say of calls of a contract by every selector and of events by every topic that its ABI has. */
function sentTo(address: Hex, { abi, data }: HostileContract): Sent[] {
  let known: ReturnType<typeof contractInterface> | undefined;
  try {
    known = contractInterface(abi, suite);
  } catch {
    // any text
  }
  const selectors = [...new Set((known?.functions ?? []).map(({ selector }) => selector))].slice(0, 6);
  const events = (known?.events ?? []).slice(0, 8);
  return data.flatMap((each, at) =>
    [...selectors, "0x01020304" as Hex].map(
      (selector, place): Sent => ({
        to: address,
        input: `${selector}${each}`,
        output: `0x${data[(at + 1) % data.length] ?? ""}`,
        status: place % 3 === 2 ? 16 : 0,
        logs: events.map(({ topic, anonymous, inputs }) => ({
          address,
          topics: [
            ...(anonymous ? [] : [topic]),
            ...inputs
              .filter(({ indexed }) => indexed)
              .map((_, nth) => `0x${(data[nth % data.length] ?? "").padEnd(64, "f").slice(0, 64)}`),
          ],
          data: `0x${each}`,
        })),
      }),
    ),
  );
}

function honestCall(amount: number): Sent {
  const data = honestInterface.encodeCall("pay", [honestWho, amount]);
  const topic = honestInterface.events[0]?.topic ?? "";
  const who = `0x${honestWho.slice(2).padStart(64, "0")}`;
  const log = {
    address: honest.address,
    topics: [topic, who],
    data: `0x${amount.toString(16).padStart(64, "0")}` as Hex,
  };
  return { to: honest.address, input: data, output: "0x", status: 0, logs: [log] };
}

/** A key that is far longer than any index of a database takes, and that can't be made shorter. */
const longKey = Array.from({ length: 200 }, (_, at) =>
  Buffer.from(hashOf(`key ${at}`).slice(2), "hex").toString("base64"),
).join("");
const config = precompiledInterface("SystemConfig", suite);
const longCall: Sent = {
  ...{ to: `0x${"1000".padStart(40, "0")}`, output: "0x", status: 0, logs: [] },
  input: config.encodeCall("setValueByKey", [longKey, "1"]),
};

/** A session with a chain that has a block for each contract: what is sent to it, and what the honest one was paid, its number. */
export function hostileSession(contracts: readonly HostileContract[]): ChainSession {
  const blocks = [
    [],
    ...contracts.map((contract, at) => [...sentTo(addressOf(at + 1), contract), honestCall(at + 1), longCall]),
  ];
  const hash = (number: number): Hex => hashOf(`block ${number}`);
  const hashes = blocks.map((sent, number) => sent.map((_, place) => hashOf(`${number} ${place}`)));
  const placeOf = new Map(
    hashes.flatMap((list, number) => list.map((each, place) => [each, [number, place]] as const)),
  );
  const transaction = ({ to, input }: Sent, number: number, place: number) => ({
    ...{
      version: 0,
      hash: hashes[number]?.[place],
      nonce: `${number}${place}`,
      blockLimit: 500,
      to,
      from: addressOf(999_999),
      input,
    },
    ...{ importTime: 1, chainID: "chain0", groupID: "group0", abi: "", signature: "0x" },
  });
  const block = (number: number) => ({
    ...{
      hash: hash(number),
      version: 0x03100000,
      number,
      gasUsed: "1",
      timestamp: 1_760_000_000_000 + number,
      sealer: 0,
    },
    ...{
      txsRoot: hash(0),
      receiptsRoot: hash(0),
      stateRoot: hash(0),
      extraData: "0x",
      consensusWeights: [1],
      sealerList: ["0xaa"],
    },
    parentInfo: number === 0 ? [] : [{ blockHash: hash(number - 1), blockNumber: number - 1 }],
    signatureList: [],
    transactions: blocks[number]?.map((sent, place) => transaction(sent, number, place)) ?? [],
  });
  const receipt = (asked: string) => {
    const [number, place] = placeOf.get(asked as Hex) ?? [0, 0];
    const sent = blocks[number]?.[place];
    return {
      ...{
        version: 0,
        status: sent?.status,
        output: sent?.output,
        gasUsed: "1",
        blockNumber: number,
        contractAddress: "",
      },
      ...{ transactionHash: asked, hash: asked, message: "\0", from: "", to: sent?.to, logEntries: sent?.logs },
    };
  };
  const request = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [, , asked] = params;
    switch (method) {
      case "getBlockNumber":
        return blocks.length - 1;
      case "getBlockHashByNumber":
        return hash(Number(asked));
      case "getBlockByNumber":
        return block(Number(asked));
      case "getTransactionReceipt":
        return receipt(String(asked));
      case "getABI":
        return contracts[Number.parseInt(String(asked).slice(-8), 16) - 0xc000_0001]?.abi ?? "";
      case "getCode":
        return "0x6001";
      default:
        throw new ChainError({ kind: "rpc", code: -32601, message: "no such method", advice: "" });
    }
  };
  return {
    client: createClient({ label: "hostile", close: async () => undefined, request }, "group0"),
    ...{ chainId: "chain0", groupId: "group0", suite, nodeVersion: "3.16.4", compatibilityVersion: "3.16.0" },
    ...{ authEnabled: false, wasm: false },
  };
}
