import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** What npm's configuration says about getting a package. */
export interface NpmConfig {
  /** Ends without a slash. */
  readonly registry: string;
  /** The header that the registry wants, if any. A secret. */
  readonly authorization: string | undefined;
  readonly proxy: string | undefined;
  /** PEM of certificate authorities beside the usual ones. */
  readonly certificates: string | undefined;
  readonly strictTls: boolean;
}

/** Lines `key = value`; `${NAME}` stands for a variable of the environment. */
function readLines(text: string, environment: NodeJS.ProcessEnv): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const mark = line.indexOf("=");
    const key = line.slice(0, Math.max(mark, 0)).trim();
    if (key === "" || key.startsWith(";") || key.startsWith("#")) continue;
    const value = line.slice(mark + 1).trim();
    const quoted = value.length > 1 && /^["']/.test(value) && value.endsWith(value[0] ?? "");
    const plain = quoted ? value.slice(1, -1) : value;
    values.set(
      key,
      plain.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => environment[name] ?? whole),
    );
  }
  return values;
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * Reads the user's configuration of npm, without npm: the environment first, then `.npmrc` of the workspace (if it is trusted), then the user's.
 */
export async function readNpmConfig(
  workspace: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<NpmConfig> {
  const files = [
    ...(workspace === undefined ? [] : [join(workspace, ".npmrc")]),
    environment["npm_config_userconfig"] ?? join(homedir(), ".npmrc"),
    join(dirname(dirname(process.execPath)), "etc", "npmrc"),
  ];
  const layers = await Promise.all(files.map(async (path) => readLines(await readIfThere(path), environment)));
  const value = (name: string): string | undefined =>
    environment[`npm_config_${name.replaceAll("-", "_")}`] ??
    layers.map((layer) => layer.get(name)).find((each) => each !== undefined);
  let registry = value("registry") ?? "https://registry.npmjs.org";
  while (registry.endsWith("/")) registry = registry.slice(0, -1);
  const place = registry.replace(/^https?:/, "");
  const secret = (name: string): string | undefined =>
    layers
      .map((layer) => layer.get(`${place}/:${name}`) ?? layer.get(`${place}:${name}`))
      .find((each) => each !== undefined);
  const [token, basic] = [secret("_authToken"), secret("_auth")];
  const file = value("cafile");
  return {
    registry,
    authorization: token ? `Bearer ${token}` : basic ? `Basic ${basic}` : undefined,
    proxy:
      value("https-proxy") ??
      value("proxy") ??
      environment["HTTPS_PROXY"] ??
      environment["https_proxy"] ??
      environment["HTTP_PROXY"] ??
      environment["http_proxy"],
    certificates: file === undefined ? undefined : (await readIfThere(file)) || undefined,
    strictTls: value("strict-ssl") !== "false",
  };
}
