// What a program may ask the system about a path that a text names. Contents are read by regularFile.ts.
import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { type NamedPath, namedPath } from "./namedPath";

/** Undefined where there is nothing, or nothing to be seen. */
export const statIfAny = (path: NamedPath): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** What a folder holds; nothing where it is none. */
export const listNamed = (path: NamedPath): Promise<Dirent[]> => readdir(path, { withFileTypes: true }).catch(() => []);

export const isThere = (path: NamedPath): boolean => existsSync(path);

/** Whether a name that is looked for in a folder is there, where one may look. */
export function isThereIn(folder: string, name: string): boolean {
  const path = namedPath(name, folder);
  return path !== undefined && isThere(path);
}

/** The same for what cannot wait. @throws the system's errors */
export const lookNow = {
  stat: (path: NamedPath): Stats => statSync(path),
  link: (path: NamedPath): Stats => lstatSync(path),
  names: (path: NamedPath): string[] => readdirSync(path),
  real: (path: NamedPath): string => realpathSync(path),
} as const;
