import { text } from "../../../text/catalogue";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** How the list of an address and a small number begins in RLP: `0xd6 0x94`, up to four bytes of a number. */
const begins = /^(?:0x|hex["'])?(d[6-9a])(94)?["']?$/i;

function wordOf(source: LintSource, node: Expression | undefined): string {
  if (!node) return "";
  const inner = node.kind === "call" && node.callee.kind === "typeExpression" ? node.values[0] : node;
  return inner ? source.text(inner).trim() : "";
}

/** Addresses of new contracts that are worked out from a nonce (docs/protocol/evm-differences.md, "Addresses"). */
export const addressNonce: LintRule = {
  id: "address.nonce",
  severity: "warning",
  title: text("address of a new contract worked out from a nonce"),
  *find(source: LintSource): Iterable<Found> {
    for (const { part } of source.of("call")) {
      if (!source.isGlobal(part.callee, "keccak256", "sha3")) continue;
      const [packed] = part.values;
      if (packed?.kind !== "call" || source.builtInMember(packed.callee, "abi") !== "encodePacked") continue;
      const [, , second] = begins.exec(wordOf(source, packed.values[0])) ?? [];
      const isPair =
        begins.test(wordOf(source, packed.values[0])) &&
        /^(?:0x|hex["'])94["']?$/i.test(wordOf(source, packed.values[1]));
      if (second === undefined && !isPair) continue;
      yield {
        start: part.start,
        end: part.end,
        message: text(
          "The address of a new contract follows from the block and the place in it, not from a nonce. Use what new gives, or CREATE2.",
        ),
      };
    }
  },
};
