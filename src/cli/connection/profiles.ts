import { dirname, join } from "node:path";
import { parse as parseWithComments } from "jsonc-parser";
import type { ConnectionProfile } from "../../chain/profile/checkedProfile";
import type { ConnectionSetting } from "../../chain/profile/connectionSetting";
import { mergeConnections } from "../../chain/profile/mergeConnections";
import { clientError } from "../../errors/clientError";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readRegularFileSync } from "../../files/regularFile";
import { settingsFolder } from "../../files/userFolders";
import { t } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { listed } from "../../text/joining";
import { isJsonObject } from "../../text/limits/boundedJson";
import { foldedName } from "../../text/visibleText";
import { WrongCommandLine } from "../options/commandLine";

const maxProfiles = 1000;
const setting = "chainside.connections";

/** Where a user keeps connections: the variable `CHAINSIDE_CONNECTIONS`, else the place of the system for such files. */
export const userFile = (): string =>
  process.env["CHAINSIDE_CONNECTIONS"] || join(settingsFolder(process.env), "connections.json");

/** The entries of such a file: an array as in the setting, or an object that has the setting. */
function entriesOf(text: string, file: string): readonly ConnectionSetting[] {
  let read: unknown;
  try {
    read = parseWithComments(text, [], { allowTrailingComma: true });
  } catch {
    read = undefined; // nested beyond what the stack takes
  }
  const list: unknown = isJsonObject(read) ? (read[setting] ?? []) : read;
  if (!Array.isArray(list) || list.length > maxProfiles)
    throw new WrongCommandLine(t("{0} must have a list of connections, as in the setting {1}", file, setting));
  return list.filter(isJsonObject) as readonly unknown[] as readonly ConnectionSetting[];
}

/** Undefined where there is no such file. */
function textOf(path: NamedPath): string | undefined {
  try {
    return readRegularFileSync(path, maxBytes.configuration)
      .toString("utf8")
      .replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A file with connections; relative paths of certificates begin in `folder`. */
interface Source {
  readonly file: string;
  readonly folder: string;
  readonly entries: readonly ConnectionSetting[];
}

/** The user's own file, and where a workspace is meant its `.vscode/settings.json`, which nothing of the user's gives way to. */
function sourcesOf(workspace: string | undefined): readonly [user: Source, workspace?: Source] {
  const source = (file: string, folder: string, path: NamedPath | undefined): Source => {
    const text = path && textOf(path);
    return { file, folder, entries: text === undefined ? [] : entriesOf(text, file) };
  };
  const file = userFile();
  const user = source(file, dirname(file), givenPath(file));
  if (workspace === undefined) return [user];
  const path = namedPath(".vscode/settings.json", workspace);
  return [user, source(join(workspace, ".vscode", "settings.json"), workspace, path)];
}

const nameOf = ({ name }: ConnectionSetting): string => (typeof name === "string" ? name.trim() : "");

/** The names of the connections of a file, none where it can't be read. */
export function profileNames(workspace?: string): readonly string[] {
  try {
    const sources = sourcesOf(workspace).flatMap((each) => (each ? each.entries : []));
    return [...new Set(sources.map(nameOf).filter(Boolean))];
  } catch {
    return [];
  }
}

/**
 * A connection by its name, of the user's own file or of the workspace's settings, as `mergeConnections` lets them count.
 * @param workspace the folder whose `.vscode/settings.json` is meant, too
 * @throws WrongCommandLine for a name that isn't there; ChainError usage as `readProfile`
 */
export function namedProfile(name: string, workspace: string | undefined): ConnectionProfile {
  const [user, brought] = sourcesOf(workspace);
  // What is wrong with the one that is meant is said; with another one it doesn't matter.
  const isMeant = (entry: ConnectionSetting): boolean => nameOf(entry) === name;
  const found = user.entries.find(isMeant) ?? brought?.entries.find(isMeant);
  const { file } = brought ?? user;
  if (!found) {
    const names = profileNames(workspace);
    const meant = closestName(name, names);
    if (meant) throw new WrongCommandLine(t("{0} has no connection {1}. Did you mean {2}?", file, name, meant));
    throw new WrongCommandLine(
      names.length === 0
        ? t("{0} has no connection {1}", file, name)
        : t("{0} has no connection {1}. It has {2}.", file, name, listed(names)),
    );
  }
  const { profiles, problems } = mergeConnections(user, brought);
  const profile = profiles.find((each) => foldedName(each.name) === foldedName(name));
  if (!profile) throw problems[0] ?? clientError("profileInvalid", { name });
  if (profile.endpoints.some((url) => !/^https?:\/\//i.test(url))) throw clientError("profileInvalid", { name });
  return profile;
}
