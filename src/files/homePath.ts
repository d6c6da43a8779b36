import { homedir } from "node:os";

/**
 * A path as it stands in a setting, with the home folder for a `~` in front: what no shell has read names it like that, too. Nothing else
 * is filled in.
 */
export const pathFromHome = (path: string, home = homedir()): string =>
  /^~(?=$|[\\/])/.test(path) ? `${home}${path.slice(1)}` : path;
