import { join } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { findTlsMaterial, rsaFileNames } from "../../chain/profile/tlsMaterial";
import { readTlsMaterial, type TlsFiles, type TlsMaterial } from "../../chain/transport/tlsMaterial";
import { t, text } from "../../text/catalogue";
import { WrongCommandLine } from "../options/commandLine";
import type { Usage } from "../usageText";

/** Options of every command that talks to nodes, for `util.parseArgs`. */
export const connectionArguments = {
  group: { type: "string" },
  node: { type: "string" },
  sdk: { type: "string" },
  ca: { type: "string" },
  cert: { type: "string" },
  key: { type: "string" },
  "en-cert": { type: "string" },
  "en-key": { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean", default: false },
} as const satisfies ParseArgsConfig["options"];

export const urlArgument = { url: { type: "string", default: "http://127.0.0.1:20200" } } as const;
export const tokenArgument = { token: { type: "string" } } as const;

const { key: certificateKey, ...besideKey } = connectionArguments;

/** The same for a command whose `--key` is the account's key file. */
export const accountConnectionArguments = { ...besideKey, "cert-key": certificateKey } as const;

export const timeoutUsage: Usage["options"][number] = [
  "--timeout MS",
  text("time limit of a request (default: 10000)"),
];

export const jsonUsage: Usage["options"][number] = ["--json", text("print one line of JSON")];

/** @param keyOption how this command calls the key of the TLS certificate */
const connectionUsageWith = (keyOption: "--key" | "--cert-key"): Usage["options"] => [
  ["--group GROUP", text("group (default: the node's only group)")],
  ["--node NAME", text("node name; Air nodes ignore it")],
  ["--sdk FOLDER", text("folder with ca.crt, sdk.crt, and sdk.key for HTTPS, or with sm_ca.crt and so on for SM TLS")],
  [`--ca --cert ${keyOption} FILE`, text("the same files one by one")],
  ["--en-cert --en-key FILE", text("certificate and key for SM TLS encryption (sm_ensdk.crt, sm_ensdk.key)")],
  timeoutUsage,
  jsonUsage,
];

/** The same for a usage. */
export const connectionUsage = connectionUsageWith("--key");

/** Where `--key` is the account's key file. */
export const accountConnectionUsage = connectionUsageWith("--cert-key");

export const urlUsage: Usage["options"][number] = [
  "--url URL[,URL…]",
  text("endpoints (default: http://127.0.0.1:20200)"),
];

/** The token of an embedded chain's own methods. */
export const tokenUsage: Usage["options"][number] = [
  "--token TOKEN",
  text(
    "the token in the chain's ready line (default: the environment variable CHAINSIDE_DEV_TOKEN); not required with --open-dev",
  ),
];

/** The certificate files, as they are typed. */
export interface TlsArguments {
  readonly sdk?: string | undefined;
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly "en-cert"?: string | undefined;
  readonly "en-key"?: string | undefined;
}

/** What a command line says of the nodes to talk to. */
export interface Connection extends TlsArguments {
  /** As typed: one endpoint, or several with commas between. */
  readonly url: string;
  readonly urls: readonly string[];
  readonly group: string | undefined;
  readonly node: string | undefined;
  /** Of the embedded chain's own methods, where the command uses them. */
  readonly token?: string | undefined;
  readonly timeoutMs: number;
}

interface ConnectionValues extends TlsArguments {
  readonly url: string;
  readonly group?: string | undefined;
  readonly node?: string | undefined;
  readonly timeout?: string | undefined;
}

/** The most that a timer of Node takes. */
const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Milliseconds.
 * @throws WrongCommandLine
 */
export function timeoutOf(text: string | undefined, usualMs = 10_000): number {
  if (text === undefined) return usualMs;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= longestTimeoutMs) return value;
  throw new WrongCommandLine(t("--timeout must be a number of milliseconds"));
}

/**
 * What the options of a connection say.
 * @param usualMs the time limit of a request where none is given
 * @throws WrongCommandLine
 */
export function connectionOf(values: ConnectionValues, usualMs?: number): Connection {
  const { url, group, node, sdk, ca, cert, key, "en-cert": enCert, "en-key": enKey, timeout } = values;
  const urls = url.split(",").map((each) => each.trim());
  const tls = { sdk, ca, cert, key, "en-cert": enCert, "en-key": enKey };
  return { url, urls, group, node, ...tls, timeoutMs: timeoutOf(timeout, usualMs) };
}

/** The token that was given, or stands in the environment. */
export const tokenOf = ({ token }: { readonly token?: string | undefined }): string | undefined =>
  token ?? process.env["CHAINSIDE_DEV_TOKEN"];

/**
 * The same where `--key` is the account's key file.
 * @throws WrongCommandLine
 */
export const accountConnectionOf = (
  values: Omit<ConnectionValues, "key"> & { readonly "cert-key"?: string | undefined },
): Connection => connectionOf({ ...values, key: values["cert-key"] });

const defined = (files: { [Kind in keyof TlsFiles]?: string | undefined }): Partial<TlsFiles> =>
  Object.fromEntries(Object.entries(files).filter(([, path]) => path !== undefined));

/** The whole set of a folder; where there is none, the names of standard TLS, so that what is missing is named. */
async function folderFiles(sdk: string | undefined): Promise<Partial<TlsFiles>> {
  if (sdk === undefined) return {};
  const found = await findTlsMaterial(sdk);
  if (found !== "none") return found;
  return Object.fromEntries(Object.entries(rsaFileNames).map(([kind, name]) => [kind, join(sdk, name)]));
}

/**
 * The certificate files that the arguments name, or undefined when they name none.
 * @throws ChainError usage `unreadableFile`.
 */
export async function tlsOf(given: TlsArguments): Promise<TlsMaterial | undefined> {
  const { sdk, ca, cert, key, "en-cert": enCert, "en-key": enKey } = given;
  const files = { ...(await folderFiles(sdk)), ...defined({ ca, cert, key, enCert, enKey }) };
  return files.ca === undefined ? undefined : readTlsMaterial({ ...files, ca: files.ca });
}
