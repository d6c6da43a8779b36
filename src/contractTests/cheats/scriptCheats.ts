import { compareVersions } from "../../text/versions";
import { type CheatCall, type CheatCode, define, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";
import { addressOfKey } from "./keyCheats";

/** Scripts that tests run send from an account, which is no more than the sender of messages here: nothing goes to any chain. */
function broadcast({ state, message }: CheatCall, sender: string, single: boolean): void {
  const { depth, caller } = message;
  const present = state.pranks.find((each) => each.depth === depth);
  if (present) {
    throw new CheatError(
      present.broadcast ? "a broadcast is active already" : "cannot broadcast while a prank is ongoing",
    );
  }
  const added = { depth, caller, sender, origin: sender, single, delegate: false, used: false, broadcast: true };
  state.pranks = [...state.pranks, added];
}

const broadcasts = (["broadcast", "startBroadcast"] as const).flatMap((name) => {
  const single = name === "broadcast";
  return [
    order(`${name}()`, (call) => broadcast(call, call.evm.scope.origin, single)),
    order(`${name}(address)`, (call, args) => broadcast(call, textAt(args, 0), single)),
    order(`${name}(uint256)`, (call, args) => broadcast(call, addressOfKey(numberAt(args, 0)), single)),
  ];
});

/** The version of Foundry whose cheat codes these are: what tests compare. */
const version = "1.3.0";

/** How that version stands to another: 1, 0 or -1. */
function compared(text: string): bigint {
  if (!/^\d+\.\d+\.\d+$/.test(text)) throw new CheatError(`invalid version: ${text}`);
  return BigInt(Math.sign(compareVersions(version, text)));
}

/** Scripts of deployment, and what tests ask of the program that runs them. */
export const scriptCheats: readonly CheatCode[] = [
  ...broadcasts,
  order("stopBroadcast()", ({ state, message }) => {
    const present = state.pranks.find(({ depth, broadcast: on }) => on && depth === message.depth);
    if (!present) throw new CheatError("no broadcast in progress to stop");
    state.pranks = state.pranks.filter((each) => each !== present);
  }),
  define("getFoundryVersion()", "string", () => [version]),
  define("foundryVersionCmp(string)", "int256", (_, args) => [compared(textAt(args, 0))]),
  define("foundryVersionAtLeast(string)", "bool", (_, args) => [compared(textAt(args, 0)) >= 0n]),
  // TestGroup and Test of Foundry's list
  define("isContext(uint8)", "bool", (_, args) => [numberAt(args, 0) < 2n]),
];
