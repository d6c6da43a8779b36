import { isLoopback } from "./loopback";
// What leaves this machine in a report: without keys, paths of a person's home, and (unless they agree) hosts. Everything is read in
// one pass over words, so that a log of any content takes time linear in its length. What is not understood is taken out, not left in.

/** What of this machine is taken out of a text. */
export interface RedactionFacts {
  /** Home folders as the system names them: `/home/jane`, `C:\Users\Jane Doe`. */
  readonly homes: readonly string[];
  /** Hosts that are known by name, of connections and of this machine, without port. */
  readonly hosts: readonly string[];
  /** The user agrees that hosts and addresses of nodes stay. */
  readonly keepHosts: boolean;
}

const removed = "[removed]";
const host = "[host]";

/** Ends of file names: a dotted word that ends so is a file, any other may be a host. */
const fileEnds = new Set(
  "abi bin cert cjs cnf conf config crl crt css csr csv dat db der dll dylib error exe genesis gz hex html ini jar java js json jsonl key keystore list lock log map md mjs nodeid out p12 pem pfx png pub sh so sock sol svg text tmp toml ts tsx txt vsix wasm xml yaml yml zip".split(
    " ",
  ),
);
/** What secrets are called, here and everywhere. */
const secretWords = /password|passwd|passphrase|secret|token|seed|private[_-]?key|data_key|authorization|mnemonic/gi;
/** Whether what is named so is a secret. */
const namesSecret = (name: string): boolean =>
  [...name.matchAll(secretWords)].some(({ 0: word, index }) => index + word.length === name.length);
/** Whether a name speaks of a secret at all, such as `token_ttl` or `private_pem`: for what is better left out than shown. */
export const mentionsSecret = (text: string): boolean =>
  text.search(secretWords) >= 0 || /passw|private(?!\s)/i.test(text);
/** Whether an address has a password in it, as `postgres://user:word@host` does. */
export const hasPassword = (address: string): boolean => /^[\w+-]+:\/\/[^/@:]*:[^/@]*@/.test(address);
/** 64 digits are a hash or a private key: which one can't be told. */
const longHex = /[0-9a-fA-F]{48,}/g;
const longText = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
/** Letters of both cases and digits, as base64 has them and a word does not. */
const isMixed = (text: string): boolean => /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);

/** Without what stands between PEM marks; an end that is missing takes the rest along. */
function withoutPem(text: string): string {
  let rest = text;
  let kept = "";
  for (;;) {
    const start = rest.indexOf("-----BEGIN ");
    if (start < 0) return kept + rest;
    kept += `${rest.slice(0, start)}[PEM]`;
    const end = rest.indexOf("-----END ", start);
    if (end < 0) return kept;
    const close = rest.indexOf("-----", end + 9);
    rest = close < 0 ? "" : rest.slice(close + 5);
  }
}

/** Every way in which a folder's path is written: both slashes, doubled as JSON does, and in a URI. */
function spellings(path: string): string[] {
  const forward = path.replaceAll("\\", "/");
  const encoded = encodeURI(forward).replaceAll(":", "%3A");
  return [path, path.replaceAll("\\", "\\\\"), forward, encodeURI(forward), encoded, encoded.toLowerCase()];
}

/** Replaces a text wherever it stands, whatever its case: file systems and hosts do not tell cases apart. */
function replaced(text: string, searched: string, by: string): string {
  if (searched.length < 3) return text;
  const [low, needle] = [text.toLowerCase(), searched.toLowerCase()];
  // Lower case of another length would shift what follows.
  if (low.length !== text.length) return text.split(searched).join(by);
  let kept = "";
  let from = 0;
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, from)) {
    kept += text.slice(from, at) + by;
    from = at + needle.length;
  }
  return kept + text.slice(from);
}

/** `/home/jane/x` → `~/x`: homes of people that this process does not know. */
function withoutHome(word: string): string {
  const parts = word.split(/([\\/]+)/);
  for (let index = 0; index < parts.length - 2; index += 2) {
    const isHome = /^(?:home|users|documents and settings)$/i.test(parts[index] ?? "");
    if (isHome && parts[index + 2]) return ["~", ...parts.slice(index + 3)].join("");
    if (/^root$/.test(parts[index] ?? "") && index === 2 && parts[0] === "") return ["~", ...parts.slice(3)].join("");
  }
  return word;
}

/** Whether a host identifies no machine: this machine, or any. */
const isAnyones = (name: string): boolean => isLoopback(name) || /^(?:0\.0\.0\.0|\[?::\]?)$/.test(name);

/** Whether a word is the name or address of a host: `10.0.0.5`, `[fe80::1]`, `node1.example.com`. */
function isHost(name: string): boolean {
  if (isAnyones(name)) return false;
  if (name.startsWith("[") || (/^[0-9a-f:.%]+$/i.test(name) && name.split(":").length > 3)) return name.includes(":");
  const labels = name.split(".");
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label))) return true;
  const last = labels.at(-1) ?? "";
  const isName = labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}_-]+$/u.test(label));
  return isName && /^\p{L}/u.test(last) && !fileEnds.has(last.toLowerCase()) && !/^v?\d/.test(labels[0] ?? "");
}

/** `HOST:PORT`, `HOST` or `scheme://user@HOST:PORT/path` without its host. */
function withoutHost(word: string): string {
  if (/^\\\\[^\\]/.test(word)) return word.replace(/^\\\\[^\\]*/, `\\\\${host}`);
  const scheme = word.indexOf("://");
  const start = scheme < 0 ? 0 : scheme + 3;
  const pathAt = word.slice(start).search(/[/?#]/);
  const end = scheme >= 0 && pathAt >= 0 ? start + pathAt : word.length;
  const authority = word.slice(start, end);
  const isBareV6 = !authority.startsWith("[") && authority.split(":").length > 3;
  const colon = isBareV6 ? authority.length : (/:\d{1,5}$/.exec(authority)?.index ?? authority.length);
  const [name, port] = [authority.slice(0, colon), authority.slice(colon)];
  const isFile = fileEnds.has(name.split(".").at(-1)?.toLowerCase() ?? "");
  const isNamed =
    (scheme >= 0 && name !== "" && !/^file$/i.test(word.slice(0, scheme))) || (port.length > 4 && !isFile);
  if (isAnyones(name) || !(isHost(name) || (isNamed && /^[^\d:]/.test(name)))) return word;
  return `${word.slice(0, start)}${host}${port}${word.slice(end)}`;
}

/** Without the name and password in front of a URL's host. */
function withoutCredentials(word: string): string {
  const scheme = word.indexOf("://");
  const at = word.lastIndexOf("@");
  return scheme >= 0 && at > scheme ? `${word.slice(0, scheme + 3)}${word.slice(at + 1)}` : word;
}

function redactWord(word: string, facts: RedactionFacts): string {
  const assignment = /[=:]/.exec(word)?.index ?? -1;
  if (assignment > 0 && assignment < word.length - 1 && namesSecret(word.slice(0, assignment)))
    return `${word.slice(0, assignment + 1)}${removed}`;
  const local = withoutHome(withoutCredentials(word));
  return facts.keepHosts || /^~[\\/]/.test(local) ? local : withoutHost(local);
}

/** The word behind the name of a secret (`password: x`, `"password" : "x"`) goes too. */
function redactLine(line: string, facts: RedactionFacts): string {
  let awaited: "nothing" | "sign" | "secret" = "nothing";
  const clear = line
    .replace(longHex, (digits) => `[${digits.length} hex digits]`)
    .replace(longText, (text) => (isMixed(text) ? removed : text));
  return clear.replace(/[^\s"'`<>(),;{}|]+/g, (word) => {
    const isSign = /^[=:]+$/.test(word);
    if (isSign) {
      if (awaited === "sign") awaited = "secret";
      return word;
    }
    const named = word.replace(/[=:]$/, "");
    if (awaited === "secret" && !namesSecret(named)) {
      awaited = "nothing";
      return removed;
    }
    awaited = namesSecret(named) ? (named === word ? "sign" : "secret") : "nothing";
    const [ending = ""] = /[.:!?]$/.exec(word) ?? [];
    return `${redactWord(word.slice(0, word.length - ending.length), facts)}${ending}`;
  });
}

/** The text without keys, passwords, home folders and (unless kept) hosts. Lines stay lines. */
export function redacted(text: string, facts: RedactionFacts): string {
  let clear = withoutPem(text);
  for (const home of facts.homes) for (const spelling of spellings(home)) clear = replaced(clear, spelling, "~");
  if (!facts.keepHosts) for (const name of facts.hosts) if (!isAnyones(name)) clear = replaced(clear, name, host);
  return clear
    .split("\n")
    .map((line) => redactLine(line, facts))
    .join("\n");
}
