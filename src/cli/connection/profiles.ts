import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parse as parseWithComments } from "jsonc-parser";
import { clientError } from "../../chain/errors/clientError";
import { type ConnectionProfile, readProfile } from "../../chain/profile/checkedProfile";
import type { ConnectionSetting } from "../../chain/profile/connectionSetting";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { mostBytes, readRegularFileSync } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { listed } from "../../text/joining";
import { isJsonObject } from "../../text/limits/boundedJson";
import { WrongCommandLine } from "../options/commandLine";

const mostProfiles = 1000;
const setting = "chainside.connections";

/** Where a user keeps connections: the variable `CHAINSIDE_CONNECTIONS`, else the place of the system for such files. */
export function userFile(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const named = environment["CHAINSIDE_CONNECTIONS"];
  if (named) return named;
  const folder =
    platform === "win32"
      ? (environment["APPDATA"] ?? join(home, "AppData", "Roaming"))
      : platform === "darwin"
        ? join(home, decodeURI("Library/Application%20Support"))
        : environment["XDG_CONFIG_HOME"] || join(home, ".config");
  return join(folder, "chainside", "connections.json");
}

/** The entries of such a file: an array as in the setting, or an object that has the setting. */
function entriesOf(text: string, file: string): readonly ConnectionSetting[] {
  let read: unknown;
  try {
    read = parseWithComments(text, [], { allowTrailingComma: true });
  } catch {
    read = undefined; // nested beyond what the stack takes
  }
  const list: unknown = isJsonObject(read) ? (read[setting] ?? []) : read;
  if (!Array.isArray(list) || list.length > mostProfiles)
    throw new WrongCommandLine(t("{0} must have a list of connections, as in the setting {1}", file, setting));
  return list.filter(isJsonObject) as readonly unknown[] as readonly ConnectionSetting[];
}

/** Undefined where there is no such file. */
function textOf(path: NamedPath): string | undefined {
  try {
    return readRegularFileSync(path, mostBytes.configuration)
      .toString("utf8")
      .replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A file with connections. */
interface Source {
  readonly file: string;
  /** Where relative paths of certificates begin. */
  readonly folder: string;
  readonly text: string | undefined;
}

/** @param workspace the folder whose `.vscode/settings.json` is meant, in place of the user's own file */
function sourceOf(workspace: string | undefined): Source {
  if (workspace === undefined) {
    const file = userFile();
    return { file, folder: dirname(file), text: textOf(givenPath(file)) };
  }
  const file = join(workspace, ".vscode", "settings.json");
  const path = namedPath(".vscode/settings.json", workspace);
  return { file, folder: workspace, text: path && textOf(path) };
}

const nameOf = ({ name }: ConnectionSetting): string => (typeof name === "string" ? name.trim() : "");

/** The names of the connections of a file, none where it can't be read. */
export function profileNames(workspace?: string): readonly string[] {
  try {
    const { file, text } = sourceOf(workspace);
    return text === undefined ? [] : entriesOf(text, file).map(nameOf).filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * A connection by its name. One that a workspace brings never has full access: a repository gives no one leave to sign unasked.
 * @param workspace the folder whose `.vscode/settings.json` is meant, in place of the user's own file
 * @throws WrongCommandLine for a name that isn't there; ChainError usage as `readProfile`
 */
export function namedProfile(name: string, workspace: string | undefined): ConnectionProfile {
  const { file, folder, text } = sourceOf(workspace);
  const entries = text === undefined ? [] : entriesOf(text, file);
  const found = entries.find((entry) => nameOf(entry) === name);
  if (!found) {
    const names = entries.map(nameOf).filter(Boolean);
    const meant = closestName(name, names);
    if (meant) throw new WrongCommandLine(t("{0} has no connection {1}. Did you mean {2}?", file, name, meant));
    throw new WrongCommandLine(
      names.length === 0
        ? t("{0} has no connection {1}", file, name)
        : t("{0} has no connection {1}. It has {2}.", file, name, listed(names)),
    );
  }
  const profile = readProfile(found, folder);
  if (profile.endpoints.some((url) => !/^https?:\/\//i.test(url))) throw clientError("profileInvalid", { name });
  return workspace !== undefined && profile.access === "full" ? { ...profile, access: "confirm" } : profile;
}
