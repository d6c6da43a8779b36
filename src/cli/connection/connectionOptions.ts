import { join } from "node:path";
import type { ParseArgsConfig } from "node:util";
import { devTokenOf } from "../../chain/dev/usualChain";
import type { ChainPin } from "../../chain/profile/chainPin";
import type { ConnectionProfile } from "../../chain/profile/checkedProfile";
import type { Access } from "../../chain/profile/connectionSetting";
import { findTlsMaterial, sdkFiles } from "../../chain/profile/tlsMaterial";
import {
  readTlsMaterial,
  rsaFileNames,
  smFileNames,
  type TlsFiles,
  type TlsMaterial,
} from "../../chain/transport/tlsMaterial";
import { defaultRpcPort } from "../../facts/ports";
import { t, text } from "../../text/catalogue";
import { WrongCommandLine } from "../options/commandLine";
import { originsOf } from "../options/foreignHosts";
import { integerOf } from "../options/optionValues";
import type { Usage } from "../output/usageText";
import { namedProfile } from "./profiles";

/** What is agreed to before it is asked, for a command that signs. */
export const signingArguments = {
  yes: { type: "boolean", short: "y", default: false },
  confirm: { type: "string" },
  force: { type: "string" },
  audit: { type: "string" },
} as const satisfies ParseArgsConfig["options"];

/** Options of every command that talks to nodes, for `util.parseArgs`. */
export const connectionArguments = {
  connection: { type: "string" },
  workspace: { type: "boolean", default: false },
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

export const urlArgument = { url: { type: "string" } } as const;
export const tokenArgument = { token: { type: "string" } } as const;

const { key: certificateKey, ...besideKey } = connectionArguments;

/** The same for a command that signs, whose `--key` is the account's key file. */
export const accountConnectionArguments = { ...besideKey, ...signingArguments, "cert-key": certificateKey } as const;

export const timeoutUsage: Usage["options"][number] = [
  "--timeout MS",
  text("time limit of a request (default: 10000)"),
];

export const jsonUsage: Usage["options"][number] = ["--json", text("print one line of JSON")];

export const auditUsage: Usage["options"][number] = [
  "--audit FOLDER|off",
  text(
    "where it is written down what was signed and who agreed (default: the environment variable CHAINSIDE_AUDIT, else a folder of your own)",
  ),
];

const profileUsage: Usage["options"] = [
  [
    "--connection NAME",
    text("connection from your file of connections (default: the environment variable CHAINSIDE_CONNECTION)"),
  ],
  [
    "--workspace",
    text(
      "with --connection: from .vscode/settings.json of this folder; such a connection asks before anything is signed",
    ),
  ],
];

export const signingUsage: Usage["options"] = [
  ["--yes, -y", text("sign without a question what can be undone")],
  ["--confirm NAME", text("sign without a question what can't be undone: the name of what it is done to")],
  ["--force REASON", text("send what is known to fail: the code of the error that is expected")],
  auditUsage,
];

/** @param keyOption how this command calls the key of the TLS certificate */
const connectionUsageWith = (keyOption: "--key" | "--cert-key"): Usage["options"] => [
  ...profileUsage,
  ...(keyOption === "--key" ? [] : signingUsage),
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

/** The same of a command that makes chains of its own where none is named: the environment sends none of its work to another. */
export const namedHereUsage = (usage: Usage["options"]): Usage["options"] =>
  usage.map(([option, meaning]) =>
    option === "--connection NAME"
      ? [
          option,
          text(
            "connection from your file of connections; the environment variable CHAINSIDE_CONNECTION doesn't count here",
          ),
        ]
      : [option, meaning],
  );

export const urlUsage: Usage["options"][number] = [
  "--url URL[,URL…]",
  text("endpoints (default: those of --connection, else http://127.0.0.1:20200)"),
];

/** Options of a command that talks to one chain, and how they are explained. */
export const nodeArguments = { ...connectionArguments, ...urlArgument } as const;
export const nodeUsage: Usage["options"] = [urlUsage, ...connectionUsage];

/** The same where `--key` is the account's key file. */
export const accountNodeArguments = { ...accountConnectionArguments, ...urlArgument } as const;
export const accountNodeUsage: Usage["options"] = [urlUsage, ...accountConnectionUsage];

/** The token of an embedded chain's own methods. */
export const tokenUsage: Usage["options"][number] = [
  "--token TOKEN",
  text(
    "the token in the chain's ready line (default: the environment variable CHAINSIDE_DEV_TOKEN); not required with --open-dev",
  ),
];

/** The archive query service, for what nodes have no more. */
export const archiveArgument = { archive: { type: "string" } } as const;

/** @throws WrongCommandLine */
function archiveOf({ archive }: { readonly archive?: string | undefined }): string | undefined {
  if (archive === undefined || /^https?:\/\/\S+$/i.test(archive)) return archive;
  throw new WrongCommandLine(t("{0} must be a URL such as {1}", "--archive", usualArchive));
}

/** The certificate files, as they are typed. */
interface TlsArguments {
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
  /** The one that was named. */
  readonly name?: string;
  /** Of the connection that was named; undefined where endpoints were typed. */
  readonly access?: Access;
  /** What the user says that the chain is. */
  readonly pin?: ChainPin;
  /** Address of the archive query service: typed, or of the connection that was named. */
  readonly archive?: string | undefined;
  /** The folder whose own connection was asked for: what stands in it of chains is believed. */
  readonly workspace?: string;
  /** The person agreed beforehand to what is signed. */
  readonly agreed?: boolean;
  /** And to what can't be undone, by its name; to what is known to fail, by the reason. */
  readonly confirm?: string | undefined;
  readonly force?: string | undefined;
  /** Folder of the audit log, or `off`. */
  readonly audit?: string | undefined;
}

/** A connection as the person knows it: by its name, else by its endpoints. */
export const connectionText = ({ name, urls }: Connection): string => name ?? originsOf(urls);

interface ConnectionValues extends TlsArguments {
  readonly url?: string | undefined;
  readonly connection?: string | undefined;
  readonly workspace?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly confirm?: string | undefined;
  readonly force?: string | undefined;
  readonly audit?: string | undefined;
  readonly group?: string | undefined;
  readonly node?: string | undefined;
  readonly timeout?: string | undefined;
  readonly archive?: string | undefined;
}

/** The most that a timer of Node takes. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Milliseconds.
 * @throws WrongCommandLine
 */
export const timeoutOf = (text: string | undefined, usualMs = 10_000): number =>
  integerOf("timeout", text, { max: maxTimeoutMs }) ?? usualMs;

const usualUrl = `http://127.0.0.1:${defaultRpcPort}`;
/** Where an archive query service listens by itself. */
export const usualArchive = "http://127.0.0.1:8080";

/** The connection that is named, by an option or, where no endpoint is typed, by the environment. @throws as `namedProfile` */
function profileOf({ url, connection, workspace }: ConnectionValues): ConnectionProfile | undefined {
  if (url !== undefined && connection !== undefined)
    throw new WrongCommandLine(t("specify {0} or {1}, not both", "--url", "--connection"));
  const name = connection ?? (url === undefined ? process.env["CHAINSIDE_CONNECTION"] || undefined : undefined);
  if (name === undefined) {
    if (workspace) throw new WrongCommandLine(t("--{0} requires {1}", "workspace", "--connection"));
    return undefined;
  }
  return namedProfile(name, workspace ? process.cwd() : undefined);
}

/** Whether options name a chain at all, for a command that can do without one. */
export const namesChain = ({ url, connection }: Pick<ConnectionValues, "url" | "connection">): boolean =>
  url !== undefined || connection !== undefined;

/** What says nothing where no chain is named. */
const ofChains = ["group", "node", "sdk", "ca", "cert", "key", "cert-key", "en-cert", "en-key", "timeout"];

/** @param more further options of a command that say something of its chain @throws WrongCommandLine */
export function requireNoChainOptions(values: Readonly<Record<string, unknown>>, more: readonly string[] = []): void {
  const alone = [...more, ...ofChains].find((name) => values[name] !== undefined);
  if (alone !== undefined) throw new WrongCommandLine(t("--{0} requires --url", alone));
}

/** The certificate files of options; of the connection by name where there are none. */
function tlsOfValues(values: ConnectionValues, profile: ConnectionProfile | undefined): TlsArguments {
  const { sdk, ca, cert, key, "en-cert": enCert, "en-key": enKey } = values;
  const typed = { sdk, ca, cert, key, "en-cert": enCert, "en-key": enKey };
  if (!profile?.tls || Object.values(typed).some((file) => file !== undefined)) return typed;
  const { tls } = profile;
  return { ca: tls.ca, cert: tls.cert, key: tls.key, "en-cert": tls.enCert, "en-key": tls.enKey };
}

/**
 * What the options of a connection say, and the connection that they name.
 * @param usualMs the time limit of a request where none is given
 * @throws WrongCommandLine; ChainError usage of a connection that can't be read
 */
export function connectionOf(values: ConnectionValues, usualMs?: number): Connection {
  const profile = profileOf(values);
  const url = values.url ?? profile?.endpoints.join(",") ?? usualUrl;
  const common = {
    url,
    urls: url.split(",").map((each) => each.trim()),
    group: values.group ?? (profile?.group || undefined),
    node: values.node,
    ...tlsOfValues(values, profile),
    timeoutMs: timeoutOf(values.timeout, profile?.timeoutMs ?? usualMs),
    agreed: values.yes ?? false,
    confirm: values.confirm,
    force: values.force,
    audit: values.audit,
    archive: archiveOf(values) ?? profile?.archive,
  };
  if (!profile) return common;
  const { name, access, pin } = profile;
  return {
    ...common,
    name,
    access,
    ...(pin ? { pin } : {}),
    ...(values.workspace ? { workspace: process.cwd() } : {}),
  };
}

/** The token that was given, or stands in the environment. */
export const tokenOf = ({ token }: { readonly token?: string | undefined }): string | undefined => devTokenOf(token);

/**
 * The same where `--key` is the account's key file.
 * @throws WrongCommandLine
 */
export const accountConnectionOf = (
  values: Omit<ConnectionValues, "key"> & { readonly "cert-key"?: string | undefined },
): Connection => connectionOf({ ...values, key: values["cert-key"] });

const defined = (files: { [Kind in keyof TlsFiles]?: string | undefined }): Partial<TlsFiles> =>
  Object.fromEntries(Object.entries(files).filter(([, path]) => path !== undefined));

/**
 * The whole set of a folder; where there is none, the names of the kind of TLS that some of its files are for, so that what is missing is
 * named.
 */
async function folderFiles(sdk: string | undefined): Promise<Partial<TlsFiles>> {
  if (sdk === undefined) return {};
  const found = findTlsMaterial(sdk);
  if (found !== "none") return found;
  const { present } = sdkFiles(sdk);
  const names = Object.values<string>(smFileNames).includes(present[0] ?? "") ? smFileNames : rsaFileNames;
  return Object.fromEntries(Object.entries(names).map(([kind, name]) => [kind, join(sdk, name)]));
}

/** The certificate files that the arguments name, as they are named, or undefined when they name none. */
export async function tlsFilesOf(given: TlsArguments): Promise<TlsFiles | undefined> {
  const { sdk, ca, cert, key, "en-cert": enCert, "en-key": enKey } = given;
  const files = { ...(await folderFiles(sdk)), ...defined({ ca, cert, key, enCert, enKey }) };
  return files.ca === undefined ? undefined : { ...files, ca: files.ca };
}

/**
 * What is in them.
 * @throws ChainError usage `unreadableFile`.
 */
export async function tlsOf(given: TlsArguments): Promise<TlsMaterial | undefined> {
  const files = await tlsFilesOf(given);
  return files && readTlsMaterial(files);
}
