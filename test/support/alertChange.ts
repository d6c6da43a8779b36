import type { AlertChange } from "../../src/monitoring/watch/alerts";
import { text } from "../../src/text/catalogue";

/** The beginning or end of an alert of a rule. */
export const alertChange = (name: string, more: Partial<AlertChange> = {}): AlertChange => ({
  state: "began",
  atMs: Date.UTC(2026, 10, 23, 1, 12, 30),
  sinceMs: Date.UTC(2026, 10, 23, 1, 12, 30),
  finding: {
    rule: { name, kind: "lag" },
    group: "group0",
    endpoint: "http://10.0.0.1:20200",
    message: text("{0} rows in {1}", 5, "<b> & co"),
    state: "wrong",
  } as unknown as AlertChange["finding"],
  ...more,
});
