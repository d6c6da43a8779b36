import { say } from "../../text/catalogue";
import { clauses, labelled, noted } from "../../text/joining";
import type { Finding } from "./judge";

/** An alert in a sentence: `node lags (group0, 127.0.0.1:20201): The node lacks 12 blocks.` */
export function alertText({ rule, endpoint = "", group = "", message }: Finding, words = say(message)): string {
  return labelled(noted(rule.name, clauses([group, endpoint])), words);
}
