import { readdirSync } from "node:fs";
import { namedPath } from "../../files/namedPath";
import { hasPassword, isServerUrl } from "../../history/servers/databaseTarget";
import { sinkKind } from "../../history/sinks/sinkTarget";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { WrongCommandLine } from "../options/commandLine";

const ending = ".history.db";
const maxNamed = 5;

/** Where the index of a group goes by default: in this folder, by the group's name. */
export function usualIndexFile(chainId: string, groupId: string): string {
  const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return `${plain(chainId)}-${plain(groupId)}${ending}`;
}

/** Where an index is: a file of SQLite, or the URL of a server's database. */
export type IndexLocation = { readonly file: string } | { readonly url: string };

/** Where blocks go that nothing is asked of afterwards: the address of a sink (`sinkTarget.ts`). */
export interface SinkLocation {
  readonly sink: string;
}

/**
 * What `env:NAME` says, or the word itself.
 * @throws WrongCommandLine also for an address with a password, which others would see in the list of processes
 */
function namedPlace(word: string): string {
  const variable = /^env:(\w+)$/.exec(word)?.[1];
  if (variable !== undefined) {
    const value = process.env[variable];
    if (value === undefined || value === "") throw new WrongCommandLine(t("the variable {0} isn't set", variable));
    return value;
  }
  if ((isServerUrl(word) || sinkKind(word) !== undefined) && hasPassword(word))
    throw new WrongCommandLine(
      t(
        "a password on the command line is seen by others: leave it out and set CHAINSIDE_DATABASE_PASSWORD, or write env:NAME",
      ),
    );
  return word;
}

/**
 * What `sqlite:FILE`, `FILE`, `postgres://…`, `mysql://…` or `env:NAME` names; the last is a variable that has one of the others.
 * @throws WrongCommandLine also for a sink, and for a URL with a password
 */
export function placeOf(word: string): IndexLocation {
  const place = destinationOf(word);
  if (!("sink" in place)) return place;
  throw new WrongCommandLine(t("Kafka, ClickHouse and Parquet files only take blocks: ask them with their own tools"));
}

/** The same, or a sink: where an index goes. @throws WrongCommandLine for a URL with a password */
export function destinationOf(word: string): IndexLocation | SinkLocation {
  const named = namedPlace(word);
  if (sinkKind(named) !== undefined) return { sink: named };
  return isServerUrl(named) ? { url: named } : { file: fileOf(named) };
}

/** @throws WrongCommandLine */
function fileOf(word: string): string {
  const file = word.replace(/^sqlite:/i, "");
  if (file === "") throw new WrongCommandLine(t("specify a file"));
  return file;
}

/** The one index of this folder; a link to another computer is none. @throws WrongCommandLine where there is none, or several */
export function onlyIndexFile(): string {
  const files = readdirSync(".").filter(
    (name) => name.endsWith(ending) && namedPath(name, process.cwd()) !== undefined,
  );
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined)
    throw new WrongCommandLine(
      t("this folder has no index; make one with {0}, or name it with --db", "chainside index"),
    );
  throw new WrongCommandLine(t("specify the index with --db: {0}", listed(files.slice(0, maxNamed))));
}
