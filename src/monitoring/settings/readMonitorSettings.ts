import { text } from "../../text/catalogue";
import { timeZoneNamed } from "../../text/formats";
import { isLoopback } from "../../text/loopback";
import { hasPassword } from "../../text/redacted";
import { Check } from "../../yaml/check";
import { type Complaint, type TextPosition, YamlError } from "../../yaml/complaint";
import { readYaml } from "../../yaml/readYaml";
import { itemsOf, member, type YamlValue } from "../../yaml/value";
import { rulesOf } from "../rules/readRules";
import type { Rule } from "../watch/ruleKinds";
import type {
  IndexSettings,
  MonitoredConnection,
  MonitorSettings,
  SecretSource,
  SinkSettings,
  TlsFileNames,
} from "./monitorSettings";

const maxConnections = 64;
const maxSinks = 32;
const maxWords = 200;
const maxNameLength = 100;
const usualSeconds = 5;
const usualPort = 9620;
const maxTimeoutMs = 600_000;

const keys = [
  ...["listen", "tls", "page", "metrics", "state", "interval", "language", "timeZone"],
  ...["connections", "rules", "ruleFiles", "sinks"],
] as const;
const tlsKeys = ["sdk", "ca", "cert", "key", "enCert", "enKey"] as const;
const connectionKeys = ["name", "url", "connection", "group", "timeout", ...tlsKeys, "logs", "index", "rules"] as const;
const indexKeys = ["to", "from", "contracts", "password"] as const;
const sinkKeys = ["name", "url", "format", "secret", "template", "rules", "connections"] as const;

/** What readers of the file know of the world around it. */
export interface MonitorFileContext {
  /** Text of a file that is named, for rules. @throws Error of the system */
  readonly readFile: (path: string) => Promise<{ readonly text: string; readonly file: string }>;
  /** Formats of webhooks, and hosts that are known to take secrets in their addresses. */
  readonly formats: readonly string[];
  readonly isRobotHost: (host: string) => boolean;
  /** What the command line says instead of the file. */
  readonly instead: {
    readonly listen?: { readonly host: string; readonly port: number };
    readonly behindProxy?: boolean;
    readonly state?: string;
  };
}

/** A rule with the place at which its name was taken. */
interface NamedPlace {
  readonly name: string;
  readonly place: TextPosition;
}

class Reader {
  readonly check = new Check();

  constructor(private readonly context: MonitorFileContext) {}

  /** A text that isn't empty. */
  word(value: YamlValue | undefined, what: string): string | undefined {
    const found = this.check.word(value, what)?.trim();
    if (found === "" && value) this.check.complain(value.place, text('"{0}" is empty.', what));
    return found === "" ? undefined : found;
  }

  integer(value: YamlValue | undefined, what: string, min: number, max: number): number | undefined {
    const given = value && this.check.word(value, what);
    if (given === undefined || !value) return undefined;
    const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.check.complain(value.place, text('"{0}" must be an integer from {1} to {2}.', what, min, max));
    return undefined;
  }

  /** A text, or a list of texts. */
  words(value: YamlValue | undefined, what: string): string[] | undefined {
    if (!value || value.kind === "nothing") return undefined;
    if (value.kind === "map") this.check.complain(value.place, text('"{0}" must be a list.', what));
    const items = itemsOf(value);
    if (items.length > maxWords)
      this.check.complain(value.place, text('"{0}" can contain at most {1} items.', what, maxWords));
    return items.slice(0, maxWords).flatMap((item) => this.word(item, what) ?? []);
  }

  /** `{ env: NAME }` or `{ file: PATH }`: a secret that is written here would be seen by every reader of the file. */
  secret(value: YamlValue | undefined, what: string): SecretSource | undefined {
    if (!value || value.kind === "nothing") return undefined;
    const [env, file] = [member(value, "env"), member(value, "file")];
    if (value.kind !== "map" || (env === undefined) === (file === undefined)) {
      this.check.complain(
        value.place,
        text(
          '"{0}" is a secret. Write {1} for an environment variable, or {2}.',
          what,
          "{ env: NAME }",
          "{ file: PATH }",
        ),
      );
      return undefined;
    }
    this.check.entries(value, what, ["env", "file"]);
    const name = this.word(env, "env");
    if (env && name !== undefined && !/^[A-Za-z_]\w{0,99}$/.test(name)) {
      this.check.complain(env.place, text("{0} isn't the name of an environment variable.", name));
      return undefined;
    }
    const path = this.word(file, "file");
    return name !== undefined ? { env: name } : path !== undefined ? { file: path } : undefined;
  }

  /** The name of one of a list, which no other of it has. */
  name(map: YamlValue, what: string, names: Set<string>): string {
    const value = member(map, "name");
    const name = this.word(value, "name");
    const place = value?.place ?? map.place;
    if (name === undefined || name.length > maxNameLength)
      this.check.complain(place, text('Each of "{0}" requires a name of at most {1} characters.', what, maxNameLength));
    else if (names.has(name)) this.check.complain(place, text('Another of "{0}" is named "{1}".', what, name));
    names.add(name ?? "");
    return name ?? "";
  }

  address(value: YamlValue | undefined): { readonly host: string; readonly port: number } {
    const given = this.word(value, "listen") ?? `127.0.0.1:${usualPort}`;
    const colon = given.lastIndexOf(":");
    const [host, port] = [given.slice(0, Math.max(0, colon)).replace(/^\[|\]$/g, ""), given.slice(colon + 1)];
    if (value && (host === "" || !/^\d{1,5}$/.test(port) || Number(port) > 65_535))
      this.check.complain(
        value.place,
        text('"{0}" must be an address and a port such as {1}.', "listen", "127.0.0.1:9620"),
      );
    return { host, port: Number(port) };
  }

  tls(value: YamlValue | undefined): MonitorSettings["tls"] {
    if (!value || value.kind === "nothing") return undefined;
    if (value.kind === "text") {
      this.check.oneOf(value, "tls", ["proxy"]);
      return "proxy";
    }
    this.check.entries(value, "tls", ["cert", "key"]);
    const [cert, key] = [this.word(member(value, "cert"), "cert"), this.word(member(value, "key"), "key")];
    const missing = cert === undefined ? "cert" : key === undefined ? "key" : undefined;
    if (missing !== undefined) this.check.complain(value.place, text('"{0}" requires "{1}".', "tls", missing));
    return cert !== undefined && key !== undefined ? { cert, key } : undefined;
  }

  tokenOf(value: YamlValue | undefined, what: string): SecretSource | undefined {
    if (!value || value.kind === "nothing") return undefined;
    this.check.entries(value, what, ["token"]);
    const token = member(value, "token");
    if (!token) this.check.complain(value.place, text('"{0}" requires "{1}".', what, "token"));
    return this.secret(token, "token");
  }

  index(value: YamlValue | undefined): IndexSettings | undefined {
    if (!value || value.kind === "nothing") return undefined;
    this.check.entries(value, "index", indexKeys);
    const to = this.word(member(value, "to"), "to");
    if (to === undefined) {
      this.check.complain(value.place, text('"{0}" requires "{1}".', "index", "to"));
      return undefined;
    }
    if (hasPassword(to))
      this.check.complain(
        member(value, "to")?.place ?? value.place,
        text('The password doesn\'t belong here. Write "{0}" beside "{1}".', "password: { env: NAME }", "to"),
      );
    return {
      to,
      from: this.integer(member(value, "from"), "from", 0, Number.MAX_SAFE_INTEGER) ?? 0,
      contracts: this.words(member(value, "contracts"), "contracts") ?? [],
      password: this.secret(member(value, "password"), "password"),
    };
  }

  connection(value: YamlValue, names: Set<string>): MonitoredConnection {
    const { check } = this;
    check.entries(value, "connections", connectionKeys);
    const name = this.name(value, "connections", names);
    const [url, profile] = [member(value, "url"), this.word(member(value, "connection"), "connection")];
    const urls = (this.words(url, "url") ?? []).flatMap((each) => each.split(",").map((part) => part.trim()));
    if (url === undefined && profile === undefined)
      check.complain(value.place, text('A connection requires "{0}" or "{1}".', "url", "connection"));
    if (url !== undefined && profile !== undefined)
      check.complain(url.place, text('A connection has "{0}" or "{1}", not both.', "url", "connection"));
    for (const each of urls)
      if (!/^https?:\/\/[^\s/@]+\/?$/i.test(each))
        check.complain(
          url?.place ?? value.place,
          text("{0} isn't an endpoint such as {1}.", each, "https://10.0.0.1:20200"),
        );
    const files = tlsKeys.flatMap((key): (readonly [string, string])[] => {
      const file = this.word(member(value, key), key);
      return file === undefined ? [] : [[key, file]];
    });
    return {
      ...{ name, urls, profile, group: this.word(member(value, "group"), "group") },
      tls: Object.fromEntries(files) as TlsFileNames,
      timeoutMs: this.integer(member(value, "timeout"), "timeout", 1, maxTimeoutMs),
      logs: this.words(member(value, "logs"), "logs") ?? [],
      index: this.index(member(value, "index")),
      rules: this.words(member(value, "rules"), "rules"),
    };
  }

  /** Robots take their secret in the address: it stands elsewhere, then. */
  sinkAddress(value: YamlValue | undefined, sink: YamlValue): string | SecretSource {
    if (!value || value.kind === "nothing") {
      this.check.complain(sink.place, text('"{0}" requires "{1}".', "sinks", "url"));
      return "";
    }
    if (value.kind !== "text") return this.secret(value, "url") ?? "";
    const written = this.word(value, "url") ?? "";
    const url = URL.canParse(written) ? new URL(written) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      this.check.complain(value.place, text('"{0}" must be an address of http or https.', "url"));
    } else if (
      url.username !== "" ||
      url.password !== "" ||
      url.search !== "" ||
      this.context.isRobotHost(url.hostname)
    )
      this.check.complain(
        value.place,
        text('This address holds a secret. Write "{0}" or "{1}".', "url: { env: NAME }", "url: { file: PATH }"),
      );
    return written;
  }

  sink(value: YamlValue, names: Set<string>): SinkSettings {
    this.check.entries(value, "sinks", sinkKeys);
    const format = member(value, "format");
    return {
      name: this.name(value, "sinks", names),
      address: this.sinkAddress(member(value, "url"), value),
      format: format && this.check.oneOf(format, "format", this.context.formats),
      secret: this.secret(member(value, "secret"), "secret"),
      template: this.word(member(value, "template"), "template"),
      rules: this.words(member(value, "rules"), "rules"),
      connections: this.words(member(value, "connections"), "connections"),
    };
  }

  /** Names that a list of some part may have. */
  known(value: YamlValue | undefined, what: string, known: ReadonlySet<string>): void {
    for (const item of itemsOf(value))
      if (item.kind === "text" && !known.has(item.text.trim()))
        this.check.complain(item.place, text('"{0}" has no "{1}".', what, item.text.trim()));
  }

  list(root: YamlValue, what: string, max: number): readonly YamlValue[] {
    const value = member(root, what);
    const items = this.check.items(value, what);
    if (value && items.length > max)
      this.check.complain(value.place, text('"{0}" can contain at most {1} items.', what, max));
    return items.slice(0, max);
  }

  /** Rules of the file itself and of those that it names; no two have one name. */
  async rules(root: YamlValue): Promise<Rule[]> {
    const names = new Set<string>();
    const own = rulesOf(this.check, member(root, "rules"), names);
    const found = [...own];
    for (const item of itemsOf(member(root, "ruleFiles"))) {
      const path = this.word(item, "ruleFiles");
      if (path !== undefined) found.push(...(await this.ruleFile(path, item.place, names)));
    }
    return found;
  }

  private async ruleFile(path: string, place: TextPosition, names: Set<string>): Promise<readonly Rule[]> {
    let read: { readonly text: string; readonly file: string };
    try {
      read = await this.context.readFile(path);
    } catch {
      this.check.complain(place, text("{0} can't be read.", path));
      return [];
    }
    try {
      const source = readYaml(read.text, read.file);
      this.check.entries(source, "rules", ["rules"]);
      return rulesOf(this.check, member(source, "rules"), names);
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      for (const { place: at, message } of error.complaints) this.check.complain(at, message);
      return [];
    }
  }
}

/** What can't be told of one part alone. */
function checkTogether(reader: Reader, root: YamlValue, settings: MonitorSettings): void {
  const { check } = reader;
  const [ruleNames, connectionNames] = [settings.rules, settings.connections].map(
    (all) => new Set(all.map(({ name }: Pick<NamedPlace, "name">) => name)),
  );
  for (const part of ["connections", "sinks"])
    for (const item of itemsOf(member(root, part))) {
      reader.known(member(item, "rules"), "rules", ruleNames ?? new Set());
      if (part === "sinks") reader.known(member(item, "connections"), "connections", connectionNames ?? new Set());
    }
  const page = member(root, "page");
  if (page && settings.pageToken && settings.tls === undefined && !isLoopback(settings.host))
    check.complain(
      page.place,
      text(
        'The pages require "{0}" where other machines reach them; "{1}" says that a proxy before it has TLS.',
        "tls",
        "tls: proxy",
      ),
    );
  const secretless = member(root, "sinks");
  if (settings.rules.length === 0 && secretless && itemsOf(secretless).length > 0 && check.complaints.length === 0)
    check.complain(secretless.place, text('"{0}" gets nothing without "{1}".', "sinks", "rules"));
}

/**
 * Reads the file of a monitor, in YAML or JSON.
 * @throws YamlError with everything that is wrong, each with its place
 */
export async function readMonitorSettings(
  source: string,
  file: TextPosition["file"],
  context: MonitorFileContext,
): Promise<MonitorSettings> {
  const root = readYaml(source, file);
  const reader = new Reader(context);
  const { check } = reader;
  check.entries(root, "monitor", keys);
  const [connectionNames, sinkNames] = [new Set<string>(), new Set<string>()];
  const language = member(root, "language");
  const zone = member(root, "timeZone");
  const zoneName = reader.word(zone, "timeZone");
  const timeZone = zoneName === undefined ? undefined : timeZoneNamed(zoneName);
  if (zone && zoneName !== undefined && timeZone === undefined)
    check.complain(zone.place, text("{0} isn't a time zone such as {1}.", zoneName, "Asia/Shanghai"));
  const metrics = member(root, "metrics");
  const settings: MonitorSettings = {
    ...reader.address(member(root, "listen")),
    ...context.instead.listen,
    tls: context.instead.behindProxy ? "proxy" : reader.tls(member(root, "tls")),
    pageToken: reader.tokenOf(member(root, "page"), "page"),
    metrics: metrics?.kind === "text" ? check.oneOf(metrics, "metrics", ["open"]) : reader.tokenOf(metrics, "metrics"),
    state: context.instead.state ?? reader.word(member(root, "state"), "state"),
    intervalMs: (reader.integer(member(root, "interval"), "interval", 1, 86_400) ?? usualSeconds) * 1000,
    language: language && check.oneOf(language, "language", ["en", "zh"]),
    timeZone,
    connections: reader
      .list(root, "connections", maxConnections)
      .map((item) => reader.connection(item, connectionNames)),
    rules: await reader.rules(root),
    sinks: reader.list(root, "sinks", maxSinks).map((item) => reader.sink(item, sinkNames)),
  };
  if (settings.connections.length === 0 && check.complaints.length === 0)
    check.complain(root.place, text('The file has no "{0}".', "connections"));
  checkTogether(reader, root, settings);
  if (check.complaints.length > 0) throw new YamlError(sorted(check.complaints));
  return settings;
}

/** In the order of each file. */
const sorted = (complaints: readonly Complaint[]): readonly Complaint[] =>
  complaints
    .map((each, place) => ({ each, place }))
    .sort((one, other) =>
      one.each.place.file === other.each.place.file
        ? one.each.place.line - other.each.place.line || one.place - other.place
        : one.place - other.place,
    )
    .map(({ each }) => each);
