import { relative, sep } from "node:path";
import type { ContractRequest } from "../../../chain/notebook/requestText";

/** Which rules of quoting a terminal follows. */
export type Shell = "posix" | "powershell";

/** Words that every shell takes as they are. */
const plainWord = /^[\w@%+=:,./-]+$/;

function quoted(word: string, shell: Shell): string {
  if (plainWord.test(word) && !word.startsWith("@")) return word;
  return `'${word.replaceAll("'", shell === "posix" ? "'\\''" : "''")}'`;
}

/** One line for a terminal. */
export function shellLine(words: readonly string[], shell: Shell): string {
  return words.map((word) => quoted(word, shell)).join(" ");
}

/** Where the program asks: a connection's own addresses and files. Nothing in it is secret. */
export interface CommandConnection {
  readonly endpoints: readonly string[];
  readonly groupId: string;
  readonly tls?: { readonly ca: string; readonly cert?: string; readonly key?: string } | undefined;
}

interface CommandParts {
  readonly connection: CommandConnection;
  readonly deed: ContractRequest;
  /** File of the account that signs; none for a call that nobody makes. */
  readonly keyFile?: string | undefined;
  /** In wei. */
  readonly value?: string | undefined;
}

function deedWords(deed: ContractRequest): { options: string[]; words: string[] } {
  if (deed.kind === "deploy") {
    const libraries = Object.entries(deed.libraries).flatMap(([name, address]) => ["--library", `${name}=${address}`]);
    return { options: ["--artifact", deed.artifact, ...libraries], words: [...deed.args] };
  }
  if ("data" in deed) return { options: ["--data", deed.data], words: [deed.target] };
  return { options: [], words: [deed.target, deed.function, ...deed.args] };
}

/** The arguments of `chainside` that do the same, options first. */
export function commandWords({ connection, deed, keyFile, value }: CommandParts): string[] {
  const { endpoints, groupId, tls } = connection;
  const { options, words } = deedWords(deed);
  const secure = tls && endpoints.some((each) => /^https:/i.test(each));
  return [
    deed.kind,
    "--url",
    endpoints.join(","),
    "--group",
    groupId,
    ...(secure ? ["--ca", tls.ca] : []),
    ...(secure && tls.cert !== undefined ? ["--cert", tls.cert] : []),
    ...(secure && tls.key !== undefined ? ["--cert-key", tls.key] : []),
    ...(keyFile === undefined ? [] : ["--key", keyFile]),
    ...(value === undefined || value === "0" || value === "" ? [] : ["--value", value]),
    ...options,
    // A number below zero is no option.
    ...(words.some((word) => word.startsWith("-")) ? ["--"] : []),
    ...words,
  ];
}

/** What is typed into a field, or a list of such, as one word. */
export function argumentWord(draft: unknown): string {
  return typeof draft === "string" ? draft : JSON.stringify(draft);
}

/** The path as a terminal in the folder finds it; one that lies elsewhere stays whole. */
export function pathFrom(folder: string | undefined, path: string): string {
  if (folder === undefined) return path;
  const way = relative(folder, path);
  return way === "" || way.startsWith("..") || way === path ? path : way.split(sep).join("/");
}
