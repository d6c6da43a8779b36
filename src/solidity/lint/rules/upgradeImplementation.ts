import { text } from "../../../text/catalogue";
import type { Declaration } from "../../language/names/declarations";
import { isTestName, type LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

const hasModifier = (each: Declaration, name: RegExp): boolean =>
  each.function?.invocations.some(({ path }) => name.test(path.at(-1)?.text ?? "")) ?? false;

/** Code behind proxies whose own initializer is open. */
export const upgradeImplementation: LintRule = {
  id: "upgrade.implementation",
  severity: "warning",
  title: text("implementation whose initializer is open"),
  *find(source: LintSource): Iterable<Found> {
    if (source.isTest) return;
    for (const contract of source.contracts) {
      const { contractNode: node, name } = contract;
      if (node?.form !== "contract" || node.isAbstract || isTestName(name.text)) continue;
      const line = source.names.line(contract);
      const locks = line
        .find((each) => each.name.text === "Initializable")
        ?.members.some((each) => each.name.text === "_disableInitializers");
      if (!locks) continue;
      const open = line.some(({ members }) =>
        members.some((each) => each.isVisibleOutside && !each.isConstructor && hasModifier(each, /^initializer$/)),
      );
      const closed = line.some(({ members, file }) =>
        members.some((each) => {
          if (!each.isConstructor) return false;
          const { start, end } = each;
          return hasModifier(each, /^initializer$/) || file.text.slice(start, end).includes("_disableInitializers");
        }),
      );
      const own = contract.constructors.length > 0;
      if (!open || closed) continue;
      const at = node.open + 1;
      yield {
        start: name.start,
        end: name.end,
        message: text(
          "The code behind the proxy can be initialized by anyone, for itself. Call _disableInitializers in its constructor.",
        ),
        fix: own
          ? undefined
          : {
              title: text("Add a constructor that calls _disableInitializers"),
              edits: [{ start: at, end: at, text: "\n    constructor() {\n        _disableInitializers();\n    }\n" }],
            },
      };
    }
  },
};
