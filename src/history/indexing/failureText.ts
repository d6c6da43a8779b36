import { type DecodedRevert, decodeRevert } from "../../chain/abi/revert";
import type { Hex } from "../../crypto/bytes/hex";
import type { KnownInterface } from "./knownInterface";

const longest = 1000;

function reasonOf(revert: DecodedRevert): string {
  switch (revert.kind) {
    case "error":
      return revert.message;
    case "panic":
      return `Panic(${revert.code}): ${revert.message}`;
    case "custom":
      return `${revert.name}(${revert.arguments.map(({ value }) => JSON.stringify(value)).join(", ")})`;
    default:
      return "";
  }
}

/** Why a transaction failed, in the contract's words, else the node's; null where no one says. */
export function failureText(output: Hex, message: string, known: KnownInterface | undefined): string | null {
  const reason = reasonOf(known ? known.revert(output) : decodeRevert(output)) || message;
  return reason === "" ? null : reason.slice(0, longest);
}
