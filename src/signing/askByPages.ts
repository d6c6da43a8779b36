import { type Answer, confirmingName } from "./consent";
import type { ShownRequest, SigningRequest, Weight } from "./request";

/** What a page of a question asks for. */
export interface QuestionForm {
  readonly request: ShownRequest;
  readonly weight: Weight;
  /** There is another page. */
  readonly more: boolean;
  /** What has to be typed to agree. */
  readonly confirm?: string;
}

/** What a person said to a page. */
export interface Reply extends Pick<Answer<never>, "typed"> {
  readonly answer: Answer<never>["answer"] | "more";
}

/**
 * Asks a person page by page, for fronts whose questions are text.
 * @param pages of the request (`pagesOf`)
 * @param put shows one of them and brings what was said to it
 */
export async function askByPages<Id>(
  request: SigningRequest<Id>,
  weight: Weight,
  pages: readonly string[],
  put: (page: string, form: QuestionForm) => Promise<Reply>,
): Promise<Answer<Id>> {
  const confirm = weight === "irreversible" ? { confirm: confirmingName(request.act) } : {};
  for (const [at, page] of pages.entries()) {
    const { answer, typed } = await put(page, { ...confirm, request, weight, more: at + 1 < pages.length });
    if (answer !== "more") return { to: request, answer, ...(typed === undefined ? {} : { typed }) };
  }
  // Nothing comes behind the last page.
  return { to: request, answer: "no" };
}
