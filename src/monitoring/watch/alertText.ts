import { adviceOf } from "../../chain/health/story";
import { say } from "../../text/catalogue";
import { clauses, joinSentences, labelled, noted } from "../../text/joining";
import type { AlertedFinding } from "./alerts";

/** An alert in a sentence: `node lags (group0, 127.0.0.1:20201): The node lacks 12 blocks.` */
export function alertText(
  { rule, endpoint = "", group = "", message }: Pick<AlertedFinding, "rule" | "endpoint" | "group" | "message">,
  words = say(message),
  connection = "",
): string {
  return labelled(noted(rule.name, clauses([connection, group, endpoint])), words);
}

/** What to do about an alert; empty where its rule tells of nothing that is wrong. */
export const alertAdvice = ({ trouble }: Pick<AlertedFinding, "trouble">): string => (trouble ? adviceOf(trouble) : "");

/** An alert that begins: what is wrong, and what to do. */
export const alertStory = (finding: AlertedFinding, connection?: string): string =>
  joinSentences(alertText(finding, undefined, connection), alertAdvice(finding));
