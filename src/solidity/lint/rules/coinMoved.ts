import { text } from "../../../text/catalogue";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

const isAddress = (source: LintSource, node: Expression): boolean => {
  const type = source.typeOf(node);
  return type.is === "value" && type.name.startsWith("address");
};

/** Coins that are sent, taken or counted on a chain that has none. */
export const coinMoved: LintRule = {
  id: "coin.moved",
  severity: "warning",
  title: text("coins on a chain without balances"),
  *find(source: LintSource): Iterable<Found> {
    const { coins } = source.chain;
    if (coins) return;
    const found = (start: number, end: number): Found => ({
      start,
      end,
      unsure: coins === undefined,
      message:
        coins === undefined
          ? text(
              "Chains of FISCO BCOS move no coins unless their balances are switched on: values that are sent are 0 there.",
            )
          : text("This chain moves no coins: values that are sent are 0 here, and so are balances."),
    });
    for (const { part } of source.of("call")) {
      const { callee } = part;
      if (callee.kind !== "member" || part.values.length !== 1) continue;
      const { name } = callee;
      if ((name.text === "transfer" || name.text === "send") && isAddress(source, callee.of))
        yield found(name.start, name.end);
      // `x.call.value(a)(…)` of early compilers
      const { of } = callee;
      if (name.text === "value" && of.kind === "member" && of.name.text === "call" && isAddress(source, of.of))
        yield found(name.start, name.end);
    }
    for (const { part, contract } of source.of("callOptions"))
      for (const [i, name] of part.names.entries()) {
        const value = part.values[i];
        if (name.text === "value" && value && source.numberOf(value, contract) !== 0n)
          yield found(name.start, name.end);
      }
  },
};
