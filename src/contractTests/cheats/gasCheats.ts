import { type CheatCall, type CheatCode, define, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

const span = 1n << 64n;

function lastCall({ state }: CheatCall): { readonly limit: bigint; readonly used: bigint } {
  const { lastCall: last } = state;
  if (!last) throw new CheatError("no external call was made yet");
  return last;
}

/** Tells a number that a test has measured below its line. */
function tell({ state }: CheatCall, group: string | undefined, name: string, value: bigint): bigint {
  state.lines.push(`${group === undefined ? "" : `${group}: `}${name}: ${value}`);
  return value;
}

const keyOf = (group: string | undefined, name: string): string => `${group ?? ""}\n${name}`;

function start(call: CheatCall, group: string | undefined, name: string): void {
  const { state, message } = call;
  state.gasMarks.set(keyOf(group, name), { gas: message.gas, group, name });
}

function stop(call: CheatCall, key: string | undefined): bigint {
  const { state, message } = call;
  const last = [...state.gasMarks.keys()].at(-1);
  const mark = state.gasMarks.get(key ?? last ?? "");
  if (!mark) throw new CheatError("no gas snapshot was started yet");
  state.gasMarks.delete(keyOf(mark.group, mark.name));
  // a message gets 63 of 64 parts of what is left
  const used = ((mark.gas - message.gas) * 64n) / 63n;
  return tell(call, mark.group, mark.name, used > 0n ? used % span : 0n);
}

/** Forms without a group and with one. */
const named = (
  name: string,
  types: string,
  returns: string,
  run: (
    call: CheatCall,
    group: string | undefined,
    name: string,
    args: Parameters<CheatCode["run"]>[1],
  ) => bigint | undefined,
): CheatCode[] =>
  ["string", "string,string"].map((list) =>
    define(`${name}(${list}${types})`, returns, (call, args) => {
      const grouped = list.includes(",");
      const value = run(call, grouped ? textAt(args, 0) : undefined, textAt(args, grouped ? 1 : 0), args);
      return value === undefined ? undefined : [value];
    }),
  );

/** What calls and parts of tests take. */
export const gasCheats: readonly CheatCode[] = [
  define("lastCallGas()", "(uint64,uint64,uint64,int64,uint64)", (call) => {
    const { limit, used } = lastCall(call);
    return [[limit % span, used % span, 0n, 0n, (limit - used) % span]];
  }),
  ...named("snapshotGasLastCall", "", "uint256", (call, group, name) => tell(call, group, name, lastCall(call).used)),
  ...named("snapshotValue", ",uint256", "", (call, group, name, args) => {
    tell(call, group, name, numberAt(args, args.length - 1));
    return undefined;
  }),
  ...named("startSnapshotGas", "", "", (call, group, name) => {
    start(call, group, name);
    return undefined;
  }),
  define("stopSnapshotGas()", "uint256", (call) => [stop(call, undefined)]),
  ...named("stopSnapshotGas", "", "uint256", (call, group, name) => stop(call, keyOf(group, name))),
  order("pauseGasMetering()", ({ state, message }) => {
    state.gasPause ??= { depth: message.depth, gas: message.gas };
  }),
  order("resumeGasMetering()", ({ state, message }) => {
    const pause = state.gasPause;
    state.gasPause = undefined;
    if (pause?.depth !== message.depth) return;
    const used = ((pause.gas - message.gas) * 64n) / 63n;
    if (used > 0n) state.gasReturned = used;
  }),
  order("resetGasMetering()", () => undefined),
];
