import { join } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { findTlsMaterial, rsaFileNames } from "../../chain/profile/tlsMaterial";
import { readTlsMaterial, type TlsFiles, type TlsMaterial } from "../../chain/transport/tlsMaterial";
import { text } from "../../text/catalogue";
import type { Usage } from "../usageText";

/** Options of every command that talks to a node, for `util.parseArgs`. */
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
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/** @param keyOption how this command calls the key of the TLS certificate */
const connectionUsageWith = (keyOption: "--key" | "--cert-key"): Usage["options"] => [
  ["--group GROUP", text("group (default: the node's only group)")],
  ["--node NAME", text("node name; Air nodes ignore it")],
  ["--sdk FOLDER", text("folder with ca.crt, sdk.crt, and sdk.key for HTTPS, or with sm_ca.crt and so on for SM TLS")],
  [`--ca --cert ${keyOption} FILE`, text("the same files one by one")],
  ["--en-cert --en-key FILE", text("certificate and key for SM TLS encryption (sm_ensdk.crt, sm_ensdk.key)")],
  ["--timeout MS", text("time limit of a request (default: 10000)")],
  ["--json", text("print one line of JSON")],
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
export const tokenMeaning = text(
  "the token in the chain's ready line (default: the environment variable CHAINSIDE_DEV_TOKEN); not required with --open-dev",
);

/** Which node and group, and the certificate files, as they are typed. */
export interface ConnectionTexts extends TlsArguments {
  group?: string | undefined;
  node?: string | undefined;
}

export interface TlsArguments {
  sdk?: string | undefined;
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  "en-cert"?: string | undefined;
  "en-key"?: string | undefined;
}

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

/** Milliseconds, or undefined for a text that is none. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return 10_000;
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
