import { isJsonObject } from "../../text/limits/boundedJson";
import { foldedName } from "../../text/visibleText";
import { type ConnectionProfile, isProduction, readProfile } from "./checkedProfile";
import type { Access, ConnectionSetting } from "./connectionSetting";

/** A list of connections as a person or a repository wrote it, and where relative paths of its certificates begin. */
interface ConnectionList {
  readonly entries: unknown;
  readonly folder: string | undefined;
}

interface MergedConnections {
  /** Those of the user first; one of each name. */
  readonly profiles: readonly ConnectionProfile[];
  /** What is wrong with entries that are left out. */
  readonly problems: readonly unknown[];
}

const max = 1000;

const entriesOf = (list: ConnectionList | undefined): readonly ConnectionSetting[] =>
  list && Array.isArray(list.entries)
    ? (list.entries.slice(0, max).filter(isJsonObject) as readonly unknown[] as readonly ConnectionSetting[])
    : [];

/** What counts as the same name: letters alike in any case and width, without spaces and what is unseen. */
const sameName = ({ name }: ConnectionSetting): string => (typeof name === "string" ? foldedName(name) : "");

const narrowest: readonly Access[] = ["readOnly", "confirm", "full"];
const narrower = (one: Access, other: Access): Access =>
  narrowest[Math.min(narrowest.indexOf(one), narrowest.indexOf(other))] ?? "readOnly";

/** Names and addresses that lead to this machine; `0.0.0.0` and `[::]` do, where they are connected to. */
const loopback =
  /^(?:(?:[\w-]{1,63}\.){0,5}localhost(?:\.localdomain)?|ip6-(?:localhost|loopback)|\[::1?\]|0\.0\.0\.0|127(?:\.\d{1,3}){3})$/i;

/** An address of IPv4 as one of IPv6, as `URL` writes it. */
const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** The host of a URL in one spelling: without the dot of a whole name, addresses of IPv4 as such. */
function plainHost(hostname: string): string {
  const [, high, low] = mapped.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.replace(/\.$/, "");
  const number = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join(".");
}

/** Host and port, however they are spelled. */
function hostOf(url: string): string {
  try {
    const { protocol, hostname, port } = new URL(url.trim());
    const plain = plainHost(hostname);
    const host = loopback.test(plain) ? "loopback" : plain;
    return `${host}:${port || (/^(?:https|wss):/.test(protocol) ? "443" : "80")}`;
  } catch {
    return url;
  }
}

const isSameChain = (one: ConnectionProfile, other: ConnectionProfile): boolean => {
  const hosts = new Set(one.endpoints.map(hostOf));
  return other.endpoints.some((url) => hosts.has(hostOf(url)));
};

/**
 * A connection that a workspace brings, as far as it may count: each signature is asked for at least, it doesn't say that a chain whose
 * name says so isn't in use, and what the user says of the same nodes, under whatever name, holds for it too.
 */
function limited(brought: ConnectionProfile, own: readonly ConnectionProfile[]): ConnectionProfile {
  const { production, ...rest } = brought;
  const same = own.filter((each) => isSameChain(each, brought));
  const widest = narrowest.findLast((access) => same.some((each) => each.access === access)) ?? "confirm";
  const pin = same.find((each) => each.pin)?.pin ?? brought.pin;
  return {
    ...rest,
    access: [brought.access, widest].reduce(narrower, "confirm"),
    ...(pin ? { pin } : {}),
    ...(production || same.some(isProduction) ? { production: true } : {}),
  };
}

/**
 * A connection of the user that gets other addresses and certificates, such as those of files that were imported: what the user says of it
 * stays, and nothing is sent there that wouldn't be sent to a new connection.
 */
export function withOtherAddresses(own: ConnectionProfile, given: ConnectionProfile): ConnectionProfile {
  const { archive, pin, production } = own;
  return {
    ...given,
    access: narrower(own.access, given.access),
    ...(archive === undefined ? {} : { archive }),
    ...(pin ? { pin } : {}),
    ...(production === undefined ? {} : { production }),
  };
}

/**
 * The connections of a user and of a workspace as one list, for every front. A repository lets no account sign unasked: nothing that it
 * brings widens access, takes away a pin, or replaces a connection of the user. Under a name of the user's, that one counts as it stands;
 * the workspace's may only narrow its access.
 */
export function mergeConnections(user: ConnectionList, workspace: ConnectionList | undefined): MergedConnections {
  const problems: unknown[] = [];
  const read = (entry: ConnectionSetting, folder: string | undefined): ConnectionProfile | undefined => {
    try {
      return readProfile(entry, folder);
    } catch (error) {
      problems.push(error);
      return undefined;
    }
  };
  const own = new Map<string, ConnectionProfile | undefined>();
  for (const entry of entriesOf(user)) {
    const name = sameName(entry);
    if (!own.has(name)) own.set(name, read(entry, user.folder));
  }
  const brought = new Map<string, ConnectionProfile>();
  const ofUser = [...own.values()].flatMap((profile) => (profile ? [profile] : []));
  for (const entry of entriesOf(workspace)) {
    const name = sameName(entry);
    if (own.has(name)) {
      const known = own.get(name);
      const access = narrowest.find((each) => each === entry.access);
      if (known && access) own.set(name, { ...known, access: narrower(known.access, access) });
      continue;
    }
    const profile = brought.has(name) ? undefined : read(entry, workspace?.folder);
    if (profile) brought.set(name, limited(profile, ofUser));
  }
  const kept = [...own.values()].flatMap((profile) => (profile ? [profile] : []));
  return { profiles: [...kept, ...brought.values()], problems };
}
