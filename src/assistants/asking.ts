import { askByPages } from "../signing/askByPages";
import type { Ask, Basis } from "../signing/consent";
import type { ShownRequest } from "../signing/request";
import { pagesOf } from "../signing/requestText";
import { t } from "../text/catalogue";
import { Refused } from "./answers/answer";
import type { Call } from "./assistantChain";
import type { AuditEvent } from "./signing/auditLog";
import type { Budget } from "./signing/permit";

type Log = (entry: AuditEvent) => Promise<void>;

async function shownPages(request: ShownRequest, log: Log): Promise<readonly string[]> {
  const [first = "", ...further] = await pagesOf(request);
  const asks = request.transaction
    ? t("An assistant asks to sign: {0}", first)
    : t("An assistant asks to change the chain: {0}", first);
  const pages = [asks, ...further];
  await log({ event: "shown", text: pages.join("\n\n") });
  return pages;
}

/**
 * Asks the person through the assistant's client, page by page, and writes down what they were shown and what they said.
 * @param budget no one is asked for what it doesn't allow
 */
export const askThrough =
  (call: Call, log: Log, budget: Budget): Ask =>
  async (request, weight) => {
    budget.require();
    const pages = await shownPages(request, log);
    call.progress?.(t("Waiting for the person's answer"));
    const answer = await askByPages(request, weight, pages, call.ask);
    await log({ event: "answered", answer: answer.answer });
    if (answer.answer === "cannotAsk")
      throw new Refused(
        t("The person has to agree to this, and your client can't ask them (elicitation). Nothing was signed."),
      );
    return answer;
  };

/** Shows what was agreed to without a question, and writes it down. */
export async function tellUnasked(request: ShownRequest, basis: Basis, call: Call, log: Log): Promise<void> {
  if (basis === "person") return;
  const [first = ""] = await shownPages(request, log);
  await log({ event: "answered", answer: "notAsked" });
  await call.unasked?.(first);
}
