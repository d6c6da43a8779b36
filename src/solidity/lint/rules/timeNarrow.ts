import { text } from "../../../text/catalogue";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";
import { isNow } from "../source/times";

/** Milliseconds since 1970 need 41 bits. */
const fewestBits = 41;

/** How many bits a conversion leaves: `uint32(x)`, `SafeCast.toUint32(x)`. */
function bitsLeft(callee: Expression): number | undefined {
  const name =
    callee.kind === "typeExpression" && callee.type.kind === "elementaryType"
      ? callee.type.name
      : callee.kind === "member" || callee.kind === "identifier"
        ? callee.name.text
        : "";
  const [, bits] = /^(?:u?int|toU?[iI]nt)(\d{1,3})$/.exec(name) ?? [];
  return bits === undefined ? undefined : Number(bits);
}

/** Times that are cut to so few bits that milliseconds don't fit. */
export const timeNarrow: LintRule = {
  id: "time.narrow",
  severity: "warning",
  title: text("block.timestamp cut to too few bits"),
  *find(source: LintSource): Iterable<Found> {
    if (source.chain.seconds) return;
    for (const { part } of source.of("call")) {
      const bits = bitsLeft(part.callee);
      const [value] = part.values;
      const cut = value ?? (part.callee.kind === "member" ? part.callee.of : undefined);
      if (bits === undefined || bits >= fewestBits || !cut || !isNow(source, cut)) continue;
      const { start, end } = part;
      yield {
        start,
        end,
        message: text("Milliseconds since 1970 need {0} bits: {1} bits don't hold block.timestamp.", fewestBits, bits),
      };
    }
  },
};
