import { readLibrary } from "../../chain/artifact/linkLibraries";
import { t, text } from "../../text/catalogue";
import {
  accountConnectionOf,
  accountNodeArguments,
  accountNodeUsage,
  type Connection,
} from "../connection/connectionOptions";
import { ownKeyOf } from "../connection/requireSigning";
import { type CommandLine, type Given, WrongCommandLine } from "../options/commandLine";
import { compilerArguments } from "../options/compilerOptions";
import { showNegative } from "../options/optionValues";
import { accountArguments, type PasswordSource, passwordOf, passwordUsage } from "../options/signingOptions";
import type { Usage } from "../output/usageText";

const always = { ...accountNodeArguments } as const;
const optional = {
  ...accountArguments,
  abi: { type: "string" },
  artifact: { type: "string" },
  ...compilerArguments,
  library: { type: "string", multiple: true },
  link: { type: "string" },
  "replace-link": { type: "boolean" },
  data: { type: "string" },
  value: { type: "string" },
  "dry-run": { type: "boolean" },
  "request-out": { type: "string" },
} as const;

/** What a command that signs takes beside its own options. */
export const signingArguments = ["key", "password-env", "password-file", "dry-run", "request-out"] as const;

/** What a command that signs can do instead. */
export const insteadUsage: Usage["options"] = [
  ["--dry-run", text("only show what it would do; the exit code says whether it would work")],
  [
    "--request-out FILE",
    text("write the transaction to a file, to be signed with chainside request; --key may then be an address alone"),
  ],
];

/** Options of these commands as they are typed. `--key` is the account here; the key of the TLS certificate is `--cert-key`. */
type ContractArguments = typeof always & typeof optional;

/** A command line of `send`, `call` or `deploy` that makes sense. */
export interface ContractOptions extends PasswordSource {
  readonly connection: Connection;
  /** What a transaction may take in all, where --timeout says so; else it is looked for a minute after its time was over. */
  readonly sending: { readonly timeoutMs?: number; readonly waitMs?: number };
  readonly words: readonly string[];
  readonly json: boolean;
  /** Only the preview. */
  readonly dryRun: boolean;
  /** Where the request is written, in place of signing it. */
  readonly requestOut: string | undefined;
  readonly abi: string | undefined;
  readonly artifact: string | undefined;
  /** Compiler for a Solidity file: its version or path. */
  readonly solc: string | undefined;
  readonly libraries: Readonly<Record<string, string>>;
  /** Name and version below `/apps` that is to lead to the new contract. */
  readonly link: string | undefined;
  /** An existing link may be led elsewhere. */
  readonly replaceLink: boolean;
  readonly data: string | undefined;
  readonly value: string | undefined;
  /** File of the account's key. */
  readonly keyFile: string | undefined;
}

/** When the given time is over: one look whether the transaction is in a block after all. */
const lastLookMs = 1;

/** Addresses by name, as `--library` and `--address` take them. @throws WrongCommandLine */
export const namedAddresses = (name: string, given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    given.map((word) => {
      const read = readLibrary(word);
      if (read) return [read.name, read.address];
      throw new WrongCommandLine(t("--{0} must be NAME=0x and 40 hex digits, not {1}", name, word));
    }),
  );

function read({ values, positionals }: Given<ContractArguments>, { name, taken }: ContractLine): ContractOptions {
  const { key, abi, artifact, solc, data, value, library, json, timeout } = values;
  const connection = accountConnectionOf(values);
  const keyFile = taken.includes("key") ? ownKeyOf(key, connection, name === "call" ? "asksAs" : "signs") : undefined;
  return {
    connection,
    sending: timeout === undefined ? {} : { timeoutMs: connection.timeoutMs, waitMs: lastLookMs },
    words: positionals.map(showNegative),
    json,
    dryRun: values["dry-run"] ?? false,
    requestOut: values["request-out"],
    abi,
    artifact,
    solc,
    libraries: namedAddresses("library", library ?? []),
    link: values.link,
    replaceLink: values["replace-link"] ?? false,
    data,
    value: value === undefined ? undefined : showNegative(value),
    keyFile,
    ...passwordOf(values),
  };
}

/** What tells the commands that work with one contract from one another. */
interface ContractLine {
  readonly name: "send" | "call" | "deploy" | "verify";
  readonly usage: Usage;
  /** Options of this command beside those of the connection. */
  readonly taken: readonly (keyof typeof optional)[];
  /**
   * Whether the words and options fit each other.
   * @throws WrongCommandLine
   */
  readonly check: (options: ContractOptions) => void;
  readonly failed: (thrown: unknown) => Promise<number>;
}

/** The command line of such a command, whose words went through `hideNegative`. */
export function contractLine(line: ContractLine): CommandLine<ContractArguments, ContractOptions> {
  const { name, usage, taken, check, failed } = line;
  const own = Object.fromEntries(taken.map((each) => [each, optional[each]]));
  return {
    name,
    usage,
    failed,
    // what this command doesn't take is never given
    options: { ...always, ...own } as ContractArguments,
    read: (given) => {
      const options = read(given, line);
      check(options);
      return options;
    },
  };
}

/**
 * What `send` and `call` need: the contract with a function, or with `--data`.
 * @throws WrongCommandLine
 */
export function requireFunctionOrData({ words, data }: ContractOptions): void {
  if (words.length === 0) throw new WrongCommandLine(t("specify the contract, as an address or a BFS path"));
  if (data === undefined && words.length < 2)
    throw new WrongCommandLine(t("specify the function, or the call data with --data"));
  if (data !== undefined && words.length > 1)
    throw new WrongCommandLine(t("--data replaces the function and its arguments"));
}

/** @throws WrongCommandLine */
export function requireKey({ keyFile }: ContractOptions): void {
  if (keyFile === undefined)
    throw new WrongCommandLine(
      t("specify the account with --key: its key file, or dev0 for the first account of an embedded chain"),
    );
}

/** What the three commands share in their usage. */
export const contractUsage: Usage["options"] = [...accountNodeUsage];

export const abiUsage: Usage["options"] = [
  ["--abi FILE", text("ABI of the contract (default: the one the chain keeps)")],
  ["--artifact FILE", text("the compiled contract, for its ABI")],
];

/** How functions and arguments are written. */
export const callForm = text(
  "TARGET is an address, a BFS path such as /apps/Hello, or the name of a proxy that the project keeps. The function is a name, or a signature where several functions share the name: 'find(uint64)'. Lists are [1, 2], structs {x: 1}; an address may be a BFS path, or dev1 on an embedded chain. Write -- before words that begin with a dash and no digit.",
);

export const keyUsage: Usage["options"] = [
  [
    "--key FILE",
    text(
      "key file of the account: PEM, PKCS#12, keystore, or hex; never the key itself. dev0, dev1, and so on are the development accounts of an embedded chain on this machine",
    ),
  ],
  ...passwordUsage,
];
