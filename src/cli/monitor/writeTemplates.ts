import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { t } from "../../text/catalogue";
import { writeOutput } from "../output/outputFile";
import { WrongInput } from "../output/showError";
import service from "./templates/chainside-monitor.service.eta";
import dockerfile from "./templates/Dockerfile.eta";
import settings from "./templates/monitor.yaml.eta";

/** A word of a unit of systemd: what it would read as more than a letter is escaped. */
const unitWord = (word: string): string =>
  `"${word.replaceAll(/["\\]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;

/** A path of a setting of a unit, which takes the rest of its line as it is. */
const unitPath = (path: string): string => path.replaceAll("%", "%%");

/**
 * Writes settings to begin with, a unit of systemd, and a container file into a folder, which is made. What is there already stays.
 * @param url endpoint that the settings name
 * @returns paths of what was written
 * @throws WrongInput `fileExists`
 */
export async function writeMonitorFiles(folder: string, url: string): Promise<readonly string[]> {
  const place = resolve(folder);
  const unit = service({
    node: unitWord(process.execPath),
    program: unitWord(resolve(process.argv[1] ?? "chainside")),
    settings: unitWord(join(place, "monitor.yaml")),
    folder: unitPath(place),
    writable: `"${unitPath(place).replaceAll(/["\\]/g, "\\$&")}"`,
    user: userInfo().username,
  });
  const files = [
    ["monitor.yaml", settings({ listen: "127.0.0.1:9620", url: JSON.stringify(url) })],
    ["chainside-monitor.service", unit],
    ["Dockerfile", dockerfile({})],
  ] as const;
  const known = files.map(([name]) => join(place, name)).find((path) => existsSync(path));
  if (known !== undefined) throw new WrongInput("fileExists", t("{0} is there already", known));
  await mkdir(place, { recursive: true });
  const written: string[] = [];
  for (const [name, text] of files) {
    const path = join(place, name);
    await writeOutput(path, text);
    written.push(path);
  }
  return written;
}
