import { type ExecutionRecording, isCreation } from "../../chain/dev/executionRecording";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHex, numberToHex } from "../../crypto/bytes/hex";
import { walk } from "./walk";

const word = (value: bigint): string => bytesToHex(bytesOfNumber(value));

/** What an execution looked at and changed. */
interface TouchedState {
  /** Addresses that it came to or asked about. */
  readonly addresses: ReadonlySet<string>;
  /** Slots of each account, by address. */
  readonly slots: ReadonlyMap<string, ReadonlySet<bigint>>;
  /** Words of slots that are other than before in the end. */
  readonly written: ReadonlyMap<string, ReadonlyMap<bigint, bigint>>;
}

/** Opcodes that ask about an account, which stands on top of the stack. */
const asking = new Set([0x31, 0x3b, 0x3c, 0x3f]);

interface Write {
  readonly address: string;
  readonly slot: bigint;
  readonly value: bigint;
}

/** @returns what an execution touched; what was taken back counts as looked at alone */
function touchedState(recording: ExecutionRecording): TouchedState {
  const addresses = new Set<string>();
  const slots = new Map<string, Set<bigint>>();
  const writes: Write[] = [];
  const begun: number[] = [];
  const touch = (index: number, slot: bigint): string => {
    const address = recording.frames[index]?.to ?? "";
    const own = slots.get(address) ?? new Set();
    slots.set(address, own.add(slot));
    return address;
  };
  for (const { from, to, codeAddress } of recording.frames)
    for (const address of [from, to, codeAddress]) if (address !== "") addresses.add(address);
  walk(
    recording,
    {
      enter: () => begun.push(writes.length),
      leave: (index) => {
        const start = begun.pop() ?? 0;
        if (recording.frames[index]?.error !== undefined) writes.length = start;
      },
      loaded: (index, slot) => void touch(index, slot),
      stored: (index, slot, value, transient) => {
        if (!transient) writes.push({ address: touch(index, slot), slot, value });
      },
    },
    ({ frame, opcode }) => {
      const top = frame.stack.at(-1);
      if (asking.has(opcode) && top !== undefined)
        addresses.add(`0x${(top % 2n ** 160n).toString(16).padStart(40, "0")}`);
      return true;
    },
  );
  const written = new Map<string, Map<bigint, bigint>>();
  for (const { address, slot, value } of writes)
    written.set(address, (written.get(address) ?? new Map<bigint, bigint>()).set(slot, value));
  return { addresses, slots, written };
}

/** The word that a slot had before. */
const wordBefore = ({ storage }: ExecutionRecording, address: string, slot: bigint): bigint =>
  BigInt(storage[address]?.[numberToHex(slot)] ?? 0);

/** Addresses of Ethereum's precompiled contracts, which every access list has in mind. */
const isPrecompiled = (address: string): boolean => /^0x0{38}(?:0[1-9a-f]|1[01])$/.test(address);

/** The access list of an execution as EIP-2930 has it: without the sender, the recipient where only its code ran, and precompiled ones. */
export function accessListOf(recording: ExecutionRecording): object[] {
  const { addresses, slots } = touchedState(recording);
  const { from, to } = recording.transaction;
  const implied = new Set([from, to, recording.contractAddress]);
  const listed = new Set([...addresses].filter((address) => !implied.has(address) && !isPrecompiled(address)));
  for (const address of slots.keys()) listed.add(address);
  return [...listed].map((address) => ({
    address,
    storageKeys: [...(slots.get(address) ?? [])].map(word),
  }));
}

type AccountForm = Record<string, unknown>;

/** Code of the accounts whose code ran, by address. */
function codesOf({ frames, codes }: ExecutionRecording): Map<string, string> {
  const found = new Map<string, string>();
  for (const frame of frames)
    if (frame.code >= 0 && !isCreation(frame)) found.set(frame.codeAddress, codes[frame.code] ?? "0x");
  return found;
}

/**
 * What an execution looked at, as it was before, as geth's `prestateTracer` gives it; with `diffMode` what it changed, before and after.
 * Counters of accounts (`nonce`) aren't known and are left out.
 */
export function prestate(recording: ExecutionRecording, diffMode: boolean): object {
  const { addresses, slots, written } = touchedState(recording);
  const codes = codesOf(recording);
  const created = new Map(
    recording.frames.flatMap((frame) =>
      isCreation(frame) && frame.error === undefined ? [[frame.to, frame.output] as const] : [],
    ),
  );
  const pre: Record<string, AccountForm> = {};
  for (const address of addresses) {
    if (created.has(address)) continue;
    const balance = numberToHex(BigInt(recording.balances[address] ?? 0));
    const code = codes.get(address);
    const storage = Object.fromEntries(
      [...(slots.get(address) ?? [])].map((slot) => [word(slot), word(wordBefore(recording, address, slot))]),
    );
    pre[address] = {
      balance,
      ...(code === undefined || code === "0x" ? {} : { code }),
      ...(Object.keys(storage).length === 0 ? {} : { storage }),
    };
  }
  if (!diffMode) return pre;
  return changesOf(recording, pre, { written, created });
}

/** Accounts with something changed, as they were and as they are. */
function changesOf(
  recording: ExecutionRecording,
  pre: Readonly<Record<string, AccountForm>>,
  { written, created }: { readonly written: TouchedState["written"]; readonly created: ReadonlyMap<string, string> },
): object {
  const before: Record<string, AccountForm> = {};
  const after: Record<string, AccountForm> = {};
  const balances = new Map((recording.balanceChanges ?? []).map(({ address, balance }) => [address, balance]));
  for (const address of new Set([...Object.keys(pre), ...created.keys()])) {
    const post: AccountForm = {};
    const ended = balances.get(address);
    const begun = recording.balances[address] ?? "0";
    if (ended !== undefined && ended !== begun) post["balance"] = numberToHex(BigInt(ended));
    const code = created.get(address);
    if (code !== undefined) post["code"] = code;
    const changed = [...(written.get(address) ?? [])].filter(
      ([slot, value]) => value !== wordBefore(recording, address, slot),
    );
    const kept = changed.filter(([, value]) => value !== 0n);
    if (kept.length > 0) post["storage"] = Object.fromEntries(kept.map(([slot, value]) => [word(slot), word(value)]));
    if (Object.keys(post).length === 0 && changed.length === 0) continue;
    after[address] = post;
    const known = pre[address];
    if (!known) continue;
    const storage = Object.fromEntries(
      changed.flatMap(([slot]) => {
        const value = wordBefore(recording, address, slot);
        return value === 0n ? [] : [[word(slot), word(value)]];
      }),
    );
    const { storage: _all, ...rest } = known;
    before[address] = { ...rest, ...(Object.keys(storage).length === 0 ? {} : { storage }) };
  }
  return { pre: before, post: after };
}
