import { text } from "../../../text/catalogue";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** `ecrecover` on an SM chain, whose accounts sign by SM2 (docs/protocol/evm-differences.md). */
export const hashEcrecover: LintRule = {
  id: "hash.ecrecover",
  severity: "warning",
  title: text("ecrecover on an SM chain"),
  *find(source: LintSource): Iterable<Found> {
    if (source.chain.suite !== "sm") return;
    for (const { part } of source.of("call")) {
      const { callee } = part;
      const isLibrary = source
        .meaningOf(callee)
        .some(({ name, contract }) => contract?.name.text === "ECDSA" && /^(?:try)?recover/i.test(name.text));
      if (!isLibrary && !source.isGlobal(callee, "ecrecover")) continue;
      const { start, end } = callee;
      yield {
        start,
        end,
        message: text(
          "Accounts of SM chains sign by SM2, which ecrecover can't read: it never gives their address. Use sm2Verify of the built-in contract Crypto (0x100a).",
        ),
      };
    }
  },
};
