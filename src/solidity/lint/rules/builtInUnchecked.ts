import { text } from "../../../text/catalogue";
import { isBuiltIn } from "../source/builtInContracts";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** Results of built-in contracts that aren't looked at: they say what went wrong by a number, and revert nothing. */
export const builtInUnchecked: LintRule = {
  id: "builtIn.unchecked",
  severity: "warning",
  title: text("result of a built-in contract not checked"),
  *find(source: LintSource): Iterable<Found> {
    const dropped = new Set(source.of("expressionStatement").map(({ part }) => part.expression));
    for (const { node, to } of source.binding.calls) {
      if (!dropped.has(node) || node.callee.kind !== "member") continue;
      const [called] = to;
      const contract = called?.contract;
      if (!called || !contract || !isBuiltIn(contract) || called.words.includes("view")) continue;
      // It has one answer only.
      if (contract.name.text === "KVTable" && called.name.text === "set") continue;
      const [result] = called.returns;
      const type = result && source.names.typeOf(result);
      if (type?.is !== "value" || (type.name !== "int32" && type.name !== "int256")) continue;
      const { start, end } = node.callee.name;
      yield {
        start,
        end,
        message: text(
          "{0} of {1} answers with a negative number where it did nothing, and the transaction goes on. Check what it gives.",
          called.name.text,
          contract.name.text,
        ),
      };
    }
  },
};
