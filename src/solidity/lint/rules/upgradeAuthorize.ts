import { text } from "../../../text/catalogue";
import { isTestName, type LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";
import { senderChecks } from "../source/senderChecks";

/** `_authorizeUpgrade` that lets every account replace the code. */
export const upgradeAuthorize: LintRule = {
  id: "upgrade.authorize",
  severity: "error",
  title: text("upgrade that anyone can do"),
  *find(source: LintSource): Iterable<Found> {
    if (source.isTest) return;
    const checks = senderChecks(source);
    for (const contract of source.contracts) {
      if (contract.contractNode?.form !== "contract" || isTestName(contract.name.text)) continue;
      for (const each of contract.members) {
        const { name, function: node } = each;
        if (name.text !== "_authorizeUpgrade" || !node?.body || checks.isGuarded(each)) continue;
        // One that always reverts allows no upgrade at all.
        const [first] = node.body.statements;
        const reverts =
          (first?.kind === "compound" && first.word === "revert") ||
          (first?.kind === "expressionStatement" &&
            first.expression.kind === "call" &&
            source.isGlobal(first.expression.callee, "revert"));
        if (reverts) continue;
        yield {
          start: name.start,
          end: name.end,
          message: text(
            "Anyone can replace the code of this contract: _authorizeUpgrade doesn't look at who calls. Add a check such as onlyOwner.",
          ),
        };
      }
    }
  },
};
