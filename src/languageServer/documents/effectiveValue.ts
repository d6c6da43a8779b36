import type { Finding } from "../../nodeConfig/findings/finding";
import type { KeySpec } from "../../nodeConfig/schema/keySpec";
import { t } from "../../text/catalogue";
import { code } from "../../text/markdown";
import { sayInMarkdown } from "./sayVisibly";
import type { OpenDocument, ServerState } from "./serverState";

/** The node reads no value there. */
const unread: ReadonlySet<Finding["rule"]> = new Set(["ini.sinceVersion", "ini.unreadKey", "rpc.sslConflict"]);

/** What the node uses for the key of this line as the file stands, in one sentence. */
export function effectiveValue(state: ServerState, document: OpenDocument, index: number, spec: KeySpec): string {
  const line = document.ini.lines[index];
  const found = state.findingsOfLine(document, index);
  const finding =
    found.find(({ message }) => message.stopsNode) ??
    found.find(({ severity, rule }) => severity === "error" || unread.has(rule));
  if (!finding) return t("In effect: {0}", code(line?.value ?? "").text);
  if (finding.message.stopsNode) return t("In effect: the node doesn't start. {0}", sayInMarkdown(finding.message));
  if (finding.message.usesDefault) {
    return t("In effect: the default, {0}. {1}", `\`${spec.default}\``, sayInMarkdown(finding.message));
  }
  return sayInMarkdown(finding.message);
}
