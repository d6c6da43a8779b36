import type { EVMResult, Message } from "@ethereumjs/evm";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { balanceOf, readAccount, readCode } from "../../devchain/execution/flatStateManager";
import { addressDigits } from "../../devchain/execution/knownAddress";
import type { StateStore } from "../../devchain/state/stateStore";
import type { AbiValue } from "./abiCode";

interface SlotChange {
  readonly account: string;
  readonly slot: Uint8Array;
  readonly isWrite: boolean;
  readonly before: bigint;
  readonly after: bigint;
  reverted: boolean;
}

/** A message, or the rest of one behind another. */
interface Access {
  readonly kind: bigint;
  account: string;
  readonly accessor: string;
  readonly initialized: boolean;
  readonly oldBalance: bigint;
  newBalance: bigint;
  deployedCode: Uint8Array;
  readonly value: bigint;
  readonly data: Uint8Array;
  reverted: boolean;
  readonly slots: SlotChange[];
  readonly depth: number;
}

/** Foundry's numbers. */
const kinds = { call: 0n, delegate: 1n, static: 3n, create: 4n, resume: 6n } as const;
const nothing = new Uint8Array(0);

/** Writes down messages and what they do to storage, from `startStateDiffRecording` on. */
export class StateDiff {
  readonly #all: Access[] = [];
  /** Those that still run: what they are noted in, and where they begin in the list. */
  readonly #open: { current: Access; readonly from: number; interrupted: boolean }[] = [];
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  begin(message: Message): void {
    for (const each of this.#open) each.interrupted = true;
    const { store, account } = { store: this.#store, account: message.to ? addressDigits(message.to) : "" };
    const balance = balanceOf(store, account);
    const access: Access = {
      kind: !message.to
        ? kinds.create
        : message.delegatecall
          ? kinds.delegate
          : message.isStatic
            ? kinds.static
            : kinds.call,
      account: message.delegatecall ? addressDigits(message.codeAddress) : account,
      accessor: addressDigits(message.caller),
      initialized: readAccount(store, account) !== undefined,
      oldBalance: balance,
      newBalance: balance,
      deployedCode: nothing,
      value: message.value,
      data: message.data.slice(),
      reverted: false,
      slots: [],
      depth: message.depth,
    };
    this.#open.push({ current: access, from: this.#all.length, interrupted: false });
    this.#all.push(access);
  }

  end(result: EVMResult): void {
    const frame = this.#open.pop();
    if (!frame) return;
    const first = this.#all[frame.from];
    if (!first) return;
    if (result.execResult.exceptionError) {
      for (const each of this.#all.slice(frame.from)) {
        each.reverted = true;
        for (const slot of each.slots) slot.reverted = true;
      }
    }
    if (first.kind === kinds.create && result.createdAddress) {
      first.account = addressDigits(result.createdAddress);
      first.deployedCode = readCode(this.#store, first.account);
    }
    first.newBalance = readAccount(this.#store, first.account)?.balance ?? first.oldBalance;
  }

  slot(account: string, slot: Uint8Array, before: bigint, after: bigint, isWrite: boolean): void {
    const frame = this.#open.at(-1);
    if (!frame) return;
    if (frame.interrupted) {
      const { account: own, accessor, depth } = frame.current;
      frame.current = {
        ...frame.current,
        kind: kinds.resume,
        account: own || account,
        accessor,
        depth,
        value: 0n,
        data: nothing,
        deployedCode: nothing,
        slots: [],
      };
      frame.interrupted = false;
      this.#all.push(frame.current);
    }
    frame.current.slots.push({ account, slot, isWrite, before, after, reverted: false });
  }

  /** As `AccountAccess[]`; newer test libraries have nonces in it. */
  answer(chainId: bigint, withNonces: boolean): AbiValue[] {
    return this.#all.map((each) => [
      [0n, chainId],
      each.kind,
      each.account || "0".repeat(40),
      each.accessor,
      each.initialized,
      each.oldBalance,
      each.newBalance,
      ...(withNonces ? [0n, 0n] : []),
      each.deployedCode,
      each.value,
      each.data,
      each.reverted,
      each.slots.map(({ account, slot, isWrite, before, after, reverted }) => [
        account,
        slot,
        isWrite,
        bytesOfNumber(before),
        bytesOfNumber(after),
        reverted,
      ]),
      BigInt(each.depth),
    ]);
  }
}
