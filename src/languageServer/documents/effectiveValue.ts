import type { KeySpec } from "../../nodeConfig/schema/keySpec";
import { t } from "../../text/catalogue";
import { code } from "../../text/markdown";
import { sayInMarkdown } from "./sayVisibly";
import type { OpenDocument, ServerState } from "./serverState";

/** What the node uses for the key of this line as the file stands, in one sentence. */
export function effectiveValue(state: ServerState, document: OpenDocument, index: number, spec: KeySpec): string {
  const line = document.ini.lines[index];
  const finding = state.findingsOfLine(document, index).find(({ severity }) => severity === "error");
  if (!finding) return t("In effect: {0}", code(line?.value ?? "").text);
  if (finding.message.stopsNode) return t("In effect: the node doesn't start. {0}", sayInMarkdown(finding.message));
  if (spec.onInvalid === "silent-default" && spec.default !== "") {
    return t("In effect: the default, {0}. {1}", `\`${spec.default}\``, sayInMarkdown(finding.message));
  }
  return sayInMarkdown(finding.message);
}
