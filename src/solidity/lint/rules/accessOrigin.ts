import { text } from "../../../text/catalogue";
import type { Expression } from "../../language/syntax/nodes";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** Rights that are decided by who sent the transaction, not by who calls. */
export const accessOrigin: LintRule = {
  id: "access.origin",
  severity: "warning",
  title: text("rights by tx.origin"),
  *find(source: LintSource): Iterable<Found> {
    const isOrigin = (node: Expression): boolean => source.builtInMember(node, "tx") === "origin";
    const isSender = (node: Expression): boolean =>
      source.builtInMember(node, "msg") === "sender" ||
      (node.kind === "call" && node.callee.kind === "identifier" && node.callee.name.text === "_msgSender");
    const found = ({ start, end }: Expression): Found => ({
      start,
      end,
      message: text(
        "Any contract that the person calls can act in their name where tx.origin decides. It is zero in calls that aren't signed. Check msg.sender.",
      ),
      fix: { title: text("Check msg.sender"), edits: [{ start, end, text: "msg.sender" }] },
    });
    for (const { part } of source.of("binary")) {
      if (!part.operators.every((each) => each === "==" || each === "!=")) continue;
      // Whether a person calls by themselves is another question.
      if (part.operands.some(isSender)) continue;
      for (const each of part.operands) if (isOrigin(each)) yield found(each);
    }
    for (const { part } of source.of("index")) for (const each of part.indexes) if (isOrigin(each)) yield found(each);
  },
};
