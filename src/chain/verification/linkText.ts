import { fillText } from "../../errors/clientError";
import type { Link, Verdict } from "./link";
import names from "./linkNames.json";
import reasons from "./reasons.json";

type VerdictLanguage = "en" | "zh";

/** One link in words: what it is about, whether it holds, and why or why not. */
export interface LinkText {
  readonly name: string;
  readonly state: Link["state"];
  readonly reason: string;
}

/** The links of a verdict in words, those of its chain first, then what is said apart. */
export function linkTexts(verdict: Verdict, language: VerdictLanguage): LinkText[] {
  return [...verdict.links, ...verdict.apart].map(({ name, state, reason, values }) => ({
    name: names[name][language],
    state,
    reason: fillText(reasons[reason][language], values),
  }));
}
