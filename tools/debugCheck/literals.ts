/** Splits at commas outside of brackets and quotation marks. */
export function splitList(text: string, separator = ","): string[] {
  const parts: string[] = [];
  let [current, quote, depth] = ["", "", 0];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (quote !== "") {
      if (char === "\\") current += char + (text[++i] ?? "");
      else {
        if (char === quote) quote = "";
        current += char;
      }
      continue;
    }
    if (char === '"' || char === "'") quote = char;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    if (char === separator && depth === 0) {
      parts.push(current.trim());
      current = "";
    } else current += char;
  }
  if (current.trim() !== "" || parts.length > 0) parts.push(current.trim());
  return parts;
}

/** An argument as a person writes it: `5`, `"text"`, `[1, 2]`, `(1, "a")`, `{a: 1}`, `true`. `named` gives addresses for names. */
export function readArgument(text: string, named: (name: string) => string | undefined): unknown {
  const first = text[0] ?? "";
  if (first === '"' || first === "'") {
    const body = text.slice(1, -1);
    try {
      return JSON.parse(`"${first === '"' ? body : body.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string;
    } catch {
      return body;
    }
  }
  if (first === "[" || first === "(") return splitList(text.slice(1, -1)).map((each) => readArgument(each, named));
  if (first === "{") {
    return splitList(text.slice(1, -1)).map((each) => readArgument(each.slice(each.indexOf(":") + 1).trim(), named));
  }
  if (text === "true" || text === "false") return text === "true";
  const known = named(text);
  if (known !== undefined) return known;
  const unit = /^([\d_.]+)\s+(wei|gwei|ether|finney|szabo)$/.exec(text);
  if (unit) {
    const power = { wei: 0, gwei: 9, szabo: 12, finney: 15, ether: 18 }[unit[2] as "wei"] ?? 0;
    return String(BigInt(unit[1]?.replaceAll("_", "") ?? "0") * 10n ** BigInt(power));
  }
  return /^-?\d[\d_]*$/.test(text) ? text.replaceAll("_", "") : text;
}

/** Blanks away, hex in lower case, quotation marks away, names of members and types away: what two ways to write a value have in common. */
function bareValue(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(trimmed);
  if (quoted) {
    try {
      return `"${JSON.parse(`"${(quoted[2] ?? "").replaceAll('"', '\\"').replaceAll('\\\\"', '\\"')}"`) as string}"`;
    } catch {
      return `"${quoted[2]}"`;
    }
  }
  const call = /^[A-Za-z_$][\w$.]*\s*(\(.*\))$/s.exec(trimmed);
  const body = call?.[1] ?? trimmed;
  if (/^[[({].*[\])}]$/s.test(body)) {
    const items = splitList(body.slice(1, -1)).map((each) => bareValue(withoutName(each)));
    return `[${items.join(",")}]`;
  }
  if (/^0x[0-9a-f]*$/i.test(body)) return body.toLowerCase();
  if (/^hex["']/i.test(body)) return `0x${body.slice(4, -1).toLowerCase()}`;
  if (/^-?[\d_]+$/.test(body)) return String(BigInt(body.replaceAll("_", "")));
  return body;
}

/** `a: 1` → `1`, but not the colon inside of a text or a list. */
function withoutName(item: string): string {
  const [, rest] = /^\s*(?:[A-Za-z_$][\w$]*|\[[^\]]*\])\s*:\s*(.*)$/s.exec(item) ?? [];
  return rest ?? item;
}

/** Whether a value that is shown is the one that is expected. */
export function sameValue(shown: string, expected: string): boolean {
  const [a, b] = [bareValue(shown), bareValue(expected)];
  if (a === b) return true;
  if (a === `"${b}"` || `"${a}"` === b) return true;
  const number = (text: string): bigint | undefined =>
    /^(0x[0-9a-f]{1,64}|-?\d+)$/.test(text) ? BigInt(text) : undefined;
  const [x, y] = [number(a), number(b)];
  if (x !== undefined && y !== undefined && x === y) return true;
  // a member of an enum may go without its name
  return /^[A-Za-z_$][\w$.]*$/.test(a) && (a.endsWith(`.${b}`) || b.endsWith(`.${a}`));
}
