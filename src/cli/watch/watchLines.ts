import type { AlertChange } from "../../monitoring/watch/alerts";
import { alertStory, alertText } from "../../monitoring/watch/alertText";
import type { Look } from "../../monitoring/watch/observer";
import type { Rule } from "../../monitoring/watch/ruleKinds";
import { say, t } from "../../text/catalogue";
import { dateTimeText } from "../../text/formats";
import { visibleLine } from "../../text/visibleText";
import { complain as complainHere } from "../output/print";
import { thrownLines } from "../output/showError";

/** An alert as a line for a terminal. */
export function alertLine({ state, atMs, finding, connection }: AlertChange): string {
  const began = state === "began";
  const words = began
    ? alertStory(finding, connection)
    : alertText(finding, t("over: {0}", say(finding.message)), connection);
  return visibleLine(`${dateTimeText(atMs)} ${began ? "✗" : "✓"} ${words}`);
}

/** Says why a rule can't be judged, once for each reason. */
export class Troubles {
  /** @param complain takes a line about what can't be judged */
  constructor(private readonly complain: (line: string) => void = complainHere) {}

  readonly #reported = new Map<string, string>();

  async tell({ extras }: Look): Promise<void> {
    for (const [rule, groups] of extras)
      for (const [group, { extra }] of groups) {
        const key = JSON.stringify([rule.name, group]);
        const words = extra.kind === "trouble" ? (await thrownLines(extra.error)).join(" ") : undefined;
        if (words !== undefined && this.#reported.get(key) !== words)
          this.complain(t("{0} can't be judged in {1}: {2}", visibleLine(rule.name), visibleLine(group), words));
        if (words === undefined) this.#reported.delete(key);
        else this.#reported.set(key, words);
      }
  }

  /** Rules about a group that no node has, while all nodes answer. */
  tellStrayRules({ nodes, groups }: Look, rules: readonly Rule[]): void {
    if (nodes.some(({ isUp }) => !isUp)) return;
    for (const { name, group } of rules) {
      if (group === undefined) continue;
      const key = JSON.stringify([name, group]);
      const isStray = !groups.some((each) => each.group === group);
      if (isStray && !this.#reported.has(key)) {
        this.#reported.set(key, "");
        this.complain(t("{0} judges nothing: no node serves {1}.", visibleLine(name), visibleLine(group)));
      }
    }
  }

  get size(): number {
    return this.#reported.size;
  }
}
