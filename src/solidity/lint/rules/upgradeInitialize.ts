import { text } from "../../../text/catalogue";
import type { Declaration } from "../../language/names/declarations";
import type { Expression } from "../../language/syntax/nodes";
import { walkParts } from "../../language/syntax/walk";
import { isTestName, type LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";
import { senderChecks } from "../source/senderChecks";

const named = /^init(?:ialize\w{0,40})?$/;

/** Whether a condition asks a variable of the contract: `require(!initialized)`. */
function asksState(source: LintSource, declaration: Declaration): boolean {
  const body = declaration.function?.body;
  if (!body) return false;
  const conditions: Expression[] = [];
  walkParts([body], (part) => {
    if (part.kind === "compound" && part.word === "if") conditions.push(part.parts[0] as Expression);
    const [first] = part.kind === "call" && source.isGlobal(part.callee, "require", "assert") ? part.values : [];
    if (first) conditions.push(first);
  });
  return conditions.some((each) =>
    source.referencesIn(each).some(({ to }) => to.some(({ role, kind }) => role === "state" || kind === "function")),
  );
}

/** Initializers that every account can call again. */
export const upgradeInitialize: LintRule = {
  id: "upgrade.initialize",
  severity: "error",
  title: text("initializer that can be called again"),
  *find(source: LintSource): Iterable<Found> {
    if (source.isTest) return;
    const checks = senderChecks(source);
    for (const contract of source.contracts) {
      if (contract.contractNode?.form !== "contract" || isTestName(contract.name.text)) continue;
      for (const each of contract.members) {
        const { name, words, function: node } = each;
        if (!node?.body || node.form !== "function" || !named.test(name.text) || !each.isVisibleOutside) continue;
        if (words.includes("view") || words.includes("pure")) continue;
        const { body } = node;
        const sets = source
          .referencesIn(body)
          .some(({ writes, to }) =>
            to.some((one) => (writes && one.role === "state") || /^__\w{1,80}_init/.test(one.name.text)),
          );
        if (!sets || checks.isGuarded(each) || asksState(source, each)) continue;
        yield {
          start: name.start,
          end: name.end,
          message: text(
            "Anyone can call {0} again and take the contract over. Add the modifier initializer, or ask whether it was called before.",
            name.text,
          ),
        };
      }
    }
  },
};
