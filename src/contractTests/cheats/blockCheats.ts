import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesAt, type CheatCall, type CheatCode, define, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";
import type { Environment } from "./testState";

function change({ state, evm }: CheatCall, part: Partial<Environment>): void {
  state.environment = { ...state.environment, ...part };
  evm.applyEnvironment();
}

/** Goes back by changing rows again, so that what runs now can still be undone from its own beginning. */
function goBack({ state, context: { store }, evm }: CheatCall, id: bigint): boolean {
  const snapshot = state.snapshots.get(id);
  if (!snapshot) return false;
  const changes = [...store.inverseSince(snapshot.checkpoint), ...snapshot.rows];
  for (const { table, key, value } of changes) store.set(table, key, value);
  state.environment = snapshot.environment;
  evm.applyEnvironment();
  return true;
}

const snapshots: readonly CheatCode[] = [
  ...["snapshot()", "snapshotState()"].map((signature) =>
    define(signature, "uint256", ({ state, context }) => {
      const id = state.nextSnapshot++;
      state.snapshots.set(id, { checkpoint: context.store.checkpoint(), rows: [], environment: state.environment });
      return [id];
    }),
  ),
  ...["revertTo(uint256)", "revertToState(uint256)"].map((signature) =>
    define(signature, "bool", (call, args) => [goBack(call, numberAt(args, 0))]),
  ),
  ...["revertToAndDelete(uint256)", "revertToStateAndDelete(uint256)"].map((signature) =>
    define(signature, "bool", (call, args) => {
      const done = goBack(call, numberAt(args, 0));
      call.state.snapshots.delete(numberAt(args, 0));
      return [done];
    }),
  ),
  ...["deleteSnapshot(uint256)", "deleteStateSnapshot(uint256)"].map((signature) =>
    define(signature, "bool", ({ state }, args) => [state.snapshots.delete(numberAt(args, 0))]),
  ),
  ...["deleteSnapshots()", "deleteStateSnapshots()"].map((signature) =>
    order(signature, ({ state }) => state.snapshots.clear()),
  ),
];

/** Time, numbers and prices that contracts see, and places to come back to. */
export const blockCheats: readonly CheatCode[] = [
  order("warp(uint256)", (call, args) => change(call, { timestamp: numberAt(args, 0) })),
  order("roll(uint256)", (call, args) => change(call, { number: numberAt(args, 0) })),
  order("fee(uint256)", (call, args) => change(call, { baseFee: numberAt(args, 0) })),
  order("chainId(uint256)", (call, args) => {
    if (numberAt(args, 0) >= 1n << 64n) throw new CheatError("chain ID must be less than 2^64");
    change(call, { chainId: numberAt(args, 0) });
  }),
  order("coinbase(address)", (call, args) => change(call, { coinbase: textAt(args, 0) })),
  order("prevrandao(bytes32)", (call, args) => change(call, { prevRandao: bytesAt(args, 0) })),
  order("prevrandao(uint256)", (call, args) => change(call, { prevRandao: bytesOfNumber(numberAt(args, 0)) })),
  order("difficulty(uint256)", (call, args) => change(call, { prevRandao: bytesOfNumber(numberAt(args, 0)) })),
  order("txGasPrice(uint256)", (call, args) => change(call, { gasPrice: numberAt(args, 0) })),
  order("setBlockhash(uint256,bytes32)", ({ state }, args) =>
    state.blockHashes.set(numberAt(args, 0), bytesAt(args, 1)),
  ),
  define("getBlockTimestamp()", "uint256", ({ state }) => [state.environment.timestamp]),
  define("getBlockNumber()", "uint256", ({ state }) => [state.environment.number]),
  define("getChainId()", "uint256", ({ evm }) => [evm.scope.webChainId]),
  ...snapshots,
];
