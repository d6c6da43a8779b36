import * as v from "valibot";
import { lookUpReceipt, lookUpTransaction } from "../../chain/archive/archiveFallback";
import { checkTransaction } from "../../chain/verification/checkTransaction";
import { text } from "../../text/catalogue";
import { callAsJson, decodedCall, Interfaces, outcomeOf, outcomeShown } from "../kit/decoded";
import { asking } from "../kit/define";
import { anyObject, cutData, plainObject, someData } from "../kit/plain";
import { asked } from "../kit/results";
import { verdictAsJson, verdictShown } from "../kit/verdict";
import { aFlag, aHash, optional } from "../model/fields";
import type { OperationContext } from "../model/operation";
import { serviceIfAny } from "../model/services";

const noun = "tx";
const hash = aHash(text("Transaction hash"));
const proof = optional(aFlag(text("With its Merkle proof"), { usual: "false" }));

const lookUp = async (context: OperationContext, withProof: boolean | undefined) => ({
  ...asked(context),
  archive: await serviceIfAny(context.services, "archive"),
  withProof: withProof ?? false,
});

const showTransaction = asking({
  noun,
  verb: "show",
  word: "showTransaction",
  summary: text("A transaction: what it called, what came of it, its events, and what of it is proven."),
  fields: { hash, verify: optional(aFlag(text("Report what of it is proven"), { usual: "false" })) },
  result: v.object({
    hash: v.string(),
    from: v.string(),
    to: v.string(),
    version: v.number(),
    blockLimit: v.string(),
    value: v.optional(v.string()),
    input: someData,
    /** The function that was called, where an ABI tells. */
    call: v.optional(decodedCall),
    timestampMs: v.optional(v.number()),
    /** Absent while it waits. */
    outcome: v.optional(outcomeShown),
    verdicts: v.optional(v.object({ transaction: verdictShown, receipt: v.optional(verdictShown) })),
    /** The archive that gave it, because the node has it no more. */
    archive: v.optional(v.string()),
  }),
  run: async (context, given) => {
    const trust = given.verify ? await context.trust?.() : undefined;
    const { knownEvents, knownCalls } = (given.verify ? await context.knownShapes?.() : undefined) ?? {};
    const archived = await serviceIfAny(context.services, "archive");
    const options = { ...asked(context), archive: archived, trust, knownCalls };
    const { transaction, receipt, verdict, receiptVerdict, timestampMs, archive } = await checkTransaction(
      context.session,
      given.hash,
      options,
      knownEvents,
    );
    const interfaces = new Interfaces(context);
    const target = transaction.to || receipt?.contractAddress;
    const abi = transaction.to !== "" && target ? await interfaces.of(target, receipt?.blockNumber) : undefined;
    const call = abi?.decodeCall(transaction.input);
    return {
      hash: transaction.hash,
      from: transaction.from,
      to: transaction.to,
      version: transaction.version,
      blockLimit: String(transaction.blockLimit),
      ...(transaction.value === undefined ? {} : { value: transaction.value }),
      input: cutData(transaction.input),
      ...(call ? { call: callAsJson(call) } : {}),
      ...(timestampMs === undefined ? {} : { timestampMs }),
      ...(receipt ? { outcome: await outcomeOf(context, receipt, transaction.input, interfaces) } : {}),
      ...(given.verify
        ? {
            verdicts: {
              transaction: verdictAsJson(verdict),
              ...(receiptVerdict ? { receipt: verdictAsJson(receiptVerdict) } : {}),
            },
          }
        : {}),
      ...(archive === undefined ? {} : { archive }),
    };
  },
});

const getTransaction = asking({
  noun,
  verb: "get",
  word: "getTransaction",
  console: [
    { name: "getTransactionByHash", arguments: ["hash"] },
    { name: "getTransactionByHashWithProof", arguments: ["hash"], settled: { proof: "true" } },
  ],
  summary: text("A transaction as the node gives it."),
  fields: { hash, proof },
  result: anyObject,
  run: async (context, given) =>
    plainObject((await lookUpTransaction(context.session, given.hash, await lookUp(context, given.proof))).value),
});

const getReceipt = asking({
  noun,
  verb: "receipt",
  word: "getReceipt",
  console: [
    { name: "getTransactionReceipt", arguments: ["hash"] },
    { name: "getTransactionReceiptByHashWithProof", arguments: ["hash"], settled: { proof: "true" } },
  ],
  summary: text("The receipt of a transaction as the node gives it."),
  fields: { hash, proof },
  result: anyObject,
  run: async (context, given) =>
    plainObject((await lookUpReceipt(context.session, given.hash, await lookUp(context, given.proof))).value),
});

/** Transactions and their receipts. */
export const txOperations = [showTransaction, getTransaction, getReceipt] as const;
