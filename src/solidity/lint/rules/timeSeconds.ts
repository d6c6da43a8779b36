import { text } from "../../../text/catalogue";
import { shortened } from "../../../text/shortText";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";
import { countsSeconds, Times } from "../source/times";

const works = new Set(["+", "-", "/", "%", "<", ">", "<=", ">=", "==", "!="]);
/** Moments that are written as seconds since 1970: from 2001 to 2286. A time in milliseconds is larger. */
const asSeconds = (number: bigint | undefined): boolean =>
  number !== undefined && number >= 1_000_000_000n && number < 10_000_000_000n;

/** Times of blocks that are reckoned with seconds: they are milliseconds (docs/protocol/evm-differences.md). */
export const timeSeconds: LintRule = {
  id: "time.seconds",
  severity: "warning",
  title: text("block.timestamp used as seconds"),
  *find(source: LintSource): Iterable<Found> {
    if (source.chain.seconds) return;
    const times = new Times(source);
    for (const { part, contract } of source.of("binary")) {
      if (!part.operators.every((each) => works.has(each)) || !part.operands.some((each) => times.isTime(each)))
        continue;
      for (const each of part.operands) {
        if (times.isTime(each)) continue;
        if (!countsSeconds(source, each) && !asSeconds(source.numberOf(each, contract))) continue;
        yield { ...placeOf(each), message: report(source.text(each)), fix: fixOf(source, each) };
      }
    }
    for (const { part } of source.of("assignment"))
      if (["+=", "-="].includes(part.operator) && times.isTime(part.left) && countsSeconds(source, part.right))
        yield { ...placeOf(part.right), message: report(source.text(part.right)), fix: fixOf(source, part.right) };
  },
};

const placeOf = ({ start, end }: Expression) => ({ start, end });

const report = (words: string) =>
  text(
    "block.timestamp counts milliseconds on FISCO BCOS, {0} counts seconds. Multiply it by 1000, unless the chain has feature_evm_timestamp.",
    shortened(words, 60),
  );

function fixOf(source: LintSource, node: Expression): Found["fix"] {
  const isSimple = node.kind === "literal" || node.kind === "identifier" || node.kind === "tuple";
  if (!isSimple) return undefined;
  const { start, end } = node;
  return { title: text("Multiply by 1000"), edits: [{ start, end, text: `(${source.text(node)} * 1000)` }] };
}
