import { selectorOf } from "../../chain/abi/selector";
import { cheatAddresses } from "../../contractTests/cheats/cheatAddresses";
import { addressDigits } from "../../crypto/bytes/hex";
import type { Debuggee } from "./debuggee";

/** The block as code sees it before a step: a test may have moved on to another by `vm.roll` and `vm.warp`. */
export function blockAt(
  { recording, playback, suite }: Debuggee,
  step: number,
): { readonly number: bigint; readonly timestamp: bigint } {
  const seen = { number: BigInt(recording.block.number), timestamp: BigInt(recording.block.timestamp) };
  const [roll, warp] = ["roll(uint256)", "warp(uint256)"].map((signature) => selectorOf(suite, signature));
  for (const [index, { builtin, codeAddress, input, error }] of recording.frames.entries()) {
    if (!builtin || error !== undefined || input.length !== 74 || !playback.hasEnded(index, step)) continue;
    if (!cheatAddresses.includes(addressDigits(codeAddress))) continue;
    const selector = input.slice(0, 10);
    if (selector === roll) seen.number = BigInt(`0x${input.slice(10)}`);
    if (selector === warp) seen.timestamp = BigInt(`0x${input.slice(10)}`);
  }
  return seen;
}
