// The one door for every path that a text names (docs/security.md): imports, remappings, includes, settings, artifacts, messages.

import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import nodePath, { dirname, isAbsolute, join, type PlatformPath, parse, sep } from "node:path";
import { isDeviceName } from "../text/deviceNames";
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

/** What lies at a path, not followed; undefined where there is nothing, or nothing that one may ask about: it isn't opened then. */
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
 * @param judge the absolute path that a link in a folder leads to; undefined where it may not be looked at
 */
function linksStay(path: string, home: string, judge: (target: string, folder: string) => string | undefined): boolean {
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

declare const checked: unique symbol;
/** A path that may be looked at. Only {@link namedPath} and {@link givenPath} make one, and only the doors of this room take one. */
export type NamedPath = string & { readonly [checked]: true };

/** No name on Windows has these: streams of a file, and patterns that its own programs fill in. */
const impossible = /[<>:"|?*\u0000-\u001f]/;

/** `\\?\C:\folder` and `\\?\UNC\server\share` as other programs write them. */
function plainFolder(folder: string): string {
  const [, share, rest] = /^[\\/]{2}\?[\\/](unc[\\/])?(.*)$/i.exec(folder) ?? [];
  if (rest === undefined) return folder;
  return share === undefined ? rest : `\\\\${rest}`;
}

/** `\\server\share` of a path on a share, in one spelling; undefined for any other path. */
function shareOf(path: string): string | undefined {
  const [, server, share] = /^[\\/]{2}([^\\/?.][^\\/]*)[\\/]+([^\\/]+)/.exec(path) ?? [];
  return server === undefined ? undefined : `\\\\${server}\\${share}`.toLowerCase();
}

/** Whether Windows finds a file of this computer, or of the share on which the text itself lies, under what a text names. */
function staysOnWindows(named: string, home: string): boolean {
  // `C:name` starts at wherever that drive's own folder happens to be
  if (/^[A-Za-z]:(?![\\/])/.test(named) || /^[\\/]{2}[?.]/.test(home)) return false;
  if (/^[\\/]{2}/.test(named) && (shareOf(named) === undefined || shareOf(named) !== shareOf(home))) return false;
  return !named
    .replace(/^[A-Za-z]:/, "")
    .split(/[\\/]/)
    .some((name) => impossible.test(name) || isDeviceName(name));
}

/** `/net/HOST` mounts what that host gives, where the automounter is on. */
const mountedHost = (path: string): string | undefined => /^\/+(?:net|Network\/Servers)\/+[^/]+/.exec(path)?.[0];

/** {@link namedPath} by what the path says alone: nothing is looked at. */
function judged(named: string, folder: string, rules: PlatformPath): string | undefined {
  if (named.includes("\0")) return undefined;
  if (rules.sep === "\\" || (rules === nodePath && process.platform === "win32")) {
    const home = plainFolder(folder);
    const given = named.trimStart();
    return staysOnWindows(given, home) ? rules.resolve(home, given) : undefined;
  }
  const path = rules.resolve(folder, named);
  const host = mountedHost(path);
  return host === undefined || host === mountedHost(rules.resolve(folder)) ? path : undefined;
}

/**
 * The absolute path that a text names, or a name that is looked for in a folder, which lies in `folder` or wherever relative paths of that
 * text start; undefined where it may not be looked at. Looking at `\\server\share` is enough for Windows to log on there with the user's
 * account, in every spelling of it, and by a link that leads there; a device, a stream, a drive's own folder are no files. The share on
 * which `folder` itself lies may be named. Nothing is looked at but, on this machine, the links on the way below `folder`, each before it
 * is followed.
 * @param rules those of this machine, or `path.win32` and `path.posix` where another one is meant
 */
export function namedPath(named: string, folder: string, rules: PlatformPath = nodePath): NamedPath | undefined {
  const path = judged(named, folder, rules);
  if (path === undefined || rules !== nodePath) return path as NamedPath | undefined;
  const stays = linksStay(path, rules.resolve(plainFolder(folder)), (target, from) => judged(target, from, rules));
  return stays ? (path as NamedPath) : undefined;
}

/**
 * A path that no text named: what the person typed or chose, what the editor has open, what a listing of a folder gave, and what the
 * program made itself. Each use says by its place which of these it is.
 */
export const givenPath = (path: string): NamedPath => path as NamedPath;
