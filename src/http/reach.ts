import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../text/loopback";

/** Who may ask: any page in a browser of this machine can reach a port on loopback. */
export interface Reach {
  /** Interface that the ports listen on. */
  readonly host: string;
  /** Names beside those of loopback under which clients may ask; `*` for all, as a node has it. */
  readonly allowHosts: readonly string[];
  /** Origins of pages that may ask; `*` for all, as a node has it. */
  readonly allowOrigins: readonly string[];
}

/** Whether a request is taken; with `origin` from a page that was allowed by its name. */
export type Verdict =
  | { readonly kind: "taken"; readonly origin?: string }
  | { readonly kind: "refused"; readonly words: string };

const taken: Verdict = { kind: "taken" };

/** Whether only this machine can ask under a name: browsers look for names below `localhost` nowhere else. */
export const isOfThisMachine = (name: string): boolean => isLoopback(name) || name.endsWith(".localhost");

/** The name in a `Host` header, without port and brackets; undefined for what is none. */
function hostName(header: string): string | undefined {
  const [, bracketed, plain] =
    /^(?:\[([0-9a-f:.]{2,45})\]|([^\s:[\]/@]{1,255}))(?::\d{1,5})?$/i.exec(header.trim()) ?? [];
  return (bracketed ?? plain?.replace(/\.$/, ""))?.toLowerCase();
}

/** Every value of a header: Node.js keeps the first of some that must not come twice. */
function allOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function mayBeCalled(name: string | undefined, { host, allowHosts }: Reach): boolean {
  if (allowHosts.includes("*")) return true;
  if (name === undefined) return false;
  if (isOfThisMachine(name) || allowHosts.includes(name)) return true;
  // a chain that is open to other machines is asked by their addresses, which no page can make stand for another's name
  return !isOfThisMachine(host) && (isIP(name) !== 0 || name === host.toLowerCase());
}

/** Text of a stranger in an answer: what is not printable ASCII is left out, and not more than can be read. */
const shown = (text: string): string => text.slice(0, 100).replace(/[^\x21-\x7e]/g, "?");

const fromElsewhere = new Set(["cross-site", "same-site"]);

/**
 * Judges a request by who sent it, before anything of it is read (docs/devchain.md, "Who may ask"). A browser always sends the name that
 * the page asked for and, unless a page of the chain itself asks, which there is none of, where the page is from. Programs send
 * neither, or the name only: they are taken, as a node takes them.
 */
export function judge({ headers, rawHeaders }: IncomingMessage, reach: Reach): Verdict {
  const hosts = allOf(rawHeaders, "host");
  const origins = allOf(rawHeaders, "origin");
  const [host] = hosts;
  const [origin] = origins;
  // a name of an attacker that leads to loopback (DNS rebinding) would make the page and the chain one origin
  const strange = hosts.find((each) => !mayBeCalled(hostName(each), reach));
  if (strange !== undefined) {
    const words = `this chain does not answer under the name ${shown(strange)}; --allow-host makes it`;
    return { kind: "refused", words };
  }
  if (origin === undefined) {
    const site = allOf(rawHeaders, "sec-fetch-site");
    if (!site.some((each) => fromElsewhere.has(each.toLowerCase())) || reach.allowOrigins.includes("*")) return taken;
    return { kind: "refused", words: "pages of other sites may not use this chain; --allow-origin ORIGIN makes it" };
  }
  if (reach.allowOrigins.includes("*")) return taken;
  if (origins.length === 1 && reach.allowOrigins.includes(origin)) return { kind: "taken", origin };
  const own = origins.length === 1 && hosts.length === 1 && isOwn(origin, host ?? "");
  if (own && headers.origin === origin) return taken;
  const words = `the page ${shown(origin)} may not use this chain; --allow-origin ${shown(origin)} makes it`;
  return { kind: "refused", words };
}

const isOwn = (origin: string, host: string): boolean =>
  origin === `http://${host.toLowerCase()}` || origin === `https://${host.toLowerCase()}`;

/** What a refused request is answered. It has no `Access-Control-Allow-Origin`, so a page cannot even read it. */
export const refusalBody = (words: string): string =>
  JSON.stringify({ error: { code: -32097, message: words }, id: 0, jsonrpc: "2.0" });

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a request carries the token of the chain: `Authorization: Bearer TOKEN`. */
export function carriesToken({ authorization }: IncomingHttpHeaders, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}
