import { findKey, findSection, type KeySpec } from "../../nodeConfig/schema/keySpec";
import { inChosenLanguage } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { mentionsSecret } from "../../text/redacted";
import { visibleText } from "../../text/visibleText";

/** Stands for what isn't shown. */
const hidden = "[…]";

const plain = /^[\w./:,[\] *%\\~-]{0,300}$/;
/** What a value of a type looks like; of the others, `plain`. */
const forms: Partial<Record<KeySpec["type"], RegExp>> = {
  bool: /^(?:true|false|yes|no|on|off|0|1)$/i,
  int32: /^-?\d{1,20}$/,
  uint32: /^\d{1,20}$/,
  int64: /^-?\d{1,20}$/,
  uint64: /^\d{1,20}$/,
  double: /^-?[\d.]{1,20}$/,
  port: /^\d{1,5}$/,
  ip: /^[\da-f.:*]{1,45}$/i,
  nodeid: /^[\da-f]{128}$/i,
  size: /^\d{1,20}\s?[kmgt]?i?b?$/i,
  time: /^\d{1,2}:\d{1,2}$/,
  version: /^[\d.]{1,20}$/,
  hex: /^(?:0x)?[\da-f]{1,40}$/i,
  "csv-int": /^[\d, ]{0,200}$/,
};

/** As long as a key in hex or base64, and as mixed; a path has neither. */
const isKeyLike = (value: string): boolean =>
  /(?<![\da-f])(?:0x)?[\da-f]{64}(?![\da-f])/i.test(value) ||
  value
    .split(/[/.,: ]/)
    .some((word) => word.length >= 24 && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word));

/** Whether a value is what the node knows under this key, and can't be a secret. */
function isShown(spec: KeySpec, value: string): boolean {
  const { key, type, range } = spec;
  if (spec.secret === true || mentionsSecret(key) || /connection_str|_conf$/.test(key)) return false;
  if (range?.enum) return range.enum.some((each) => each.toLowerCase() === value.toLowerCase());
  return value === "" || ((forms[type] ?? plain).test(value) && !isKeyLike(value));
}

/**
 * A node's config.ini, and what its keys mean. Shown are sections, and values of keys that nodes know where such a value can't be a secret;
 * everything else (values of other keys, comments in words, lines of no form) only as a mark.
 */
export function withoutSecrets(source: string): { readonly shown: string; readonly keys: readonly string[] } {
  const keys = new Map<string, string>();
  let section = "";
  const shownLine = (line: string): string => {
    if (line.trim() === "") return "";
    const head = /^\s*\[([\w.-]{1,60})\]/.exec(line)?.[1];
    if (head !== undefined) {
      section = head;
      return findSection("config", head) || !mentionsSecret(head) ? `[${head}]` : hidden;
    }
    const equals = line.indexOf("=");
    const named = equals < 0 ? "" : line.slice(0, equals).trimEnd();
    const [before = ""] = /^[\s;#]*/.exec(named) ?? [];
    const key = named.slice(before.length);
    const rest = line.slice(equals + 1);
    if (!/^[\w.-]{1,100}$/.test(key)) return /^\s*[;#]/.test(line) ? `; ${hidden}` : hidden;
    const spec = findKey("config", section, key);
    if (spec) keys.set(`[${section}] ${spec.key}`, inChosenLanguage(spec));
    const [value = "", comment] = rest.split(/\s[;#]/, 2);
    const shown = spec && isShown(spec, value.trim()) ? value.trim() : hidden;
    return `${before}${key}=${shown}${comment === undefined ? "" : ` ; ${hidden}`}`;
  };
  const lines = source.replace(/^\ufeff/, "").split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  return {
    shown: visibleText(lines.map(shownLine).join("\n")),
    keys: [...keys].map(([key, meaning]) => `- ${labelled(key, meaning)}`),
  };
}
