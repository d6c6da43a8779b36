import * as v from "valibot";
import { getContractShard, linkShard, makeShard } from "../../chain/services/sharding/shard";
import { t, text } from "../../text/catalogue";
import { newShardFailure, shardFailure } from "../consequences/knownFailures";
import { asking, signing } from "../kit/define";
import { contract } from "../kit/subjects";
import { aText } from "../model/fields";

const noun = "shard";
const name = aText(text("Shard"));

export const makeShardOperation = signing(
  {
    noun,
    verb: "make",
    word: "makeShard",
    console: [{ name: "makeShard", arguments: ["name"] }],
    summary: text("Creates a shard."),
    fields: { name },
    weight: "grave",
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

export const linkShardOperation = signing(
  {
    noun,
    verb: "link",
    word: "linkShard",
    console: [{ name: "linkShard", arguments: ["contract", "name"] }],
    summary: text("Adds a contract to a shard."),
    fields: { name, contract },
    weight: "grave",
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
  result: v.nullable(v.string()),
  run: async ({ session }, given) => (await getContractShard(session, given.contract)) ?? null,
});

/** Contracts that are executed apart from others. */
export const shardOperations = [showShard, makeShardOperation, linkShardOperation] as const;
