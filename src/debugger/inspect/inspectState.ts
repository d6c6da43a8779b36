import { readsOnly } from "../../chain/abi/abiType";
import { precompiledAt, precompiledInterface } from "../../chain/abi/precompiledContracts";
import { callText, valuesText } from "../../chain/abi/valueText";
import { type Hex, isAddress, numberToHex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import type { Debuggee } from "../program/debuggee";
import { frameFacts } from "../program/explain";
import type { FoundContract } from "../program/findContract";
import { arrayData, lengthOf, mappingEntries, membersOf, wordOf } from "../values/readValue";
import { valueText } from "../values/showValue";
import { isValueType, packedSize, plain, type SolidityType, slotsOf, typeName } from "../values/solidityType";
import { NotAvailable, type StateView, type Value } from "../values/value";
import type { ChangedAccount, ChangedVariable, PrecompiledChange, StateChanges } from "./messages";
import { variablesOf } from "./storageTree";

const max = { changes: 2000, items: 1000, depth: 10, builtins: 500, textBytes: 4096 };

interface WordChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** What is different at the end, by account and slot. */
function changedSlots(debuggee: Debuggee): Map<string, Map<bigint, WordChange>> {
  const { playback } = debuggee;
  const accounts = new Map<string, Map<bigint, WordChange>>();
  for (const { address, slot, transient } of playback.writes) {
    if (transient) continue;
    const slots = accounts.get(address) ?? new Map<bigint, WordChange>();
    accounts.set(address, slots);
    const before = playback.storage.at(address, slot, 0) ?? 0n;
    slots.set(slot, { before, after: playback.storage.at(address, slot, playback.length) ?? 0n });
  }
  for (const [address, slots] of accounts) {
    for (const [slot, { before, after }] of slots) if (before === after) slots.delete(slot);
    if (slots.size === 0) accounts.delete(address);
  }
  return accounts;
}

/** Finds the variables behind slots that changed, from the variables down to what the slots hold. */
class ChangeFinder {
  readonly changes: ChangedVariable[] = [];
  readonly #slots: ReadonlyMap<bigint, WordChange>;
  readonly #sorted: readonly bigint[];
  readonly explained = new Set<bigint>();
  readonly #before: StateView;
  readonly #after: StateView;
  readonly #messages = new Set<string>();
  #looking: Set<bigint> | undefined;

  constructor(debuggee: Debuggee, address: string, slots: ReadonlyMap<bigint, WordChange>) {
    const { playback, suite } = debuggee;
    this.#slots = slots;
    this.#sorted = [...slots.keys()].sort((left, right) => (left < right ? -1 : 1));
    const view = (after: boolean): StateView => ({
      maxBytes: max.textBytes,
      storage: (of, slot, transient) => {
        if (of === address) this.#looking?.add(slot);
        const step = after ? playback.length : 0;
        const word = transient ? 0n : playback.storage.at(of, BigInt.asUintN(256, slot), step);
        if (word === undefined) throw new NotAvailable(t("not known"));
        return word;
      },
      memory: () => new Uint8Array(0),
      calldata: new Uint8Array(0),
      hash: (bytes) => suite.hash(bytes),
      preimages: playback.preimagesOf(address),
      functionName: () => undefined,
    });
    this.#before = view(false);
    this.#after = view(true);
  }

  /** A proxy and what it runs may both have the variable. */
  #add(change: ChangedVariable): void {
    const key = JSON.stringify(change);
    if (this.#messages.has(key)) return;
    this.#messages.add(key);
    this.changes.push(change);
  }

  /** Whether one of the slots from a place on changed. */
  #touched(start: bigint, count: bigint): boolean {
    return this.#between(start, count).length > 0;
  }

  #between(start: bigint, count: bigint): bigint[] {
    return this.#sorted.filter((slot) => slot >= start && slot < start + count);
  }

  find(name: string, value: Value, depth = 0): void {
    const { place } = value;
    if (place.kind !== "storage" || place.transient || depth > max.depth || this.changes.length >= max.changes) return;
    const bare = plain(value.type);
    if (isValueType(bare) || bare.kind === "string" || bare.kind === "bytes") this.#leaf(name, value);
    else if (bare.kind === "mapping") {
      for (const { key, value: inner } of mappingEntries(this.#after, value))
        this.find(`${name}[${valueText(this.#after, key)}]`, inner, depth + 1);
    } else if (bare.kind === "struct") {
      for (const member of membersOf(this.#after, value)) this.find(`${name}.${member.name}`, member.value, depth + 1);
    } else if (bare.kind === "array") this.#array(name, value, bare, depth);
  }

  #leaf(name: string, value: Value): void {
    const { place } = value;
    const bare = plain(value.type);
    if (place.kind !== "storage") return;
    // values in their slot: only where that changed
    if (isValueType(bare) && !this.#slots.has(place.slot)) return;
    this.#looking = new Set();
    const [before, after] = [valueText(this.#before, value), valueText(this.#after, value)];
    const changed = [...this.#looking].filter((slot) => this.#slots.has(slot));
    this.#looking = undefined;
    if (changed.length === 0) return;
    for (const slot of changed) this.explained.add(slot);
    // a neighbour in the same slot
    if (before === after && (isValueType(bare) || !this.#bytesDiffer(value))) return;
    this.#add({ name: visibleLine(name), type: typeName(value.type), before, after });
  }

  #bytesDiffer(value: Value): boolean {
    try {
      return (
        lengthOf(this.#before, value) !== lengthOf(this.#after, value) ||
        wordOf(this.#before, value) !== wordOf(this.#after, value)
      );
    } catch {
      return true;
    }
  }

  #array(name: string, value: Value, type: Extract<SolidityType, { kind: "array" }>, depth: number): void {
    const { place } = value;
    if (place.kind !== "storage") return;
    const fixed = type.length;
    let start = place.slot;
    let count = fixed ?? 0;
    if (fixed === undefined) {
      const [before, after] = [this.#before, this.#after].map((view) => this.#length(view, value));
      if (this.#slots.has(place.slot)) {
        this.explained.add(place.slot);
        this.#add({
          name: visibleLine(`${name}.length`),
          type: "uint256",
          before: String(before),
          after: String(after),
        });
      }
      start = arrayData(this.#after, place.slot);
      count = Math.max(before ?? 0, after ?? 0);
    }
    const perSlot = isValueType(type.item) ? Math.floor(32 / packedSize(type.item)) : 1;
    const each = isValueType(type.item) ? 1n : slotsOf(type.item);
    const slots = isValueType(type.item) ? BigInt(Math.ceil(count / perSlot)) : each * BigInt(count);
    const indexes = new Set<number>();
    // of items with content elsewhere, all have to be looked at
    const deep = !isInPlace(type.item);
    if (deep) for (let i = 0; i < Math.min(count, max.items); i++) indexes.add(i);
    for (const slot of this.#between(start, slots)) {
      const first = Number((slot - start) / each) * perSlot;
      for (let i = 0; i < perSlot && first + i < count; i++) indexes.add(first + i);
    }
    for (const index of [...indexes].sort((left, right) => left - right)) {
      const at = start + BigInt(Math.floor(index / perSlot)) * each;
      const offset = isValueType(type.item) ? (index % perSlot) * packedSize(type.item) : 0;
      this.find(`${name}[${index}]`, { type: type.item, place: { ...place, slot: at, offset } }, depth + 1);
    }
    if (this.#touched(start, slots) && deep) for (const slot of this.#between(start, slots)) this.explained.add(slot);
  }

  #length(view: StateView, value: Value): number {
    try {
      return lengthOf(view, value);
    } catch {
      return 0;
    }
  }
}

/** Whether all of a value is in its own slots. */
function isInPlace(type: SolidityType): boolean {
  const bare = plain(type);
  if (isValueType(bare)) return true;
  if (bare.kind === "array") return bare.length !== undefined && isInPlace(bare.item);
  return bare.kind === "struct" && bare.members().every((member) => isInPlace(member.type));
}

/** The contracts whose code worked on an account's storage, with that code as it is deployed. */
function contractsOn(debuggee: Debuggee, address: string): { readonly found: FoundContract; readonly code: string }[] {
  const known = new Map<unknown, { found: FoundContract; code: string }>();
  for (const [index, frame] of debuggee.playback.recording.frames.entries()) {
    const found = debuggee.contracts[index];
    if (frame.to !== address || !found) continue;
    const code = found.creation ? frame.output : (debuggee.recording.codes[frame.code] ?? "0x");
    if (!known.has(found.contract)) known.set(found.contract, { found, code });
  }
  return [...known.values()];
}

function changesOf(debuggee: Debuggee, address: string, slots: ReadonlyMap<bigint, WordChange>): ChangedAccount {
  const finder = new ChangeFinder(debuggee, address, slots);
  const contracts = contractsOn(debuggee, address);
  const having = contracts.filter(({ found, code }) => {
    const variables = variablesOf(found, address, code);
    for (const { name, value } of variables) finder.find(name, value);
    return variables.length > 0;
  });
  return {
    address,
    contracts: having.map(({ found }) => found.contract.name),
    changes: finder.changes,
    others: [...slots]
      .filter(([slot]) => !finder.explained.has(slot))
      .slice(0, max.changes)
      .map(([slot, { before, after }]) => ({
        slot: numberToHex(slot),
        before: numberToHex(before),
        after: numberToHex(after),
      })),
  };
}

/** Names of tables by the addresses at which they were opened. */
function openedTables(debuggee: Debuggee): Map<string, string> {
  const opened = new Map<string, string>();
  for (const [index, frame] of debuggee.playback.recording.frames.entries()) {
    if (precompiledAt(frame.codeAddress) !== "TableManager") continue;
    const { arguments: given, results } = frameFacts(debuggee, index);
    const [name, address] = [given[0]?.value, results[0]?.value];
    if (typeof name === "string" && typeof address === "string" && isAddress(address))
      opened.set(address.toLowerCase(), name);
  }
  return opened;
}

/** Messages to built-in contracts that change something, rows of tables among them, unless what sent them failed. */
function precompiledContractsOf(debuggee: Debuggee): PrecompiledChange[] {
  const { suite, playback } = debuggee;
  const { frames } = playback.recording;
  const tables = openedTables(debuggee);
  return frames
    .flatMap((frame, index): PrecompiledChange[] => {
      const address = frame.codeAddress;
      const known = precompiledAt(address);
      const table = tables.get(address);
      if (frame.isStatic || playback.isTakenBack(index, playback.length) || (!known && table === undefined)) return [];
      const interfaces = known
        ? [precompiledInterface(known, suite)]
        : [precompiledInterface("Table", suite), precompiledInterface("KVTable", suite)];
      const input = frame.input as Hex;
      const abi = interfaces.find((each) => each.functions.some(({ selector }) => input.startsWith(selector)));
      const called = abi?.functions.find(({ selector }) => input.startsWith(selector));
      const call = abi?.decodeCall(input);
      if (!abi || !called || !call) return [];
      // opening a table only looks for it, whatever its declaration says
      const looks = readsOnly(called) || called.name === "openTable";
      if (looks) return [];
      const text = callText(
        call.name,
        call.arguments.map(({ value }) => value),
      );
      const results = valuesText(abi.decodeOutput(call.signature, frame.output as Hex));
      return [
        {
          contract: visibleLine(known ?? table ?? ""),
          address,
          call: visibleLine(text),
          results: visibleLine(results),
        },
      ];
    })
    .slice(0, max.builtins);
}

/** What a transaction changed: variables by name, other slots as they are, what it told built-in contracts. */
export function stateChanges(debuggee: Debuggee, notes: readonly string[]): StateChanges {
  const { recording, playback } = debuggee;
  return {
    transaction: recording.transaction.hash ?? "",
    status: recording.status,
    accounts:
      playback.recording.status === 0
        ? [...changedSlots(debuggee)].map(([address, slots]) => changesOf(debuggee, address, slots))
        : [],
    builtins: precompiledContractsOf(debuggee),
    notes,
  };
}
