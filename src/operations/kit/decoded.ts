import * as v from "valibot";
import { type DecodedValue, plainValue } from "../../chain/abi/abiDecoder";
import type { ContractInterface } from "../../chain/abi/contractInterface";
import { returnedValues } from "../../chain/abi/returnedValues";
import { versionsAt, versionsOf } from "../../chain/proxy/versions";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { EventNames } from "../../chain/services/contract/eventNames";
import { lookUpAbi } from "../../chain/services/contract/lookUpAbi";
import { reasonOf } from "../../chain/services/contract/revertOf";
import { type Address, type Hex, prefixedAddress } from "../../crypto/bytes/hex";
import { lookUpCode } from "../../errors/dictionary";
import type { OperationContext } from "../model/operation";
import { asked } from "./results";

/** A typed value with its name, integers as decimal text. */
const namedValue = v.looseObject({ name: v.string(), type: v.string(), value: v.unknown() });
export const namedValues = v.array(namedValue);

export const valuesAsJson = (values: readonly DecodedValue[]): v.InferOutput<typeof namedValues> =>
  values.map(plainValue);

/** What a call or an event says, by name. */
export const decodedCall = v.object({ name: v.string(), signature: v.string(), arguments: namedValues });

export const callAsJson = (call: {
  readonly name: string;
  readonly signature: string;
  readonly arguments: readonly DecodedValue[];
}): v.InferOutput<typeof decodedCall> => ({
  name: call.name,
  signature: call.signature,
  arguments: valuesAsJson(call.arguments),
});

/** A log of a receipt: its event by name where an ABI tells, else as it is. */
export const eventShown = v.object({
  address: v.string(),
  event: v.optional(decodedCall),
  topics: v.optional(v.array(v.string())),
  data: v.optional(v.string()),
});
export type EventShown = v.InferOutput<typeof eventShown>;

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Most contracts whose ABI is looked up for one answer. */
const maxContracts = 50;

/** Interfaces of contracts and names of events, each asked for once in an answer. */
export class Interfaces {
  readonly #context: OperationContext;
  readonly #names: EventNames;
  readonly #known = new Map<string, Promise<LookedUp>>();

  constructor(context: OperationContext) {
    this.#context = context;
    this.#names = new EventNames(context.session);
  }

  /**
   * The interface of a contract; undefined where neither the person nor the chain knows it.
   * @param block of a proxy that of the code that it ran in this block; of code that isn't known, the proxy's own alone
   */
  async of(address: string, block?: number): Promise<ContractInterface | undefined> {
    const key = prefixedAddress(address).toLowerCase() as Address;
    const { abi, proxy } = await this.#once(key, key);
    if (!proxy || block === undefined) return abi;
    const { session } = this.#context;
    const versions = await versionsOf(session.client, session.suite, key, proxy, asked(this.#context));
    if (versions.length === 0) return abi;
    const ran = versionsAt(versions, block).map(({ from }) => from);
    return (await this.#once(`${key} ${ran.join()}`, key, block)).abi;
  }

  #once(key: string, address: Address, block?: number): Promise<LookedUp> {
    let found = this.#known.get(key);
    if (!found && this.#known.size < maxContracts) {
      // A chain that refuses to say has told nothing of what is asked here.
      found = lookedUp(this.#context, address, block).catch(() => ({}));
      this.#known.set(key, found);
    }
    return found ?? Promise.resolve({});
  }

  async event({ address, topics, data }: Log, block?: number): Promise<EventShown> {
    const named = await this.#names.decode({ topics, data }, await this.of(address, block));
    return named ? { address, event: callAsJson(named) } : { address, topics: [...topics], data };
  }
}

type LookedUp = Partial<Pick<Awaited<ReturnType<typeof lookUpAbi>>, "abi" | "proxy">>;

/** A contract: as the person's own files have it, else as the chain keeps it. */
export const lookedUp = (context: OperationContext, address: Address, block?: number) =>
  lookUpAbi(context.session, address, { ...asked(context), block }, context.abiOf);

/** Its interface alone; undefined where it is unknown. */
export const interfaceOf = async (context: OperationContext, address: Address) =>
  (await lookedUp(context, address)).abi;

/** No receipt is shown with more of its events; the rest is listed by `events list`. */
const maxEvents = 200;

/** What a transaction did, as its receipt and the ABIs tell. */
export const outcomeShown = v.object({
  transactionHash: v.string(),
  blockNumber: v.number(),
  status: v.number(),
  /** The node's word for a status that is a failure. */
  statusName: v.optional(v.string()),
  /** Why it failed, as its contract says. */
  reason: v.optional(v.string()),
  gasUsed: v.string(),
  from: v.optional(v.string()),
  contractAddress: v.optional(v.string()),
  /** What the function returned. */
  values: namedValues,
  events: v.array(eventShown),
  moreEvents: v.boolean(),
});
export type OutcomeShown = v.InferOutput<typeof outcomeShown>;

/**
 * A receipt in words.
 * @param input call data of the transaction, to read what came back
 */
export async function outcomeOf(
  context: OperationContext,
  receipt: TransactionReceipt,
  input: string,
  interfaces = new Interfaces(context),
): Promise<OutcomeShown> {
  const { status, logEntries, contractAddress, to, from } = receipt;
  const target = contractAddress || to || "";
  const abi = target === "" ? undefined : await interfaces.of(target, receipt.blockNumber);
  const failed = status !== 0;
  const statusName = failed ? (await lookUpCode("status", status))?.name : undefined;
  const reason = failed ? ((await reasonOf(context.session, receipt, abi)) ?? receipt.message) : undefined;
  return {
    transactionHash: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    status,
    ...(statusName ? { statusName } : {}),
    ...(reason ? { reason } : {}),
    gasUsed: String(receipt.gasUsed),
    ...(from ? { from } : {}),
    ...(contractAddress ? { contractAddress } : {}),
    values:
      failed || contractAddress
        ? []
        : valuesAsJson(returnedValues(abi, abi?.decodeCall(input as Hex)?.signature, receipt.output)),
    events: await Promise.all(logEntries.slice(0, maxEvents).map((log) => interfaces.event(log, receipt.blockNumber))),
    moreEvents: logEntries.length > maxEvents,
  };
}
