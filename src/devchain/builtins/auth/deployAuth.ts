import { readEntry, writeEntry } from "../bfs/fileTree";
import type { BuiltinHost } from "../host";
import { decodeAccessMap, encodeAccessMap } from "./scaleMap";

const white = 1;
const black = 2;

/** The policy stands with the folder /apps. */
function appsEntry(host: BuiltinHost) {
  const entry = readEntry(host, "/", "apps");
  if (!entry) throw new Error("the chain has no /apps");
  return entry;
}

export const deployMode = (host: BuiltinHost): number => Number(appsEntry(host).listMode);

export function setDeployMode(host: BuiltinHost, mode: number): void {
  writeEntry(host, "/", "apps", { ...appsEntry(host), listMode: String(mode) });
}

/** Opens or closes deployment to an account; without a policy this writes an entry that never counts. */
export function setDeployAccess(host: BuiltinHost, account: string, open: boolean): void {
  const entry = appsEntry(host);
  const mode = Number(entry.listMode);
  const list = mode === white ? "white" : "black";
  const map = decodeAccessMap(entry[list]);
  map.set(account, open ? mode === white : mode === black);
  writeEntry(host, "/", "apps", { ...entry, [list]: encodeAccessMap(map) });
}

/** Whether the account may create contracts (docs/protocol/built-in-contracts.md, "Permissions"). */
export function mayDeploy(host: BuiltinHost, account: string): boolean {
  const entry = appsEntry(host);
  const mode = Number(entry.listMode);
  if (mode === 0) return true;
  const listed = decodeAccessMap(mode === white ? entry.white : entry.black).get(account);
  if (listed === undefined) return mode === black;
  return mode === black ? !listed : listed;
}
