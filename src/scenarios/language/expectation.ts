import { chainErrorKinds } from "../../errors/chainError";
import { text } from "../../text/catalogue";
import type { Check } from "../../yaml/check";
import { member, type YamlValue } from "../../yaml/value";
import type { StepKind } from "./scenario";
import { writtenOut } from "./variants";

/** What may be expected of which step. */
const expectable: Readonly<Record<StepKind, readonly string[]>> = {
  deploy: ["events", "status", "refused"],
  link: ["code", "status", "refused"],
  call: ["result", "status", "refused"],
  encode: ["result", "refused"],
  send: ["result", "events", "status", "code", "refused"],
  operation: ["result", "code", "status", "refused"],
  wait: ["result"],
  set: [],
};

/** Comparisons beside "the same". */
export const comparisons = ["$not", "$contains", "$atLeast", "$atMost", "$any"] as const;

function checkComparisons(check: Check, value: YamlValue | undefined): void {
  if (value?.kind === "list") for (const item of value.items) checkComparisons(check, item);
  if (value?.kind !== "map") return;
  const [first] = value.entries;
  for (const entry of value.entries) checkComparisons(check, entry.value);
  if (!first?.key.startsWith("$")) return;
  if (value.entries.length > 1 || !comparisons.some((each) => each === first.key)) {
    check.complain(first.place, text("A comparison must be one of {0}, with nothing next to it.", comparisons));
  }
}

function checkEvents(check: Check, value: YamlValue): void {
  for (const item of check.items(value, "events")) {
    if (item.kind === "text") continue;
    const entries = check.entries(item, "event");
    if (entries.length !== 1) check.complain(item.place, text('Write an event as its name, or as "Name: arguments".'));
  }
}

/** Checks what stands below `expect`. */
export function checkExpectation(check: Check, kind: StepKind, expect: YamlValue | undefined): void {
  const keys = expectable[kind];
  for (const { key, value } of check.entries(expect, "expect", keys)) {
    if (key === "result") checkComparisons(check, value);
    if (key === "events") checkEvents(check, value);
    if ((key === "status" || key === "code") && value.kind === "map") checkComparisons(check, value);
    else if (key === "status" || key === "code") {
      const number = check.word(value, key);
      if (number !== undefined && writtenOut(value) && !/^-?\d{1,10}$/.test(number)) {
        check.complain(value.place, text('"{0}" must be an integer.', key));
      }
    }
    if (key !== "refused") continue;
    if (value.kind !== "map") {
      check.oneOf(value, key, ["true"]);
      continue;
    }
    check.entries(value, key, ["kind", "code", "message"]);
    for (const each of value.entries) check.word(each.value, each.key);
    const errorKind = member(value, "kind");
    if (errorKind) check.oneOf(errorKind, "kind", chainErrorKinds);
  }
}
