import { text } from "../../../text/catalogue";
import type { Declaration } from "../../language/names/declarations";
import { isTestName, type LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";
import { senderChecks } from "../source/senderChecks";

const alone = new Set(
  "mint mintTo batchMint pause unpause kill destroy shutdown upgradeTo upgradeToAndCall emergencyWithdraw withdrawAll sweep freeze unfreeze".split(
    " ",
  ),
);
const things = new Set(
  "Owner Ownership Admin Administrator Governor Governance Operator Minter Manager Authority Implementation Fee FeeRate Treasury Oracle Signer Pauser Whitelist Blacklist Role Member".split(
    " ",
  ),
);
/** What only those in charge may do, by its name. */
function isInCharge(name: string): boolean {
  const [, thing = ""] =
    /^(?:set|change|update|transfer|replace|add|remove|grant|revoke)([A-Z][A-Za-z]*)$/.exec(name) ?? [];
  return alone.has(name) || things.has(thing) || things.has(thing.replace(/s$/, ""));
}

const bodyOf = ({ function: node }: Declaration) => (node?.form === "function" ? node.body : undefined);

/** Whether all that a contract inherits from is known: a check may stand in what isn't. */
const isWhole = ({ names }: LintSource, contract: Declaration): boolean =>
  names.line(contract).every((each) => names.basesOf(each).length === (each.contractNode?.bases.length ?? 0));

/** Functions for those in charge, which every account can call. */
export const accessUnprotected: LintRule = {
  id: "access.unprotected",
  severity: "warning",
  title: text("function for administrators that anyone can call"),
  *find(source: LintSource): Iterable<Found> {
    if (source.isTest) return;
    const checks = senderChecks(source);
    const destroyed = new Set(
      source
        .of("call")
        .flatMap(({ part, function: inside }) =>
          source.isGlobal(part.callee, "selfdestruct", "suicide") ? [inside] : [],
        ),
    );
    for (const contract of source.contracts) {
      if (contract.contractNode?.form !== "contract" || isTestName(contract.name.text)) continue;
      if (!isWhole(source, contract)) continue;
      for (const each of contract.members) {
        const body = bodyOf(each);
        if (!body || body.statements.length === 0 || !each.isVisibleOutside) continue;
        if (each.words.includes("view") || each.words.includes("pure") || each.words.includes("constant")) continue;
        if (!isInCharge(each.name.text) && !destroyed.has(each)) continue;
        if (checks.isGuarded(each)) continue;
        yield {
          ...{ start: each.name.start, end: each.name.end },
          message: text(
            "Anyone can call {0}: nothing in it looks at who calls. Check msg.sender, by a modifier for example; rights on methods of the chain's governance protect it only where these are switched on.",
            each.name.text,
          ),
        };
      }
    }
  },
};
