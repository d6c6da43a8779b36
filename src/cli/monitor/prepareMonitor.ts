import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ChainError } from "../../errors/chainError";
import { explainError } from "../../errors/dictionary";
import { givenPath } from "../../files/namedPath";
import { maxBytes, readGivenText } from "../../files/regularFile";
import type {
  MonitoredConnection,
  MonitorSettings,
  SecretSource,
  TlsFileNames,
} from "../../monitoring/settings/monitorSettings";
import { type MonitorFileContext, readMonitorSettings } from "../../monitoring/settings/readMonitorSettings";
import { t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { type Connection, connectionOf, tlsOf } from "../connection/connectionOptions";
import type { ServerTls } from "../http/httpServer";
import { oneOf } from "../options/optionValues";
import { WrongInput } from "../output/showError";
import { WebhookCall } from "../watch/webhookCall";
import { formatOfHost, webhookFormats } from "../watch/webhookFormats";
import { checkIndexPlace } from "./indexFollower";
import { minTokenLength } from "./logins";
import type { PreparedConnection } from "./monitoredConnection";

/** A secret that isn't where the settings say it is; its words hold nothing of it. */
class MissingSecret extends WrongInput {
  constructor(message: string) {
    super("monitorSecret", message);
  }
}

/**
 * The secret that a variable or a file holds; line ends around it don't belong to it.
 * @param what it is for, as the settings call it
 * @param folder in which relative paths begin
 * @throws MissingSecret with words for people
 */
async function readSecret(source: SecretSource, what: string, folder: string): Promise<string> {
  if ("env" in source) {
    const value = process.env[source.env]?.trim();
    if (value) return value;
    throw new MissingSecret(t("{0}: the variable {1} isn't set.", what, source.env));
  }
  const path = resolve(folder, source.file);
  let value: string;
  try {
    value = (await readGivenText(path, maxBytes.key)).trim();
  } catch {
    throw new MissingSecret(t("{0}: {1} can't be read.", what, path));
  }
  if (value === "") throw new MissingSecret(t("{0}: {1} is empty.", what, path));
  return value;
}

/** A connection with what its index needs. */
interface PreparedMonitored extends PreparedConnection {
  readonly indexPassword: string | undefined;
}

/** Settings with everything that they name, read and found to be there: what takes their place afterwards doesn't fail for these. */
export interface PreparedMonitor {
  readonly settings: MonitorSettings;
  /** Of the settings, in which relative paths begin. */
  readonly folder: string;
  readonly stateFolder: string;
  readonly connections: readonly PreparedMonitored[];
  readonly calls: ReadonlyMap<string, WebhookCall>;
  readonly pageToken: string | undefined;
  readonly metricsToken: string | undefined;
  readonly tls: ServerTls | undefined;
  /** Files by which a change is noticed. */
  readonly files: readonly string[];
}

function absoluteFiles(files: TlsFileNames, folder: string): TlsFileNames {
  return Object.fromEntries(
    Object.entries(files).map(([kind, file]: [string, string]) => [kind, resolve(folder, file)]),
  );
}

async function connectionFor(settings: MonitoredConnection, folder: string): Promise<Connection> {
  const { name, urls, profile, group, timeoutMs } = settings;
  const { enCert, enKey, ...files } = absoluteFiles(settings.tls, folder);
  const connection = connectionOf({
    ...files,
    "en-cert": enCert,
    "en-key": enKey,
    ...(profile === undefined ? { url: urls.join(",") } : { connection: profile }),
    ...(group === undefined ? {} : { group }),
    ...(timeoutMs === undefined ? {} : { timeout: String(timeoutMs) }),
  });
  // files that can't be read are found now
  await tlsOf(connection);
  return { ...connection, name };
}

/** An index whose address can't be used is found now, not at each of its tries. @throws WrongInput `monitorIndex` */
async function checkIndex({ name, index }: MonitoredConnection, folder: string, password?: string): Promise<void> {
  if (!index) return;
  try {
    await checkIndexPlace(index, folder, password);
  } catch (error) {
    const { meaning } =
      error instanceof ChainError
        ? await explainError(error)
        : { meaning: error instanceof Error ? error.message : "" };
    throw new WrongInput("monitorIndex", labelled(`connections ${name}: index`, meaning));
  }
}

async function tokenOf(
  source: MonitorSettings["pageToken"],
  what: string,
  folder: string,
): Promise<string | undefined> {
  if (!source) return undefined;
  const token = await readSecret(source, what, folder);
  if (token.length >= minTokenLength) return token;
  throw new MissingSecret(t("{0}: the token has fewer than {1} characters.", what, minTokenLength));
}

async function textFile(path: string): Promise<string> {
  try {
    return await readGivenText(path, maxBytes.artifact);
  } catch {
    throw new MissingSecret(t("{0} can't be read.", path));
  }
}

/**
 * Reads the file of a monitor and everything that it names.
 * @throws YamlError; MissingSecret; WrongCommandLine; ChainError; the system's error for the file itself
 */
export async function prepareMonitor(
  file: string,
  instead: MonitorFileContext["instead"] = {},
): Promise<PreparedMonitor> {
  const path = resolve(file);
  const folder = dirname(path);
  const files = [path];
  const settings = await readMonitorSettings(await readGivenText(path, maxBytes.scenario), givenPath(path), {
    readFile: async (named) => {
      const place = resolve(folder, named);
      files.push(place);
      return { text: await readGivenText(place, maxBytes.scenario), file: givenPath(place) };
    },
    formats: webhookFormats,
    isRobotHost: (host) => formatOfHost(host) !== "json",
    instead,
  });
  const { tls, rules, metrics } = settings;
  const calls = new Map<string, WebhookCall>();
  for (const { name, address, format, secret, template } of settings.sinks) {
    const url = typeof address === "string" ? address : await readSecret(address, `sinks ${name}: url`, folder);
    const options = {
      format: format === undefined ? undefined : oneOf("format", format, webhookFormats),
      secret: secret && (await readSecret(secret, `sinks ${name}: secret`, folder)),
      template,
    };
    try {
      calls.set(name, new WebhookCall(url, options));
    } catch {
      throw new MissingSecret(t("{0} must be an address of http or https", `sinks ${name}: url`));
    }
    for (const source of [address, secret])
      if (typeof source === "object" && "file" in source) files.push(resolve(folder, source.file));
  }
  const connections: PreparedMonitored[] = [];
  for (const each of settings.connections) {
    const password = each.index?.password;
    const indexPassword = password && (await readSecret(password, `connections ${each.name}: password`, folder));
    await checkIndex(each, folder, indexPassword);
    connections.push({
      settings: each,
      connection: await connectionFor(each, folder),
      rules: rules.filter(({ name }) => each.rules?.includes(name) ?? true),
      indexPassword,
    });
  }
  const pem = typeof tls === "object" ? [resolve(folder, tls.cert), resolve(folder, tls.key)] : [];
  const [cert, key] = await Promise.all(pem.map(textFile));
  return {
    ...{ settings, folder, connections, calls, files: [...files, ...pem] },
    stateFolder: resolve(folder, settings.state ?? `${path.replace(/\.[^./\\]+$/, "")}.state`),
    pageToken: await tokenOf(settings.pageToken, "page", folder),
    metricsToken: typeof metrics === "object" ? await tokenOf(metrics, "metrics", folder) : undefined,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
  };
}

/** What tells whether files are as they were; one that is missing counts, too. */
export async function fingerprint(files: readonly string[]): Promise<string> {
  const facts = files.map(async (file) => {
    const found = await stat(file).catch(() => undefined);
    return found ? [found.ino, found.size, found.mtimeMs] : [];
  });
  return JSON.stringify(await Promise.all(facts));
}
