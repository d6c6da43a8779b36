import { say } from "../../text/catalogue";
import { clauses, labelled, noted } from "../../text/joining";
import type { AlertedFinding } from "./alerts";

/** An alert in a sentence: `node lags (group0, 127.0.0.1:20201): The node lacks 12 blocks.` */
export function alertText(
  { rule, endpoint = "", group = "", message }: Pick<AlertedFinding, "rule" | "endpoint" | "group" | "message">,
  words = say(message),
  connection = "",
): string {
  return labelled(noted(rule.name, clauses([connection, group, endpoint])), words);
}
