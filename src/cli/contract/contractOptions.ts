import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { argumentWords } from "../../text/argumentTrouble";
import { t, text } from "../../text/catalogue";
import {
  accountConnectionUsage,
  type ConnectionTexts,
  connectionArguments,
  timeoutOf,
  urlUsage,
} from "../connection/connectionOptions";
import type { Usage } from "../usageText";

/** Stands before a negative number while options are read: `-5` is a value here, as no option begins with a digit. */
const negativeMark = "\u0000";
const hideNegative = (word: string): string => (/^-\d/.test(word) ? `${negativeMark}${word}` : word);
const showNegative = (word: string): string => (word.startsWith(negativeMark) ? word.slice(1) : word);

/** Options of `send`, `call` and `deploy` as they are typed. `--key` is the account here; the key of the TLS certificate is `--cert-key`. */
function readArguments(args: readonly string[]) {
  return parseArgs({
    args: args.map(hideNegative),
    allowPositionals: true,
    options: {
      ...connectionArguments,
      "cert-key": { type: "string" },
      url: { type: "string", default: "http://127.0.0.1:20200" },
      abi: { type: "string" },
      artifact: { type: "string" },
      solc: { type: "string" },
      library: { type: "string", multiple: true, default: [] },
      data: { type: "string" },
      value: { type: "string" },
      "password-env": { type: "string" },
      "password-file": { type: "string" },
    },
  });
}

type Values = ReturnType<typeof readArguments>["values"];
type OptionName = Exclude<keyof Values, "help" | "json" | "url">;

/** A command line of `send`, `call` or `deploy` that makes sense. */
export interface ContractOptions {
  readonly connection: ConnectionTexts & { readonly url: string; readonly timeoutMs: number };
  /** What a transaction may take in all, where --timeout says so; else it is looked for a minute after its time was over. */
  readonly sending: { readonly timeoutMs?: number; readonly waitMs?: number };
  readonly words: readonly string[];
  readonly json: boolean;
  readonly abi: string | undefined;
  readonly artifact: string | undefined;
  /** Compiler for a Solidity file: its version or path. */
  readonly solc: string | undefined;
  readonly libraries: Readonly<Record<string, string>>;
  readonly data: string | undefined;
  readonly value: string | undefined;
  /** File of the account's key. */
  readonly keyFile: string | undefined;
  readonly passwordFile: string | undefined;
  /** Name of the environment variable with the key file's password. */
  readonly passwordVariable: string;
}

/** Addresses of this machine. */
const loopback = /^(https?:\/\/)?(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?(\/|$)/i;

/** Which development account of an embedded chain `--key dev0` names; undefined for a file. */
export function devAccountNumber(keyFile: string): number | undefined {
  const digits = /^dev(\d{1,3})$/.exec(keyFile)?.[1];
  return digits === undefined || existsSync(keyFile) ? undefined : Number(digits);
}

/** What is wrong with `--key dev0` for a chain elsewhere: everybody has that key. */
export function developmentKeyTrouble(keyFile: string, url: string): string | undefined {
  if (devAccountNumber(keyFile) === undefined) return undefined;
  if (url.split(",").every((each) => loopback.test(each.trim()))) return undefined;
  return t("{0} is a development account with a public key; it signs only on this machine", keyFile);
}

/** When the time that somebody gave is over: one look whether the transaction is in a block after all. */
const lastLookMs = 1;

const connectionNames = ["group", "node", "sdk", "ca", "cert", "cert-key", "en-cert", "en-key", "timeout"] as const;

const encryptPair = ({ "en-cert": cert, "en-key": key }: Values): Pick<ConnectionTexts, "en-cert" | "en-key"> => ({
  "en-cert": cert,
  "en-key": key,
});

/**
 * Reads a command line; a string tells what is wrong with it, an empty one asks for help.
 * @param taken options of this command beside those of the connection
 */
export function parseContractOptions(args: readonly string[], taken: readonly OptionName[]): ContractOptions | string {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return argumentWords(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return "";
  const allowed: readonly string[] = [...connectionNames, ...taken, "url", "json", "help"];
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const foreign = given.find(([name]) => !allowed.includes(name));
  if (foreign) return t("this command has no option --{0}", foreign[0]);
  const timeoutMs = timeoutOf(values.timeout);
  if (timeoutMs === undefined) return t("--timeout must be a number of milliseconds");
  const trouble = values.key === undefined ? undefined : developmentKeyTrouble(values.key, values.url);
  if (trouble !== undefined) return trouble;
  const libraries: Record<string, string> = {};
  for (const library of values.library) {
    const [, name, address] = /^(.+)=(0x[0-9a-fA-F]{40})$/.exec(library) ?? [];
    if (name === undefined || address === undefined)
      return t("--library must be NAME=0x and 40 hex digits, not {0}", library);
    libraries[name] = address;
  }
  const { url, group, node, sdk, ca, cert, abi, artifact, solc, data, value } = values;
  return {
    connection: { url, group, node, sdk, ca, cert, key: values["cert-key"], ...encryptPair(values), timeoutMs },
    sending: values.timeout === undefined ? {} : { timeoutMs, waitMs: lastLookMs },
    words: positionals.map(showNegative),
    json: values.json,
    abi,
    artifact,
    solc,
    libraries,
    data,
    value: value === undefined ? undefined : showNegative(value),
    keyFile: values.key,
    passwordFile: values["password-file"],
    passwordVariable: values["password-env"] ?? "CHAINSIDE_PASSWORD",
  };
}

/** What the three commands share in their usage. */
export const contractUsage: Usage["options"] = [urlUsage, ...accountConnectionUsage];

export const abiUsage: Usage["options"] = [
  ["--abi FILE", text("ABI of the contract (default: the one the chain keeps)")],
  ["--artifact FILE", text("the compiled contract, for its ABI")],
];

/** How functions and arguments are written. */
export const callForm = text(
  "TARGET is an address or a BFS path such as /apps/Hello. The function is a name, or a signature where several functions share the name: 'find(uint64)'. Lists are [1, 2], structs {x: 1}. Write -- before words that begin with a dash and no digit.",
);

export const keyUsage: Usage["options"] = [
  [
    "--key FILE",
    text(
      "key file of the account: PEM, PKCS#12, keystore, or hex; never the key itself. dev0, dev1, and so on are the development accounts of an embedded chain on this machine",
    ),
  ],
  ["--password-env NAME", text("environment variable with the key file's password (default: CHAINSIDE_PASSWORD)")],
  ["--password-file FILE", text("file with the password; without either, you're asked for it at the terminal")],
];
