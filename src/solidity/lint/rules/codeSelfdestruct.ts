import { text } from "../../../text/catalogue";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** `selfdestruct`, which does something else or nothing (docs/protocol/evm-differences.md, "Revision and opcodes"). */
export const codeSelfdestruct: LintRule = {
  id: "code.selfdestruct",
  severity: "warning",
  title: text("selfdestruct"),
  *find(source: LintSource): Iterable<Found> {
    const message = text(
      "selfdestruct does nothing on chains with the baseline executor; elsewhere the code goes at the end of the block and the storage stays. Freeze the contract instead.",
    );
    for (const { part } of source.of("call"))
      if (source.isGlobal(part.callee, "selfdestruct", "suicide"))
        yield { start: part.callee.start, end: part.callee.end, message };
    for (const { part } of source.of("yulCall"))
      if (part.name.text === "selfdestruct") yield { start: part.name.start, end: part.name.end, message };
  },
};
