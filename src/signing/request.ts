import type { ContractInterface } from "../chain/abi/contractInterface";
import type { BlockInterval } from "../chain/rpc/blockLimit";
import { callTitle, readableTransaction } from "../chain/transaction/readableTransaction";
import type { UnsignedTransaction } from "../chain/transaction/signTransaction";
import type { Address, Hex } from "../crypto/bytes/hex";
import type { ReadableRequest } from "../crypto/readableRequest";
import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { t } from "../text/catalogue";
import { noted } from "../text/joining";
import { shortHex } from "../text/shortText";

/**
 * How much an act weighs, from light to heavy. `ordinary`: another act takes it back. `grave`: it needs a second look, so nothing is
 * preselected and its consequence is the first line. `irreversible`: nothing takes it back, it stops the chain, or it locks people out, so
 * a person types the name of the thing.
 */
export const weights = ["ordinary", "grave", "irreversible"] as const;

export type Weight = (typeof weights)[number];

/** The heaviest of several; what says nothing is ordinary. */
export const heaviest = (...given: readonly (Weight | undefined)[]): Weight =>
  weights.findLast((weight) => given.includes(weight)) ?? "ordinary";

/** One thing that the person should see. */
interface ActLine {
  readonly label: string;
  readonly value: string;
}

/** What is to be done, as the operation declares it: what it comes to is known before anything is signed. */
export interface Act {
  /** Says the act, without a full stop. */
  readonly title: string;
  readonly lines: readonly ActLine[];
  /** What it comes to, as numbers. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly weight: Weight;
  /** Name of the thing that it is done to. */
  readonly target?: string;
  /** What the recipient is called here, and what answered that: a link, a table's path. */
  readonly recipient?: { readonly name: string; readonly foundBy: string };
  /** Why the chain would refuse it, as far as rights tell. */
  readonly refusal?: ChainError;
  /** Why it is known to fail or to stop the chain. */
  readonly blocked?: ChainError | undefined;
  /** What blocks it does so on chains to play with, too: it is in the sources, and lasts. */
  readonly blocksEverywhere?: boolean;
  /** Rights and rules that were read decide it, also where no node can try it out. */
  readonly byRules?: boolean;
}

/** Nothing that is known of an act. */
export const noAct: Act = { title: "", lines: [], notes: [], warnings: [], weight: "ordinary" };

/** What trying it out told. */
export interface Trial {
  readonly outcome: "success" | "failure" | "unknown";
  readonly text: string;
}

/** Where it is done, by the names that the person knows. */
export interface SigningTarget {
  readonly connection: string;
  readonly chainId: string;
  readonly groupId: string;
  /** Of block 0, where the person has pinned it. */
  readonly genesisHash?: Hex;
}

declare const mark: unique symbol;

/** A request as it is shown. */
export interface ShownRequest {
  /** What is agreed to: the hash of the bytes, or the words of a power that signs nothing. */
  readonly hash: string;
  /** The bytes that will be signed; undefined for a power of an embedded chain. */
  readonly transaction?: UnsignedTransaction;
  readonly act: Act;
  readonly place: SigningTarget;
  /** Who signs; undefined for a power that isn't signed. */
  readonly from?: { readonly address: Address; readonly label?: string };
  /** Interface of the contract that is called, for its arguments. */
  readonly abi?: ContractInterface;
  /** What trying it out told, which may come while the person is asked. */
  readonly trial?: Promise<Trial | undefined>;
  /** How fast blocks came lately, for how long the block limit is. */
  readonly blockInterval?: BlockInterval;
  /** Of an operation that signs several transactions: which of them it is, from 1. */
  readonly part: number;
  /** Puts the names that the person knows beside the addresses of a sentence. */
  readonly names?: (sentence: string) => string;
}

/**
 * What a person agrees to, and nothing else: it is resolved once and doesn't change. `Id` is another type for each request, so that what
 * is said of one can't be taken for what is said of another.
 */
export interface SigningRequest<Id> extends ShownRequest {
  readonly [mark]: (id: Id) => Id;
}

const frozenAct = (act: Act): Act =>
  Object.freeze({
    ...act,
    lines: Object.freeze(act.lines.map((line) => Object.freeze({ ...line }))),
    notes: Object.freeze([...act.notes]),
    warnings: Object.freeze([...act.warnings]),
  });

type Asked = Omit<ShownRequest, "hash" | "part"> & { readonly part?: number };

/** Makes a request and works with it, whose type no other request has. */
export function withRequest<Result>(asked: Asked, work: <Id>(request: SigningRequest<Id>) => Result): Result {
  const { transaction, act, place, from, part = 1 } = asked;
  const hash = transaction?.hash ?? JSON.stringify([place.chainId, place.groupId, act.title, act.lines]);
  const request: ShownRequest = {
    ...asked,
    act: frozenAct(act),
    place: Object.freeze({ ...place }),
    ...(from ? { from: Object.freeze({ ...from }) } : {}),
    hash,
    part,
  };
  // The mark is a type alone.
  return work(Object.freeze(request) as SigningRequest<never>);
}

/** The title with the whole name of the thing: in place of its beginning, where the title has that, else behind it. */
function withTarget(title: string, target: string | undefined): string {
  if (target === undefined || title.includes(target)) return title;
  const short = shortHex(target);
  return title.includes(short) ? title.replace(short, () => target) : noted(title, target);
}

/** What is asked for, in one sentence: who does what to what, and where. */
export function sentenceOf({ act, transaction, abi, place, from, part }: ShownRequest): string {
  const { target } = act;
  const title = act.title === "" && transaction ? callTitle(transaction, abi) : act.title;
  const done = withTarget(title, target);
  const what = part > 1 ? t("{0}, transaction {1}", done, part) : done;
  const where = `${place.connection} · ${place.groupId}`;
  if (!from) return t("{0}, on {1}", what, where);
  const { address, label = "" } = from;
  // A name of blanks is none: an account of it is known by its address.
  return t("{0}, as {1} on {2}", what, label.trim() === "" ? address : noted(label, address), where);
}

/** A request as plain data: for signers that show it or refuse it, and for the record of what was signed. */
export function readableRequest(request: ShownRequest): ReadableRequest {
  const { transaction, act, place, from, abi } = request;
  if (!transaction || !from) throw clientError("consentForAnother", {});
  const { connection: _, ...chain } = place;
  const { weight, warnings, notes, recipient } = act;
  return readableTransaction(transaction, from.address, {
    abi,
    sentence: sentenceOf(request),
    weight,
    chain,
    ...(recipient ? { recipient } : {}),
    consequences: [...warnings, ...notes],
  });
}
