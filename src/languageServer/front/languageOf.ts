import type { Language } from "../protocol/messages";

/** The last part of an address, decoded as far as it can be. */
function nameOf(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Whose text a document is, by its name and what the editor calls its language; undefined for no text of ours. */
export function languageOf(uri: string, languageId = ""): Language | undefined {
  const name = nameOf(uri).toLowerCase();
  if (/\.chain\.ya?ml$/.test(name)) return "scenario";
  if (languageId === "solidity" || name.endsWith(".sol")) return "solidity";
  // Whether any other `.ini` is a node's its text tells.
  const isConfig = languageId === "fisco-ini" || /\.(?:ini|genesis)$/.test(name) || name === "nodes.json";
  return isConfig ? "config" : undefined;
}
