import { readAccount, readCode, writeAccount, writeCode } from "../../devchain/execution/flatStateManager";
import type { AbiValue } from "./abiCode";
import {
  bytesAt,
  type CheatCall,
  type CheatCode,
  type CheatContext,
  define,
  flagAt,
  listAt,
  numberAt,
  order,
  textAt,
} from "./cheatCode";
import { CheatError } from "./cheatError";

/** Puts code at an address. */
function putCode({ context: { store, suite } }: CheatCall, address: string, code: Uint8Array): void {
  if (code.length === 0) {
    writeAccount(store, address, { codeHash: "" });
    return;
  }
  writeCode(store, suite, address, code);
}

function startPrank(
  { state, message }: CheatCall,
  sender: string,
  origin: string | undefined,
  single: boolean,
  delegate: boolean,
): void {
  const { depth, caller } = message;
  const present = state.pranks.find((each) => each.depth === depth);
  if (present?.broadcast) throw new CheatError("cannot `prank` for a broadcasted transaction");
  if (present && !present.used) throw new CheatError("cannot overwrite a prank until it is applied at least once");
  if (present && single && !present.single) {
    throw new CheatError(
      "cannot override an ongoing prank with a single vm.prank; use vm.startPrank to override the current prank",
    );
  }
  const others = state.pranks.filter((each) => each !== present);
  state.pranks = [...others, { depth, caller, sender, origin, single, delegate, used: false }];
}

function stopPrank({ state, message }: CheatCall): void {
  state.pranks = state.pranks.filter(({ depth, broadcast }) => broadcast || depth !== message.depth);
}

function readCallers({ state, message, evm }: CheatCall): AbiValue[] {
  const prank = state.pranks.find(({ depth }) => depth === message.depth);
  const origin = evm.scope.origin;
  if (!prank) return [0n, message.caller, origin];
  const mode = (prank.broadcast ? 1n : 3n) + (prank.single ? 0n : 1n);
  return [mode, prank.sender, prank.origin ?? origin];
}

const pranks: readonly CheatCode[] = (["prank", "startPrank"] as const).flatMap((name) => {
  const single = name === "prank";
  return [
    order(`${name}(address)`, (call, args) => startPrank(call, textAt(args, 0), undefined, single, false)),
    order(`${name}(address,address)`, (call, args) =>
      startPrank(call, textAt(args, 0), textAt(args, 1), single, false),
    ),
    order(`${name}(address,bool)`, (call, args) =>
      startPrank(call, textAt(args, 0), undefined, single, flagAt(args, 1)),
    ),
    order(`${name}(address,address,bool)`, (call, args) =>
      startPrank(call, textAt(args, 0), textAt(args, 1), single, flagAt(args, 2)),
    ),
  ];
});

const nonceOf = ({ store }: CheatContext, address: string): bigint => readAccount(store, address)?.nonce ?? 0n;

const records: readonly CheatCode[] = [
  order("deal(address,uint256)", ({ context }, args) =>
    writeAccount(context.store, textAt(args, 0), { balance: numberAt(args, 1) }),
  ),
  order("etch(address,bytes)", (call, args) => putCode(call, textAt(args, 0), bytesAt(args, 1))),
  define("getNonce(address)", "uint64", ({ context }, args) => [nonceOf(context, textAt(args, 0))]),
  define("getNonce((address,uint256,uint256,uint256))", "uint64", ({ context }, args) => [
    nonceOf(context, textAt(listAt(args, 0), 0)),
  ]),
  ...["setNonce(address,uint64)", "setNonceUnsafe(address,uint64)"].map((signature) =>
    order(signature, ({ context }, args) => writeAccount(context.store, textAt(args, 0), { nonce: numberAt(args, 1) })),
  ),
  order("resetNonce(address)", ({ context }, args) => {
    const address = textAt(args, 0);
    writeAccount(context.store, address, { nonce: readCode(context.store, address).length > 0 ? 1n : 0n });
  }),
  order("label(address,string)", ({ state }, args) => state.labels.set(textAt(args, 0), textAt(args, 1))),
  define("getLabel(address)", "string", ({ state }, args) => [
    state.labels.get(textAt(args, 0)) ?? `unlabeled:0x${textAt(args, 0)}`,
  ]),
];

/** Whether the account has code, so that compilers' own checks let a message to it pass. */
export function ensureCode(call: CheatCall, address: string): void {
  if (readCode(call.context.store, address).length === 0) putCode(call, address, new Uint8Array(1));
}

/** Who sends, and what accounts hold. */
export const accountCheats: readonly CheatCode[] = [
  ...pranks,
  order("stopPrank()", stopPrank),
  define("readCallers()", "uint8,address,address", readCallers),
  ...records,
];

/** The next message comes from the address, as sender and origin. */
export function prankOnce(call: CheatCall, sender: string, single: boolean): void {
  startPrank(call, sender, sender, single, false);
}
