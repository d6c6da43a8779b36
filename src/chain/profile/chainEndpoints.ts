import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { defaultRpcPort } from "../../facts/ports";
import { judgedAs } from "../../facts/releases/releases";
import { folderOnDisk } from "../../files/folderOnDisk";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { listener, reachedAt, rpcSpeaksTls } from "../../nodeConfig/analysis/listener";
import { type IniDocument, parseDocument } from "../../nodeConfig/document/iniDocument";
import { releaseStarted } from "../../nodeConfig/nodeFolder";
import { settledGenesis } from "../../nodeConfig/settledGenesis";
import { isSecure } from "../transport/endpoint";

/**
 * `https://127.0.0.1:20200` from the config.ini of a node folder. A node that listens everywhere is reached at the host whose folder holds
 * its own: that folder's name when it is an address.
 */
export async function rpcEndpoint(config: IniDocument, folder: string): Promise<string> {
  const host = basename(dirname(folder));
  const [rpc] = listener(config, "rpc");
  const address = reachedAt(
    rpc?.address ?? config.find("rpc", "listen_ip")?.value ?? "",
    /^\d{1,3}(\.\d{1,3}){3}$/.test(host) ? host : "127.0.0.1",
  );
  const shown = address.includes(":") ? `[${address}]` : address;
  const release = judgedAs(await releaseStarted(folderOnDisk(folder)));
  return `${rpcSpeaksTls(config, release) ? "https" : "http"}://${shown}:${rpc?.port ?? defaultRpcPort}`;
}

/** More addresses than these are of no use to one connection. */
const maxEndpoints = 32;
/** A folder of hosts beside this one holds no more than these. */
const maxHosts = 64;

interface NodeFiles {
  readonly folder: string;
  readonly config: string;
  /** What its config.genesis settles, comparable; empty without one. */
  readonly genesis: string;
}

async function foldersIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(parent, entry.name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

async function nodesOf(host: string): Promise<NodeFiles[]> {
  const nodes = await Promise.all(
    (await foldersIn(host)).map(async (folder): Promise<NodeFiles | undefined> => {
      const config = await readTextIn(folder, "config.ini", maxBytes.configuration);
      const text = (await readTextIn(folder, "config.genesis", maxBytes.configuration)) ?? "";
      const genesis = settledGenesis(text).genesis ?? text.trim();
      return config === undefined ? undefined : { folder, config, genesis };
    }),
  );
  return nodes.filter((node) => node !== undefined);
}

/** Addresses with TLS before those without, each in their order: who has the certificates wants to be alone with the node. */
export const secureFirst = (endpoints: readonly string[]): string[] => [
  ...endpoints.filter(isSecure),
  ...endpoints.filter((each) => !isSecure(each)),
];

/**
 * RPC addresses of the nodes of one chain, as the chain builder lays their folders out: those below `host` first (`first` before all), then
 * those of other hosts beside it. What has another config.genesis is of another chain; on other hosts only the same one counts.
 */
export async function chainEndpoints(host: string, first?: string): Promise<string[]> {
  const here = await nodesOf(host);
  const own = here.find(({ folder }) => folder === first);
  const genesis = own?.genesis ?? here.find((node) => node.genesis !== "")?.genesis ?? "";
  const near = here.filter((node) => node.genesis === genesis || node.genesis === "" || genesis === "");
  const hosts = (await foldersIn(dirname(host))).filter((folder) => folder !== host).slice(0, maxHosts);
  const far = genesis === "" ? [] : (await Promise.all(hosts.map(nodesOf))).flat();
  const nodes = [
    ...(own ? [own] : []),
    ...near.filter((node) => node !== own),
    ...far.filter((node) => node.genesis === genesis),
  ];
  const endpoints = await Promise.all(nodes.map(({ folder, config }) => rpcEndpoint(parseDocument(config), folder)));
  return [...new Set(endpoints)].slice(0, maxEndpoints);
}
