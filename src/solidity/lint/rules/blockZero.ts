import { text } from "../../../text/catalogue";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

const zeros = new Set(["coinbase", "difficulty", "prevrandao", "basefee", "blobbasefee"]);

/** What is always 0 on FISCO BCOS (docs/protocol/evm-differences.md, "Revision and opcodes"). */
export const blockZero: LintRule = {
  id: "block.zero",
  severity: "warning",
  title: text("block property that is always 0"),
  *find(source: LintSource): Iterable<Found> {
    const message = (name: string) =>
      name === "prevrandao" || name === "difficulty"
        ? text("{0} is always 0 on FISCO BCOS: nothing random comes from it.", name)
        : text("{0} is always 0 on FISCO BCOS.", name);
    for (const { part } of source.of("member")) {
      const name = source.builtInMember(part, "block");
      if (name !== undefined && zeros.has(name)) yield { start: part.start, end: part.end, message: message(name) };
      if (source.builtInMember(part, "tx") === "gasprice")
        yield {
          start: part.start,
          end: part.end,
          unsure: true,
          message: text("tx.gasprice is 0 on FISCO BCOS unless the chain sets tx_gas_price."),
        };
    }
    for (const { part } of source.of("yulCall"))
      if (zeros.has(part.name.text) && part.values.length === 0)
        yield { start: part.name.start, end: part.name.end, message: message(part.name.text) };
  },
};
