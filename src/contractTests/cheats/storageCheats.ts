import { parametersOf } from "../../chain/abi/typeList";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import { readAccount, storageTable, writeAccount } from "../../devchain/execution/flatStateManager";
import { type AbiValue, encodeValues } from "./abiCode";
import { bytesAt, type CheatCall, type CheatCode, define, order, textAt } from "./cheatCode";
import { arbitrarySlot } from "./slotWatch";
import { StateDiff } from "./stateDiff";

function store({ context, state }: CheatCall, address: string, slot: string, value: Uint8Array): void {
  const empty = value.every((byte) => byte === 0);
  state.arbitrary.get(address)?.add(slot);
  context.store.set(storageTable(address), slot, empty ? undefined : value);
}

function load({ context, state }: CheatCall, address: string, slot: string): Uint8Array {
  const value = context.store.get(storageTable(address), slot);
  if (value instanceof Uint8Array) return bytesOfNumber(numberOfBytes(value));
  return bytesOfNumber(arbitrarySlot(state, context.seed, address, slot) ?? 0n);
}

function copyStorage({ context, state }: CheatCall, from: string, to: string): void {
  const [source, target] = [storageTable(from), storageTable(to)];
  for (const slot of [...context.store.keys(target)]) context.store.set(target, slot, undefined);
  for (const slot of [...context.store.keys(source)]) context.store.set(target, slot, context.store.get(source, slot));
  const arbitrary = state.arbitrary.get(from);
  if (arbitrary) state.arbitrary.set(to, new Set(arbitrary));
}

function cloneAccount(call: CheatCall, from: string, to: string): void {
  const account = readAccount(call.context.store, from);
  writeAccount(call.context.store, to, account ?? { nonce: 0n, balance: 0n, codeHash: "" });
  copyStorage(call, from, to);
}

function makeArbitrary({ context, state, evm }: CheatCall, address: string, overwrite: boolean): void {
  evm.watchSlots(() => context.seed);
  state.arbitrary.set(address, new Set());
  if (!overwrite) return;
  const table = storageTable(address);
  for (const slot of [...context.store.keys(table)]) context.store.set(table, slot, undefined);
}

const slotAccess = "(address,bytes32,bool,bytes32,bytes32,bool)[]";
const access = (nonces: string): string =>
  `((uint256,uint256),uint8,address,address,bool,uint256,uint256,${nonces}bytes,uint256,bytes,bool,${slotAccess},uint64)[]`;

function stopDiff({ state, evm, context }: CheatCall): Uint8Array {
  const withNonces = context.answerHolds("stopAndReturnStateDiff", "oldNonce");
  const list: AbiValue = state.diff?.answer(evm.scope.webChainId, withNonces) ?? [];
  state.diff = undefined;
  return encodeValues(parametersOf(access(withNonces ? "uint64,uint64," : "")), [list]);
}

/** Storage of contracts: looked at, changed, written down. */
export const storageCheats: readonly CheatCode[] = [
  order("store(address,bytes32,bytes32)", (call, args) =>
    store(call, textAt(args, 0), bytesToHexDigits(bytesAt(args, 1)), bytesAt(args, 2)),
  ),
  define("load(address,bytes32)", "bytes32", (call, args) => [
    load(call, textAt(args, 0), bytesToHexDigits(bytesAt(args, 1))),
  ]),
  order("copyStorage(address,address)", (call, args) => copyStorage(call, textAt(args, 0), textAt(args, 1))),
  order("cloneAccount(address,address)", (call, args) => cloneAccount(call, textAt(args, 0), textAt(args, 1))),
  order("setArbitraryStorage(address)", (call, args) => makeArbitrary(call, textAt(args, 0), false)),
  order("setArbitraryStorage(address,bool)", (call, args) => makeArbitrary(call, textAt(args, 0), args[1] === true)),
  order("record()", ({ state, evm, context }) => {
    evm.watchSlots(() => context.seed);
    state.accesses = new Map();
  }),
  order("stopRecord()", ({ state }) => {
    state.accesses = undefined;
  }),
  define("accesses(address)", "bytes32[],bytes32[]", ({ state }, args) => {
    const found = state.accesses?.get(textAt(args, 0));
    return [(found?.reads ?? []).map(hexToBytes), (found?.writes ?? []).map(hexToBytes)];
  }),
  order("startStateDiffRecording()", ({ state, evm, context }) => {
    evm.watchSlots(() => context.seed);
    state.diff = new StateDiff(context.store);
  }),
  define("stopAndReturnStateDiff()", access(""), stopDiff),
];
