import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { givenPath } from "../../files/namedPath";
import { readRegularText, readTextIn } from "../../files/regularFile";
import { type CompilerConsent, npmrcKey } from "./consent";

/** What npm's configuration says about getting a package. */
export interface NpmConfig {
  /** Ends without a slash. */
  readonly registry: string;
  /** The header that the registry wants, if any. A secret. */
  readonly authorization: string | undefined;
  readonly proxy: string | undefined;
  /** Hosts that are asked without the proxy, as `NO_PROXY` lists them; empty where there are none. */
  readonly noProxy: string;
  /** PEM of certificate authorities beside the usual ones. */
  readonly certificates: string | undefined;
  readonly strictTls: boolean;
}

/** A project's `.npmrc`: written by those who can change the project. */
interface ProjectNpmrc {
  readonly path: string;
  readonly content: string;
  /** By which a person allows it: folder and content. */
  readonly key: string;
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

const maxFileLength = 64 * 1024;

async function readIfThere(path: string): Promise<string> {
  try {
    return await readRegularText(givenPath(path), maxFileLength);
  } catch {
    return "";
  }
}

/** What decides where a package comes from. */
const decides = /^(?:registry|(?:https-|https?_|no)?proxy|cafile|ca|strict-ssl)$|^\/\//;

/** The `.npmrc` of a project's folder where it would decide anything; undefined else. Nothing in it is expanded or followed. */
export async function projectNpmrc(folder: string | undefined): Promise<ProjectNpmrc | undefined> {
  if (folder === undefined) return undefined;
  const content = await readTextIn(folder, ".npmrc", maxFileLength);
  if (content === undefined) return undefined;
  const keys = [...readLines(content, {}).keys()];
  if (!keys.some((key) => decides.test(key))) return undefined;
  return { path: join(folder, ".npmrc"), content, key: npmrcKey(folder, content) };
}

/** Whether a person said that the project's file counts. */
export const isAllowed = ({ key }: ProjectNpmrc, { npmrc }: CompilerConsent): boolean =>
  npmrc === "any" || npmrc.includes(key);

/**
 * Reads the user's configuration of npm, without npm: the environment first, then `.npmrc` of the project where it was allowed, then the
 * user's.
 * @param project only what `isAllowed`
 */
export async function readNpmConfig(
  project: ProjectNpmrc | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<NpmConfig> {
  const files = [
    environment["npm_config_userconfig"] || join(homedir(), ".npmrc"),
    join(dirname(dirname(process.execPath)), "etc", "npmrc"),
  ];
  const texts = [...(project ? [project.content] : []), ...(await Promise.all(files.map(readIfThere)))];
  const layers = texts.map((text) => readLines(text, environment));
  // npm gives what it starts an empty variable for a value that isn't set
  const variable = (name: string): string | undefined => environment[name] || undefined;
  const value = (name: string): string | undefined =>
    variable(`npm_config_${name.replaceAll("-", "_")}`) ??
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
      variable("HTTPS_PROXY") ??
      variable("https_proxy") ??
      variable("HTTP_PROXY") ??
      variable("http_proxy"),
    noProxy: value("noproxy") ?? variable("NO_PROXY") ?? variable("no_proxy") ?? "",
    certificates: file === undefined ? undefined : (await readIfThere(file)) || undefined,
    strictTls: value("strict-ssl") !== "false",
  };
}
