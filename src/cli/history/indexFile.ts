import { readdirSync } from "node:fs";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { WrongCommandLine } from "../options/commandLine";

const ending = ".history.db";
const mostNamed = 5;

/** Where the index of a group goes that no one names: in this folder, by the group's name. */
export function usualIndexFile(chainId: string, groupId: string): string {
  const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return `${plain(chainId)}-${plain(groupId)}${ending}`;
}

/**
 * The file behind `sqlite:FILE` or `FILE`.
 * @throws WrongCommandLine for a database that isn't known yet
 */
export function fileOf(word: string): string {
  if (/^(?:postgres|postgresql|mysql|mariadb):/i.test(word))
    throw new WrongCommandLine(t("an index is a file of SQLite: sqlite:FILE, not {0}", word.replace(/:.*/s, ":…")));
  const file = word.replace(/^sqlite:/i, "");
  if (file === "") throw new WrongCommandLine(t("specify a file"));
  return file;
}

/** The one index of this folder. @throws WrongCommandLine where there is none, or several */
export function onlyIndexFile(): string {
  const files = readdirSync(".").filter((name) => name.endsWith(ending));
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined)
    throw new WrongCommandLine(
      t("this folder has no index; make one with {0}, or name it with --db", "chainside index"),
    );
  throw new WrongCommandLine(t("specify the index with --db: {0}", listed(files.slice(0, mostNamed))));
}
