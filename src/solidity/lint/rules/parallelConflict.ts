import { text } from "../../../text/catalogue";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** Variables that every call changes, so that none runs beside another (docs/protocol/evm-differences.md, "Serial, DMC, sharding"). */
export const parallelConflict: LintRule = {
  id: "parallel.conflict",
  severity: "off",
  title: text("variable that keeps calls from running side by side"),
  *find(source: LintSource): Iterable<Found> {
    if (source.isTest) return;
    for (const { part, function: declaration } of source.of("function")) {
      if (!part.body || part.form !== "function" || !declaration?.isVisibleOutside) continue;
      const used = source.referencesIn(part.body);
      const ofState = used.flatMap(({ to, ...place }) =>
        to.filter(({ role }) => role === "state").map((to) => ({ ...place, to })),
      );
      // Rows of a mapping are what lets calls run side by side at all.
      if (!ofState.some(({ to }) => source.names.typeOf(to).is === "mapping")) continue;
      const seen = new Set<unknown>();
      for (const { start, end, writes, to } of ofState) {
        const { is } = source.names.typeOf(to);
        if (!writes || is === "mapping" || seen.has(to)) continue;
        seen.add(to);
        yield {
          start,
          end,
          message: text(
            "Every call of {0} changes {1}: no two of them can run side by side. Keep it by account, or leave it to events.",
            part.name.text,
            to.name.text,
          ),
        };
      }
    }
  },
};
