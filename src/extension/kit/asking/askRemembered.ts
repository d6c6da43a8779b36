import type { InstanceCache } from "../memory/kept";
import { askText, type TextQuestion } from "./ask";

/** What was typed last for each question, while the window is open: asked again, it stands there to be kept or typed over. */
export class TypedBefore extends Map<string, string> {}

/**
 * Asks for a text of several, with what was typed for it before: nothing is lost when a later question is cancelled, or what they were
 * asked for fails.
 * @param key tells the question from others
 * @throws Cancelled
 */
export async function askRemembered(kept: InstanceCache, key: string, question: TextQuestion): Promise<string> {
  const before = kept.of(TypedBefore);
  const value = before.get(key) ?? question.value;
  const typed = await askText({ ...question, ...(value === undefined ? {} : { value }) });
  before.set(key, typed);
  return typed;
}
