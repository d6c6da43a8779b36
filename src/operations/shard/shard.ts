import * as v from "valibot";
import { isBfsName } from "../../chain/abi/builtInLimits";
import { getContractShard, linkShard, makeShard } from "../../chain/services/sharding/shard";
import type { ChainSession } from "../../chain/session";
import { t, text } from "../../text/catalogue";
import { newShardFailure, shardFailure } from "../consequences/knownFailures";
import { asking, signing } from "../kit/define";
import { contract } from "../kit/subjects";
import { askedBy, aText, WrongField } from "../model/fields";

const noun = "shard";

/** @throws WrongField */
function shardName(typed: string): string {
  if (isBfsName(typed.trim())) return typed.trim();
  throw new WrongField(
    "name",
    text("Use only letters, digits, and _ - # @ . characters. Start with a letter, a digit, or _."),
  );
}

const name = aText(text("Shard"), {
  ask: { prompt: text("Enter the name of the shard. It's created if it doesn't exist"), read: shardName },
});

/** Which contract it is doesn't matter to whether sharding is there. */
const requireSharding = (session: ChainSession): Promise<unknown> =>
  getContractShard(session, "0x0000000000000000000000000000000000001010");

const makeShardOperation = signing(
  {
    noun,
    verb: "make",
    word: "makeShard",
    console: [{ name: "makeShard", arguments: ["name"] }],
    summary: text("Creates a shard."),
    fields: { name: askedBy(name, { prompt: text("Enter a name for the new shard") }) },
    weight: "grave",
    command: { title: text("Create Shard"), first: requireSharding },
  },
  {
    title: (given) => text("Create shard {0}", given.name),
    right: () => ({ kind: "makeShard" }),
    lines: async (_, given) => [{ label: t("Shard"), value: `/shards/${given.name}` }],
    consequences: async ({ session }, given) => ({
      warnings: [t("A shard is permanent: it can't be renamed or removed.")],
      blocked: await newShardFailure(session, given.name),
      byRules: true,
    }),
    run: async ({ session }, signer, given, options) => makeShard(session, signer, given.name, options),
  },
);

const linkShardOperation = signing(
  {
    noun,
    verb: "link",
    word: "linkShard",
    console: [{ name: "linkShard", arguments: ["contract", "name"] }],
    summary: text("Adds a contract to a shard."),
    fields: { name, contract },
    weight: "grave",
    command: { title: text("Add Contract to Shard"), asks: ["contract", "name"], first: requireSharding },
  },
  {
    title: (given) => text("Add contract {0} to shard {1}", given.contract, given.name),
    right: () => ({ kind: "linkShard" }),
    lines: async (_, given) => [
      { label: t("Contract"), value: given.contract },
      { label: t("Shard"), value: given.name },
    ],
    consequences: async ({ session }, given) => {
      return {
        warnings: [t("The contract stays in this shard permanently.")],
        blocked: await shardFailure(session, given.contract),
        byRules: true,
      };
    },
    run: async ({ session }, signer, given, options) => linkShard(session, signer, given, options),
  },
);

const showShard = asking({
  noun,
  verb: "show",
  word: "getShard",
  console: [{ name: "getContractShard", arguments: ["contract"] }],
  summary: text("A contract's shard."),
  fields: { contract },
  command: {
    title: text("Show Contract's Shard"),
    report: ({ values, result }) => ({
      text:
        result === null
          ? text("{0} isn't in a shard.", values.contract)
          : text("{0} is in shard {1}.", values.contract, result),
      copied: result ?? "",
    }),
  },
  result: v.nullable(v.string()),
  run: async ({ session }, given) => (await getContractShard(session, given.contract)) ?? null,
});

/** Contracts that are executed apart from others. */
export const shardOperations = [showShard, makeShardOperation, linkShardOperation] as const;
