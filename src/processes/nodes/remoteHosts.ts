// The person's own file of hosts: never a project's, so that no repository names a machine to log in to.
import { join } from "node:path";
import { UserFacingError } from "../../errors/userFacingError";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { settingsFolder } from "../../files/userFolders";
import { t } from "../../text/catalogue";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { codeOfThrown } from "../../text/thrownText";
import { type RemoteHost, readRemoteHosts, WrongHosts } from "./remoteNodes";

/** The file: beside the person's connections, or what the variable names. */
export const hostsFile = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment["CHAINSIDE_HOSTS"] || join(settingsFolder(environment), "hosts.json");

/** The hosts of a file. @throws UserFacingError `noHosts` where it isn't there, `wrongHosts` where it can't be used */
export async function readHostsFile(file: string): Promise<readonly RemoteHost[]> {
  let source: string;
  try {
    source = await readGivenText(file, maxBytes.configuration);
  } catch (error) {
    if (codeOfThrown(error) !== "ENOENT") throw error;
    throw new UserFacingError(
      t("{0} isn't there: it names your hosts and the folders of their nodes.", file),
      "noHosts",
    );
  }
  let value: unknown;
  try {
    value = parseBoundedJson(source, jsonLimits.plain);
  } catch {
    throw new UserFacingError(t("{0} isn't JSON.", file), "wrongHosts");
  }
  try {
    return readRemoteHosts(value);
  } catch (error) {
    if (!(error instanceof WrongHosts)) throw error;
    throw new UserFacingError(t("{0}: {1} isn't as it has to be.", file, error.entry), "wrongHosts");
  }
}
