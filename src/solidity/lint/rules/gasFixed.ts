import { text } from "../../../text/catalogue";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** An amount that is meant to suffice for something known; more is a mere limit. */
const maxMeant = 100_000n;
const compares = new Set(["<", ">", "<=", ">="]);

/** Code that relies on what instructions cost on Ethereum. */
export const gasFixed: LintRule = {
  id: "gas.fixed",
  severity: "warning",
  title: text("fixed amount of gas"),
  *find(source: LintSource): Iterable<Found> {
    const message = text(
      "Instructions cost other amounts of gas on FISCO BCOS: every access to storage costs as much as the first. A fixed amount may not suffice.",
    );
    const isMeant = (node: Expression | undefined, contract: Parameters<LintSource["numberOf"]>[1]): boolean => {
      const amount = node && source.numberOf(node, contract);
      return amount !== undefined && amount > 0n && amount < maxMeant;
    };
    for (const { part, contract } of source.of("callOptions"))
      for (const [i, name] of part.names.entries()) {
        const value = part.values[i];
        if (name.text === "gas" && value && isMeant(value, contract))
          yield { start: name.start, end: value.end, message };
      }
    for (const { part, contract } of source.of("call")) {
      const { callee } = part;
      if (callee.kind !== "member" || callee.name.text !== "gas" || source.meaningOf(callee).length > 0) continue;
      if (source.typeOf(callee.of).is === "function" && isMeant(part.values[0], contract))
        yield { start: callee.name.start, end: part.end, message };
    }
    for (const { part, contract } of source.of("binary")) {
      const [left, right] = part.operands;
      if (!left || !right || part.operands.length !== 2 || !compares.has(part.operators[0] ?? "")) continue;
      const isLeft = (each: Expression): boolean => each.kind === "call" && source.isGlobal(each.callee, "gasleft");
      if ((isLeft(left) && isMeant(right, contract)) || (isLeft(right) && isMeant(left, contract)))
        yield { start: part.start, end: part.end, message };
    }
  },
};
