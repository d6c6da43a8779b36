import { findKey } from "../../nodeConfig/schema/keySpec";
import { inChosenLanguage } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { mentionsSecret } from "../../text/redacted";
import { visibleText } from "../../text/visibleText";

/** A node's config.ini without the values of keys that are secrets, and what its keys mean. */
export function withoutSecrets(source: string): { readonly shown: string; readonly keys: readonly string[] } {
  const keys = new Map<string, string>();
  let section = "";
  const lines = source.split("\n").map((line) => {
    const head = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (head !== undefined) section = head.trim();
    const equals = line.indexOf("=");
    const key = line
      .slice(0, Math.max(0, equals))
      .replace(/^[\s;#]*/, "")
      .trim();
    const spec = equals > 0 ? findKey("config", section, key) : undefined;
    if (spec) keys.set(`[${section}] ${spec.key}`, inChosenLanguage(spec));
    const secret = spec?.secret === true || mentionsSecret(key);
    return secret && equals > 0 ? `${line.slice(0, equals + 1)}[…]` : line;
  });
  return {
    shown: visibleText(lines.join("\n")),
    keys: [...keys].map(([key, meaning]) => `- ${labelled(key, meaning)}`),
  };
}
