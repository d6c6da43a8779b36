import * as v from "valibot";
import type { BlockHeader } from "../../chain/rpc/blocks";
import {
  getBlockByHash,
  getBlockByNumber,
  getBlockHashByNumber,
  getBlockNumber,
  requireHash,
} from "../../chain/rpc/blocks";
import { checkBlock } from "../../chain/verification/checkBlock";
import { isHash } from "../../crypto/bytes/hex";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { plainObject } from "../kit/plain";
import { asked } from "../kit/results";
import { verdictAsJson, verdictShown } from "../kit/verdict";
import { aBlock, aFlag, anInteger, optional } from "../model/fields";
import type { OperationContext } from "../model/operation";
import { serviceIfAny } from "../model/services";

const noun = "block";
const block = aBlock(text("Block: its number, its hash, or latest"));

const header = v.looseObject({
  hash: v.string(),
  number: v.number(),
  version: v.number(),
  /** Milliseconds since 1970. */
  timestamp: v.number(),
  gasUsed: v.string(),
  txsRoot: v.string(),
  receiptsRoot: v.string(),
  stateRoot: v.string(),
  sealer: v.union([v.number(), v.string()]),
  sealerList: v.array(v.string()),
});

const headerOf = ({ transactions: _, ...members }: BlockHeader & { transactions?: unknown }) =>
  plainObject(members) as v.InferOutput<typeof header>;

/** The number or hash that was asked for. */
async function placeOf(context: OperationContext, given: string): Promise<number | string> {
  if (isHash(given)) return given;
  return given === "latest" ? getBlockNumber(context.session.client, asked(context)) : Number(given);
}

const hashesOf = ({ session }: OperationContext, place: number | string, options: { signal?: AbortSignal }) =>
  typeof place === "number"
    ? getBlockByNumber(session.client, place, "hashes", options)
    : getBlockByHash(session.client, place, "hashes", options);

/** With what is proven of it, as the editor shows it: one transaction tells that the list is one of transactions. */
const checkedBlock = async (context: OperationContext, place: number | string) => {
  const archive = await serviceIfAny(context.services, "archive");
  return checkBlock(context.session, place, {
    ...asked(context),
    trust: await context.trust?.(),
    ...(archive === undefined ? {} : { archive }),
  });
};

const showBlock = asking({
  noun,
  verb: "show",
  word: "getBlock",
  console: [
    { name: "getBlockByNumber", arguments: ["block"] },
    { name: "getBlockByHash", arguments: ["block"] },
    { name: "getLatestBlock", arguments: [], settled: { block: "latest" } },
  ],
  summary: text("A block with the hashes of its transactions."),
  fields: {
    block,
    limit: optional(anInteger(text("Maximum number of transactions"), { from: 1, to: 1000, usual: "100" })),
    offset: optional(anInteger(text("Transactions to skip"), { from: 0, usual: "0" })),
    verify: optional(aFlag(text("Report what of it is proven"), { usual: "false" })),
  },
  result: v.object({
    header,
    transactionCount: v.number(),
    transactions: v.array(v.string()),
    more: v.boolean(),
    verdict: v.optional(verdictShown),
  }),
  run: async (context, given) => {
    const { limit = 100, offset = 0 } = given;
    const place = await placeOf(context, given.block);
    const { block: found, verdict } = given.verify
      ? await checkedBlock(context, place)
      : { block: await hashesOf(context, place, asked(context)), verdict: undefined };
    return {
      header: headerOf(found),
      transactionCount: found.transactions.length,
      transactions: found.transactions.slice(offset, offset + limit),
      more: offset + limit < found.transactions.length,
      ...(verdict ? { verdict: verdictAsJson(verdict) } : {}),
    };
  },
});

const showHeader = asking({
  noun,
  verb: "header",
  word: "getBlockHeader",
  console: [
    { name: "getBlockHeaderByNumber", arguments: ["block"] },
    { name: "getBlockHeaderByHash", arguments: ["block"] },
  ],
  summary: text("The header of a block."),
  fields: { block },
  result: header,
  run: async (context, given) => {
    const { client } = context.session;
    const place = await placeOf(context, given.block);
    return headerOf(
      typeof place === "number"
        ? await getBlockByNumber(client, place, "header", asked(context))
        : await getBlockByHash(client, place, "header", asked(context)),
    );
  },
});

const blockHash = asking({
  noun,
  verb: "hash",
  word: "getBlockHash",
  console: [{ name: "getBlockHashByNumber", arguments: ["number"] }],
  summary: text("The hash of a block."),
  fields: { number: anInteger(text("Block number"), { from: 0 }) },
  result: v.string(),
  run: async (context, { number }) =>
    requireHash(await getBlockHashByNumber(context.session.client, number, asked(context)), number),
});

const height = asking({
  noun,
  verb: "height",
  word: "getBlockNumber",
  console: [{ name: "getBlockNumber", arguments: [] }],
  summary: text("The number of the latest block."),
  fields: {},
  result: v.number(),
  run: (context) => getBlockNumber(context.session.client, asked(context)),
});

/** Blocks of the chain. */
export const blockOperations = [showBlock, showHeader, blockHash, height] as const;
