import { decodeRevert, outputOfFailure, revertText } from "../../chain/abi/revert";
import { type Hex, hexToBytes } from "../../crypto/bytes/hex";
import { shortened } from "../../text/shortText";
import { changesTable } from "../schema/baseTables";
import { changeOf } from "./changes";
import type { KnownInterface } from "./knownInterface";
import type { RowSet } from "./rowSet";
import { storedEvent, storedInteger, storedParameters } from "./storedValues";

/** A transaction as far as reading its call goes; hex with `0x`. */
export interface CallFacts {
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
export interface ReadCall {
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

/** Why a transaction failed, in the contract's words, else the node's; null where no one says. */
function reasonOf({ status, output, message }: CallFacts, known: KnownInterface | undefined): string | null {
  if (status === null || status === 0) return null;
  const failureOutput = outputOfFailure(status, output);
  return (
    revertText(known ? known.revert(failureOutput) : decodeRevert(failureOutput)) ||
    shortened(message, maxMessageLength) ||
    null
  );
}

/** Reads a call by an ABI, puts the row of its function, and counts it. */
export function readCall(facts: CallFacts, known: KnownInterface | undefined, rows: RowSet): ReadCall {
  const read = readKnownCall(facts, known, rows);
  const { contract, time, input } = facts;
  const selector = input.length < selectorLength ? "" : input.slice(0, selectorLength).toLowerCase();
  if (contract !== "") rows.counts.add("call", read.method ?? selector, time, contract);
  return read;
}

function readKnownCall(facts: CallFacts, known: KnownInterface | undefined, rows: RowSet): ReadCall {
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

export interface EventFacts {
  readonly tx: number;
  readonly log: number;
  readonly block: number;
  readonly time: number;
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: Uint8Array;
}

/** Reads an event by an ABI, puts its row, counts it, and gives its signature; null where the ABI has no such event. */
export function readEvent(facts: EventFacts, known: KnownInterface | undefined, rows: RowSet): string | null {
  const signature = readKnownEvent(facts, known, rows);
  rows.counts.add("event", signature ?? facts.topics[0] ?? "", facts.time, facts.contract);
  return signature;
}

function readKnownEvent(facts: EventFacts, known: KnownInterface | undefined, rows: RowSet): string | null {
  const { tx, log, block, time, contract, topics, data } = facts;
  for (const { member, table } of known?.events(topics[0]) ?? []) {
    const values = storedEvent(member, topics, data);
    if (!values) continue;
    rows.add(table, [tx, log, block, time, contract, ...values]);
    return member.signature;
  }
  return null;
}
