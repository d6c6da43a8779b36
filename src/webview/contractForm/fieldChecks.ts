import { Debounce } from "../../time/debounce";
import type { FieldPart } from "./fields";
import type { FieldVerdict, FormField } from "./messages";

/** Checks wait until the typing rests. */
const restMs = 120;

type Ask = (fields: readonly FormField[], answer: (verdicts: readonly FieldVerdict[]) => void) => void;

/** Has the host judge what is typed, and shows each verdict at the field it is about. `parts` gives what is on the page now. */
export function fieldChecks(ask: Ask, parts: () => readonly FieldPart[]): (fields: readonly FormField[]) => void {
  let unchecked = new Map<string, FormField>();
  const typing = new Debounce();

  function judge(asked: readonly FormField[], verdicts: readonly FieldVerdict[]): void {
    const current = new Map(parts().flatMap((part) => part.leaves().map((leaf) => [leaf.path, leaf.text])));
    const then = new Map(asked.map(({ path, text }) => [path, text]));
    for (const verdict of verdicts) {
      // What was typed since gets a verdict of its own.
      if (current.get(verdict.path) !== then.get(verdict.path)) continue;
      for (const part of parts()) if (part.judge(verdict)) break;
    }
  }

  return (fields) => {
    for (const field of fields) unchecked.set(field.path, field);
    typing.after(restMs, () => {
      const now = [...unchecked.values()];
      unchecked = new Map();
      if (now.length === 0) return;
      ask(now, (verdicts) => judge(now, verdicts));
    });
  };
}
