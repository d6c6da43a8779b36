import { createHash } from "node:crypto";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { hexToBytes } from "../../crypto/bytes/hex";
import type { FlatStateManager } from "../../devchain/execution/flatStateManager";
import { addressDigits } from "../../devchain/execution/knownAddress";
import type { TestState } from "./testState";

type SlotArguments = Parameters<FlatStateManager["slot"]>;
type SetArguments = Parameters<FlatStateManager["setSlot"]>;

function noteAccess(state: TestState, address: string, slot: string, write: boolean): void {
  const { accesses } = state;
  if (!accesses) return;
  let found = accesses.get(address);
  if (!found) {
    found = { reads: [], writes: [] };
    accesses.set(address, found);
  }
  found.reads.push(slot);
  if (write) found.writes.push(slot);
}

const randomSlot = (seed: string, address: string, slot: string): bigint =>
  numberOfBytes(new Uint8Array(createHash("sha256").update(`${seed}\n${address}\n${slot}`).digest()));

/** What stands in a slot of an account whose storage is arbitrary, that wasn't written to. */
export function arbitrarySlot(state: TestState, seed: string, address: string, slot: string): bigint | undefined {
  const arbitrary = state.arbitrary.get(address);
  return arbitrary && !arbitrary.has(slot) ? randomSlot(seed, address, slot) : undefined;
}

/** Puts an ear at the storage of contracts, once: what is asked for is told to the state of the test that runs. */
export function watchSlots(states: FlatStateManager, current: () => TestState, seed: () => string): void {
  if (Object.hasOwn(states, "slot")) return;
  const plain = Object.getPrototypeOf(states) as FlatStateManager;
  const read = (address: SlotArguments[0], slot: string): bigint => {
    const value = plain.slot.call(states, address, slot);
    if (value !== 0n || current().arbitrary.size === 0) return value;
    return arbitrarySlot(current(), seed(), addressDigits(address), slot) ?? value;
  };
  Object.assign(states, {
    slot: (...[address, slot]: SlotArguments) => {
      const state = current();
      const value = read(address, slot);
      if (state.accesses || state.diff) {
        const digits = addressDigits(address);
        noteAccess(state, digits, slot, false);
        state.diff?.slot(digits, hexToBytes(slot), value, value, false);
      }
      return value;
    },
    setSlot: (...[address, slot, value]: SetArguments) => {
      const state = current();
      const digits = addressDigits(address);
      noteAccess(state, digits, slot, true);
      state.diff?.slot(digits, hexToBytes(slot), read(address, slot), value, true);
      state.arbitrary.get(digits)?.add(slot);
      plain.setSlot.call(states, address, slot, value);
    },
  });
}
