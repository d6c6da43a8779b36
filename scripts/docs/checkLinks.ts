import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The values of an attribute in a page, as they are written. */
function valuesOf(html: string, attribute: string): string[] {
  const start = ` ${attribute}="`;
  const values: string[] = [];
  for (let at = html.indexOf(start); at !== -1; at = html.indexOf(start, at)) {
    const end = html.indexOf('"', at + start.length);
    if (end === -1) break;
    values.push(html.slice(at + start.length, end));
    at = end;
  }
  return values;
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));

/**
 * What leads nowhere in a built site: links to pages, places of pages, pictures.
 * @param folder of the site
 * @param base the path under which it is served, with slashes around it
 * @returns a line each: the page and its link
 */
export function deadLinks(folder: string, base: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".html"));
  const texts = new Map(pages.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  const places = new Map([...texts].map(([path, html]) => [path, new Set(valuesOf(html, "id").map(decoded))]));

  /** The file of the site that an address means. */
  const fileOf = (path: string): string | undefined =>
    [path, `${path}.html`, posix.join(path, "index.html")].find(
      (file) =>
        texts.has(file) ||
        (file !== "" && !file.endsWith("/") && /\.\w+$/.test(file) && existsSync(join(folder, file))),
    );

  const leadsNowhere = (page: string, link: string): boolean => {
    const [address = "", fragment] = link.split("#", 2);
    const path = address.startsWith(base)
      ? address.slice(base.length)
      : address.startsWith("/")
        ? undefined
        : posix.join(posix.dirname(page), address);
    const file = address === "" ? page : path === undefined ? undefined : fileOf(path.replace(/^\.$/, ""));
    if (file === undefined) return true;
    if (fragment === undefined || fragment === "" || !file.endsWith(".html")) return false;
    return !places.get(file)?.has(decoded(fragment));
  };

  return [...texts].flatMap(([page, html]) =>
    [...valuesOf(html, "href"), ...valuesOf(html, "src")]
      .filter((link) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(link))
      .filter((link) => leadsNowhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
}
