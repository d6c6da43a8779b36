import { type AbiValue, decodeParameters } from "../../chain/abi/abiDecoder";
import { type AbiParameter, isHashedInTopic, readsOnly } from "../../chain/abi/abiType";
import type { AbiEvent, AbiFunction } from "../../chain/abi/contractInterface";
import type { PrecompiledName } from "../../chain/abi/precompiledNames";
import { decodeRevert, outputOfFailure, revertText } from "../../chain/abi/revert";
import { type Hex, hexToBytes } from "../../crypto/bytes/hex";
import { shortened } from "../../text/shortText";
import { changesTable } from "../schema/baseTables";
import { columnType } from "../schema/interfaceTables";
import { toBigText } from "../store/bigText";
import type { ColumnType } from "../store/dialect";
import { keptName, type StoredValue } from "../store/historyStore";
import type { MemberReader } from "./knownInterface";
import type { RowSet } from "./rowSet";

/** Digits that a number surely has exactly. */
const safeDigits = 15;

/** An integer in the form that is quickest to keep. @throws SyntaxError for what is none */
export const storedInteger = (text: string): number | bigint =>
  text.length <= safeDigits ? Number(text) : BigInt(text);

function stored(type: ColumnType, value: AbiValue): StoredValue {
  if (type === "json") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  const text = String(value);
  if (type === "int") return storedInteger(text);
  return type === "big" ? toBigText(text) : text;
}

/** The values of parameters as their columns keep them; all NULL where the data isn't theirs. */
function storedParameters(parameters: readonly AbiParameter[], data: Uint8Array): StoredValue[] {
  if (parameters.length === 0) return [];
  try {
    const values = decodeParameters(parameters, data);
    return parameters.map((parameter, place) => {
      return stored(columnType({ ...parameter, indexed: false }), values[place] ?? "");
    });
  } catch (error) {
    if (error instanceof RangeError) return parameters.map(() => null);
    throw error;
  }
}

/** The values of an event's parameters; undefined where the log can't be one of it. */
function storedEvent(event: AbiEvent, topics: readonly string[], data: Uint8Array): StoredValue[] | undefined {
  const own = event.anonymous ? topics : topics.slice(1);
  const indexed = event.inputs.filter((input) => input.indexed).length;
  if (indexed !== own.length) return undefined;
  try {
    const inData = decodeParameters(
      event.inputs.filter((input) => !input.indexed),
      data,
    )[Symbol.iterator]();
    const inTopics = own[Symbol.iterator]();
    return event.inputs.map((input) => {
      if (!input.indexed) return stored(columnType(input), inData.next().value ?? "");
      const topic = inTopics.next().value ?? "0x";
      if (isHashedInTopic(input.shape)) return topic;
      return stored(columnType(input), decodeParameters([input], hexToBytes(topic))[0] ?? "");
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What the calls of a built-in contract change; those that change nothing of the chain's own are missing. */
const kinds: Readonly<Partial<Record<PrecompiledName, string>>> = {
  BFS: "file",
  TableManager: "table",
  Table: "row",
  KVTable: "row",
  SystemConfig: "config",
  Consensus: "node",
  ContractAuth: "rights",
  CommitteeManager: "committee",
  Committee: "committee",
  ProposalManager: "committee",
  VoteComputer: "committee",
  AccountManager: "account",
  Account: "account",
  Balance: "balance",
  Sharding: "shard",
};

/** What is changed is the first argument, or what it is made of: a path, a table, a key, a node, an address. */
function objectOf(value: AbiValue | undefined): string | null {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return objectOf(value[0]);
  if (typeof value === "object") return objectOf(Object.values(value)[0]);
  return null;
}

/** Rows are found by it, and databases refuse an index of long texts; `arguments` have it whole. */
function keptObject(value: AbiValue | undefined): string | null {
  const object = objectOf(value);
  return object === null ? null : keptName(object);
}

interface Change {
  readonly kind: string;
  readonly action: string;
  readonly object: string | null;
  /** JSON. */
  readonly arguments: string;
}

/** What a call of a built-in contract asks to change; undefined where it changes nothing, or can't be read. */
function changeOf(contract: string, member: AbiFunction, data: Uint8Array): Change | undefined {
  const kind = kinds[contract as PrecompiledName];
  if (kind === undefined || readsOnly(member)) return undefined;
  try {
    const values = decodeParameters(member.inputs, data);
    const named = Object.fromEntries(member.inputs.map(({ name }, place) => [name || `arg${place}`, values[place]]));
    return { kind, action: member.name, object: keptObject(values[0]), arguments: JSON.stringify(named) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A transaction as far as reading its call goes; hex with `0x`. */
interface CallFacts {
  readonly tx: number;
  readonly block: number;
  readonly time: number;
  readonly contract: string;
  readonly sender: string | null;
  /** null while its receipt is missing. */
  readonly status: number | null;
  readonly input: Hex;
  readonly output: Hex;
  readonly message: string;
}

/** What an ABI says of a call beyond the row in its function's table. */
interface ReadCall {
  readonly method: string | null;
  readonly error: string | null;
  readonly code: number | bigint | null;
}

const selectorLength = 10;

/** What a built-in contract returned, where that is one number and the call ran. */
function codeOf(signatureOutputs: readonly { readonly type: string }[], output: Uint8Array): number | bigint | null {
  const [only, ...others] = signatureOutputs;
  if (!only || others.length > 0 || !/^u?int\d*$/.test(only.type) || output.length < 32) return null;
  const number = BigInt.asIntN(256, BigInt(`0x${Buffer.from(output.subarray(0, 32)).toString("hex")}`));
  const fits = BigInt.asIntN(64, number) === number;
  return fits ? storedInteger(String(number)) : null;
}

/** A node may say anything at any length. */
const maxMessageLength = 1000;

/** Why a transaction failed, in the contract's words, else the node's; null without either. */
function reasonOf({ status, output, message }: CallFacts, known: MemberReader | undefined): string | null {
  if (status === null || status === 0) return null;
  const failureOutput = outputOfFailure(status, output);
  return (
    revertText(known ? known.revert(failureOutput) : decodeRevert(failureOutput)) ||
    shortened(message, maxMessageLength) ||
    null
  );
}

/** Reads a call by an ABI, puts the row of its function, and counts it. */
export function readCall(facts: CallFacts, known: MemberReader | undefined, rows: RowSet): ReadCall {
  const read = readKnownCall(facts, known, rows);
  const { contract, time, input } = facts;
  const selector = input.length < selectorLength ? "" : input.slice(0, selectorLength).toLowerCase();
  if (contract !== "") rows.counts.add("call", read.method ?? selector, time, contract);
  return read;
}

function readKnownCall(facts: CallFacts, known: MemberReader | undefined, rows: RowSet): ReadCall {
  const { status, output } = facts;
  const error = reasonOf(facts, known);
  const found = known?.call(facts.input.slice(0, selectorLength).toLowerCase());
  if (!known || !found) return { method: null, error, code: null };
  const { member, table } = found;
  const data = hexToBytes(facts.input.slice(selectorLength));
  const ran = status === 0;
  const result = ran ? hexToBytes(output) : new Uint8Array(0);
  const results = ran ? storedParameters(member.outputs, result) : member.outputs.map(() => null);
  const { tx, block, time, contract, sender } = facts;
  rows.add(table, [tx, block, time, contract, sender, status, ...storedParameters(member.inputs, data), ...results]);
  if (known.source !== "precompiled") return { method: member.signature, error, code: null };
  const code = ran ? codeOf(member.outputs, result) : null;
  const change = status === null ? undefined : changeOf(known.name, member, data);
  if (change) {
    const row = [change.kind, contract, change.action, change.object, change.arguments, code, status];
    rows.add(changesTable, [tx, block, time, ...row]);
  }
  return { method: member.signature, error, code };
}

interface EventFacts {
  readonly tx: number;
  readonly log: number;
  readonly block: number;
  readonly time: number;
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: Uint8Array;
}

/** Reads an event by an ABI, puts its row, counts it, and gives its signature; null where the ABI has no such event. */
export function readEvent(facts: EventFacts, known: MemberReader | undefined, rows: RowSet): string | null {
  const signature = readKnownEvent(facts, known, rows);
  rows.counts.add("event", signature ?? facts.topics[0] ?? "", facts.time, facts.contract);
  return signature;
}

function readKnownEvent(facts: EventFacts, known: MemberReader | undefined, rows: RowSet): string | null {
  const { tx, log, block, time, contract, topics, data } = facts;
  for (const { member, table } of known?.events(topics[0]) ?? []) {
    const values = storedEvent(member, topics, data);
    if (!values) continue;
    rows.add(table, [tx, log, block, time, contract, ...values]);
    return member.signature;
  }
  return null;
}
