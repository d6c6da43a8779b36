import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import nodePath, { dirname, isAbsolute, join, parse, sep } from "node:path";
import { pathBelow } from "../text/pathBelow";

/** Systems follow so many at most (`ELOOP`). */
const maxLinks = 40;

const namesOf = (path: string): string[] => path.split(sep === "\\" ? /[\\/]/ : "/").filter((name) => name !== "");

/** The deepest folder above both, or one of them. */
function commonFolder(home: string, path: string): string {
  for (let at = home; ; at = dirname(at)) {
    if (at === path || pathBelow(at, path, nodePath) !== undefined) return at;
    if (dirname(at) === at) return parse(path).root;
  }
}

/** What lies at a path, not followed; undefined where there is nothing, or nothing that one may ask about: no one opens it then. */
function linkStatus(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Whether every link on the way to a path leads where one may look, found out without following one that doesn't. Links at and above `home`
 * are those by which the person came there.
 * @param path absolute
 * @param home absolute: where the text lies that names the path, or the folder in which it was found
 * @param judge the absolute path that a link in a folder leads to; undefined where no one may look
 */
export function linksStay(
  path: string,
  home: string,
  judge: (target: string, folder: string) => string | undefined,
): boolean {
  let at = commonFolder(home, path);
  const ahead = namesOf(path.slice(at.length));
  for (let links = 0, name = ahead.shift(); name !== undefined; name = ahead.shift()) {
    if (name === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const status = linkStatus(next);
    if (status === undefined) return true;
    if (!status.isSymbolicLink()) {
      at = next;
      continue;
    }
    const target = targetOf(next);
    const real = realpathSync(at);
    const to = target === undefined ? undefined : judge(target, real);
    if (target === undefined || to === undefined || ++links > maxLinks) return false;
    // two dots behind a link go up from where it leads: nothing is shortened before
    const goesUp = namesOf(target).includes("..");
    at = !isAbsolute(target) ? real : goesUp ? parse(to).root : commonFolder(home, to);
    ahead.unshift(
      ...namesOf(!isAbsolute(target) ? target : goesUp ? target.slice(parse(target).root.length) : to.slice(at.length)),
    );
  }
  return true;
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
