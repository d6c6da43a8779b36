import type { RecordingChanges } from "../../chain/dev/executionRecording";
import { encodeSignedTransaction } from "../../chain/encoding/signedTransaction";
import { transactionData } from "../../chain/encoding/transactionData";
import { transactionHash } from "../../chain/encoding/transactionHash";
import { maxWord } from "../../chain/evm/wordArithmetic";
import { bytesToHex, bytesToHexDigits, hexToBytes, isAddress, numberToHex } from "../../crypto/bytes/hex";
import { groupNotExist, invalidParams, RpcError } from "../errors/rpcError";
import { writeAccount } from "../execution/flatStateManager";
import { seededNode } from "../keys/seededKeys";
import type { Group } from "../ledger/group";
import { groupNamed, type Network } from "../nodes/network";
import type { Handler, MethodTable, Parameters } from "../rpc/envelope";
import type { WireObject } from "../rpc/jsonText";
import { addTransactionPart, receiptJson } from "../rpc/receiptJson";
import { type PortFaults, readFaultyAnswer } from "./faults";

const address = (value: unknown): string => {
  if (typeof value !== "string" || !isAddress(value)) throw invalidParams("an address is 0x and 40 hex digits");
  return value.slice(2).toLowerCase();
};

const bytes = (value: unknown): Uint8Array => {
  try {
    return typeof value === "string" ? hexToBytes(value) : new Uint8Array(0);
  } catch {
    throw invalidParams("data is 0x and an even number of hex digits");
  }
};

function amount(value: unknown): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "bigint" && value >= 0n) return value;
  if (typeof value === "string" && /^(0x[0-9a-fA-F]+|\d+)$/.test(value)) return BigInt(value);
  throw invalidParams("an amount is a number, decimal text or 0x hex text");
}

/** A transaction without a signature, in the sender's name. */
async function sendAs(network: Network, group: Group, request: WireObject): Promise<unknown> {
  const { from, to, data, value, abi } = request as Record<"from" | "to" | "data" | "value" | "abi", unknown>;
  const sender = address(from);
  if (group.pool.size >= max.waiting) throw tooMany("transactions waiting", group.pool.size);
  const content = transactionData({
    version: value === undefined ? 0 : 1,
    chainId: network.settings.chainId,
    groupId: group.id,
    blockLimit: BigInt(group.blocks.head + 500),
    nonce: bytesToHexDigits(crypto.getRandomValues(new Uint8Array(16))),
    to: to === undefined || to === "" ? "" : `0x${address(to)}`,
    input: bytes(data),
    abi: typeof abi === "string" ? abi : "",
    value: value === undefined ? "" : numberToHex(balanceOf(value)),
  });
  const dataHash = transactionHash(network.suite, content);
  const signed = encodeSignedTransaction({ data: content, dataHash, signature: new Uint8Array(65) });
  const committed = await group.submitAs(signed, sender);
  const style = { suite: network.suite, nodeVersion: network.settings.nodeVersion };
  const json = receiptJson(style, committed.receipt, committed.blockNumber, committed.record.hash);
  return addTransactionPart(style, json, committed.record, committed.transaction);
}

/** What one request may ask for (docs/devchain.md, "The dev_ methods"): more would stop all answers or fill the memory. */
const max = {
  blocksMined: 10_000,
  traceSteps: 1_000_000,
  snapshots: 1000,
  nodes: 256,
  wrongAnswers: 256,
  slowMs: 600_000,
  lagBlocks: 1_000_000_000,
  viewChanges: 1_000_000,
  waiting: 10_000,
  slots: 10_000,
  /** The end of the year 9999. */
  timeMs: 253_402_300_799_999,
} as const;

/** @throws RpcError −32602 for what is no whole number within its limits. */
function count(name: string, value: unknown, highest: number): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= highest) return value;
  throw invalidParams(`${name} is a whole number from 0 to ${highest}`);
}

const isHex = (value: unknown): value is string => typeof value === "string" && /^0x[0-9a-fA-F]{0,600000}$/.test(value);

/** What is to be otherwise in a recording. @throws RpcError −32602 for what cannot be. */
function changesOf(request: WireObject): RecordingChanges {
  const { code, storage, balances, input } = request as Record<"code" | "storage" | "balances" | "input", unknown>;
  const members = (value: unknown): [string, unknown][] =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const words = (value: unknown): Record<string, string> =>
    Object.fromEntries(
      members(value).map(([slot, word]) => {
        if (!isHex(slot) || !isHex(word) || slot.length > 66 || word.length > 66 || slot === "0x" || word === "0x") {
          throw invalidParams("storage is slots and words, 0x and 1 to 64 hex digits");
        }
        return [slot, word];
      }),
    );
  return {
    code: Object.fromEntries(members(code).map(([account, text]) => [address(account), bytesToHex(bytes(text))])),
    storage: Object.fromEntries(members(storage).map(([account, slots]) => [address(account), words(slots)])),
    balances: Object.fromEntries(members(balances).map(([account, wei]) => [address(account), String(balanceOf(wei))])),
    ...(input === undefined ? {} : { input: bytesToHex(bytes(input)) }),
  };
}

/** The limit of an account's balance: 256 bits. */
function balanceOf(value: unknown): bigint {
  const balance = amount(value);
  if (balance <= maxWord) return balance;
  throw invalidParams("a balance has 256 bits at most");
}

/** Slots of a storage. @throws RpcError −32602 for what are none. */
function slotsOf(value: unknown): bigint[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > max.slots) throw invalidParams(`slots are a list of up to ${max.slots}`);
  return value.map((slot: unknown) => {
    if (typeof slot !== "string" || !/^0x[0-9a-fA-F]{1,64}$/.test(slot))
      throw invalidParams("a slot is 0x and 1 to 64 hex digits");
    return BigInt(slot);
  });
}

const tooMany = (what: string, size: number): RpcError => invalidParams(`there are ${size} ${what} already`);

/** Sets one fault of a group or of the port; gives whether the kind is known. */
function setFault(group: Group, faults: PortFaults, kind: string, fault: WireObject): boolean {
  const { node, down, blocks, times, on, ms, method } = fault as Record<
    "node" | "down" | "blocks" | "times" | "on" | "ms" | "method",
    unknown
  >;
  const nodeId = (): string => {
    const { nodes } = group.members;
    const index = typeof node === "number" ? node : nodes.findIndex((each) => each.nodeId === node);
    const found = nodes[index];
    if (!found) throw invalidParams("node is the number or the ID of a node of this chain");
    if (index === 0) throw invalidParams("node 0 is the one that answers: take another");
    return found.nodeId;
  };
  if (kind === "peerLost") {
    group.members.setDown(nodeId(), down !== false);
    group.schedule();
  } else if (kind === "lag") group.members.setLag(nodeId(), count("blocks", blocks ?? 1, max.lagBlocks));
  else if (kind === "viewChange") group.members.changeView(count("times", times ?? 1, max.viewChanges));
  else if (kind === "poolFull") group.admission.full = on !== false;
  else if (kind === "slow") faults.slowMs = count("ms", ms ?? 1000, max.slowMs);
  else if (kind === "wrongAnswer") {
    const { answers } = faults;
    if (answers.size >= max.wrongAnswers && !answers.has(String(method))) throw tooMany("wrong answers", answers.size);
    answers.set(String(method), readFaultyAnswer(fault));
  } else return false;
  return true;
}

/** What a `dev_` method answers to whom did not show the token of the chain. */
export const wantsToken: Handler = () => {
  throw new RpcError(
    -32098,
    "The dev_ methods require this chain's token: send the header Authorization: Bearer TOKEN with the token of its ready line, or start it with --open-dev.",
  );
};

/** The methods beyond a node, for tests and the debugger (docs/devchain.md, "The dev_ methods"). First parameter: group. */
export function devMethods(network: Network, faults: PortFaults): MethodTable {
  const groupOf = (p: Parameters): Group => {
    const name = p.text(0);
    const group = groupNamed(network, name);
    if (!group) throw groupNotExist(name);
    return group;
  };
  const methods: Record<string, Handler> = {
    dev_snapshot: (p) => {
      const group = groupOf(p);
      if (group.snapshotCount >= max.snapshots) throw tooMany("snapshots", group.snapshotCount);
      return group.snapshot();
    },
    dev_revert: async (p) => {
      if (!(await groupOf(p).revertTo(p.text(1)))) throw invalidParams("there is no such snapshot");
      return true;
    },
    dev_reset: async (p) => {
      await groupOf(p).reset();
      return true;
    },
    dev_mine: async (p) => {
      const group = groupOf(p);
      await group.mine(count("the number of blocks", p.values[1] ?? 1, max.blocksMined));
      return group.blocks.head;
    },
    dev_pauseSealing: (p) => {
      const group = groupOf(p);
      group.paused = p.bool(1, true);
      group.schedule();
      return group.paused;
    },
    dev_restart: async (p) => {
      await groupOf(p).restart();
      return true;
    },
    dev_time: (p) => groupOf(p).now(),
    dev_setTime: (p) => {
      const group = groupOf(p);
      const at = p.values[1];
      if (at === undefined || at === null) group.clock = Date.now;
      else {
        const offset = count("the time", at, max.timeMs) - Date.now();
        group.clock = () => Date.now() + offset;
      }
      return group.now();
    },
    dev_setBalance: async (p) => {
      const group = groupOf(p);
      const [account, balance] = [address(p.values[1]), balanceOf(p.values[2])];
      await group.change(() => writeAccount(group.store, account, { balance }));
      return true;
    },
    dev_sendTransaction: (p) => sendAs(network, groupOf(p), p.object(1)),
    dev_addNode: (p) => {
      const group = groupOf(p);
      if (network.nodes.length >= max.nodes) throw tooMany("nodes", network.nodes.length);
      const node = seededNode(network.suite, network.settings.seed, network.nodes.length);
      group.members.nodes.push(node);
      return node.nodeId;
    },
    dev_setFault: (p) => {
      const fault = p.object(1);
      const { kind } = fault as { kind?: unknown };
      if (!setFault(groupOf(p), faults, String(kind), fault)) throw invalidParams("there is no such kind of fault");
      return true;
    },
    dev_clearFaults: (p) => {
      groupOf(p).clearFaults();
      faults.clear();
      return true;
    },
    dev_traceTransaction: (p) => {
      const { steps, memory } = p.object(2) as { steps?: unknown; memory?: unknown };
      const options = { steps: count("steps", steps ?? 100_000, max.traceSteps), memory: memory === true };
      return groupOf(p).dryRuns.trace(hexToBytes(p.hash(1)), options, p.client);
    },
    dev_storage: (p) => groupOf(p).dryRuns.storage(address(p.values[1]), slotsOf(p.values[2]), p.client),
    dev_recordTransaction: (p) => groupOf(p).dryRuns.record(hexToBytes(p.hash(1)), changesOf(p.object(2)), p.client),
    dev_recordCall: (p) => {
      const request = p.object(1);
      const { from, to, data, value, before } = request as Record<"from" | "to" | "data" | "value" | "before", unknown>;
      const message = {
        sender: from === undefined || from === "" ? "" : address(from),
        to: to === undefined || to === "" ? "" : address(to),
        input: bytes(data),
        abi: "",
        value: value === undefined || value === "" ? 0n : balanceOf(value),
        ethereumNonce: undefined,
      };
      const place = typeof before === "string" && before !== "" ? bytes(before) : undefined;
      return groupOf(p).dryRuns.recordCall(message, place, changesOf(request), p.client);
    },
  };
  return (method) => (Object.hasOwn(methods, method) ? methods[method] : undefined);
}
