import { applyEdits, findNodeAtLocation, getNodeValue, modify, type ParseError, parseTree } from "jsonc-parser";
import { parse as parseToml, stringify as tomlText } from "smol-toml";
import { clientError } from "../../errors/clientError";
import { isJsonObject } from "../../text/limits/boundedJson";
import type { AssistantProgram } from "./assistantPrograms";

/** How a program starts a server. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A file with a server in it. */
export interface ServerFile {
  readonly text: string;
  readonly change: "added" | "replaced" | "unchanged";
}

/** Servers that were set up here before are replaced; those of others never. */
function isOurs(entry: unknown): boolean {
  if (!isJsonObject(entry)) return false;
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
  return words.includes("mcp") && words.some((word) => /(^|[\\/])(chainside|cli\.js)$/.test(word));
}

const sameEntry = (one: unknown, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

function changeOf(there: unknown, name: string, entry: object, file: string): ServerFile["change"] {
  if (there === undefined) return "added";
  if (sameEntry(there, entry)) return "unchanged";
  if (!isOurs(there)) throw clientError("serverOfOthers", { name, path: file });
  return "replaced";
}

function withJson(text: string, { member, file }: AssistantProgram, name: string, entry: object): ServerFile {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || (root && root.type !== "object")) throw clientError("serverFileUnreadable", { path: file });
  const node = root && findNodeAtLocation(root, [member, name]);
  const change = changeOf(node && getNodeValue(node), name, entry, file);
  if (change === "unchanged") return { text, change };
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  const edited = applyEdits(text, modify(text, [member, name], entry, { formattingOptions }));
  return { text: edited.endsWith("\n") ? edited : `${edited}\n`, change };
}

/** The lines of a table and of those below it, which another table ends. */
function tableLines(
  lines: readonly string[],
  headers: readonly string[],
): readonly [from: number, to: number] | undefined {
  const isOwn = (line: string): boolean =>
    headers.some((header) => line === `[${header}]` || line.startsWith(`[${header}.`));
  const from = lines.findIndex((line) => isOwn(line.trim()));
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => line.trim().startsWith("[") && !isOwn(line.trim()));
  return [from, length < 0 ? lines.length : from + 1 + length];
}

function withToml(text: string, { member, file }: AssistantProgram, name: string, entry: object): ServerFile {
  let read: Record<string, unknown>;
  try {
    read = parseToml(text);
  } catch {
    throw clientError("serverFileUnreadable", { path: file });
  }
  const servers = read[member];
  const change = changeOf(isJsonObject(servers) ? servers[name] : undefined, name, entry, file);
  if (change === "unchanged") return { text, change };
  const made = tomlText({ [member]: { [name]: entry } }).trimEnd();
  if (change === "added") return { text: text.trim() === "" ? `${made}\n` : `${text.trimEnd()}\n\n${made}\n`, change };
  const lines = text.split("\n");
  const own = tableLines(lines, [`${member}.${name}`, `${member}."${name}"`]);
  // Written as an inline table: a person has to decide what becomes of the line.
  if (!own) throw clientError("serverOfOthers", { name, path: file });
  const [from, to] = own;
  const rest = lines.slice(to).join("\n");
  return { text: `${[...lines.slice(0, from), made].join("\n")}\n${rest === "" ? "" : `\n${rest}`}`, change };
}

/**
 * The file of a program with a server in it; comments, order and everything else in it stay.
 * @param text of the file as it is, undefined where there is none
 * @throws ChainError usage `serverFileUnreadable`; `serverOfOthers` where another server has the name
 */
export function withServer(
  text: string | undefined,
  program: AssistantProgram,
  name: string,
  { command, args, env }: ServerEntry,
): ServerFile {
  const entry = { command, args: [...args], ...(env ? { env: { ...env } } : {}) };
  return program.format === "json"
    ? withJson(text || "{}", program, name, entry)
    : withToml(text ?? "", program, name, entry);
}
