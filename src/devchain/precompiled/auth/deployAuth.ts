import { readEntry, writeEntry } from "../bfs/fileTree";
import type { PrecompiledHost } from "../host/host";

/** A list of accounts as the node keeps it with a folder: SCALE, as a byte string, in the order of the accounts. */
type AccessMap = ReadonlyMap<string, boolean>;

function compact(value: number): string {
  if (value < 64) return String.fromCharCode(value << 2);
  if (value < 16_384) {
    const shifted = (value << 2) | 1;
    return String.fromCharCode(shifted & 0xff, shifted >> 8);
  }
  const shifted = value * 4 + 2;
  return String.fromCharCode(...[0, 8, 16, 24].map((bits) => Math.floor(shifted / 2 ** bits) & 0xff));
}

function readCompact(text: string, at: number): [value: number, next: number] {
  const first = text.charCodeAt(at);
  const length = [1, 2, 4][first & 3] ?? 4;
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + text.charCodeAt(at + i);
  return [Math.floor(value / 4), at + length];
}

function encodeAccessMap(map: AccessMap): string {
  const entries = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const body = entries.map(([account, open]) => compact(account.length) + account + (open ? "\x01" : "\x00"));
  return compact(entries.length) + body.join("");
}

function decodeAccessMap(text: string): Map<string, boolean> {
  const map = new Map<string, boolean>();
  if (text === "") return map;
  let [left, at] = readCompact(text, 0);
  for (; left > 0; left--) {
    const [length, start] = readCompact(text, at);
    map.set(text.slice(start, start + length), text.charCodeAt(start + length) === 1);
    at = start + length + 1;
  }
  return map;
}

const white = 1;
const black = 2;

/** The policy stands with the folder /apps. */
function appsEntry(host: PrecompiledHost) {
  const entry = readEntry(host, "/", "apps");
  if (!entry) throw new Error("the chain has no /apps");
  return entry;
}

export const deployMode = (host: PrecompiledHost): number => Number(appsEntry(host).listMode);

export function setDeployMode(host: PrecompiledHost, mode: number): void {
  writeEntry(host, "/", "apps", { ...appsEntry(host), listMode: String(mode) });
}

/** Opens or closes deployment to an account; without a policy this writes an entry that never counts. */
export function setDeployAccess(host: PrecompiledHost, account: string, open: boolean): void {
  const entry = appsEntry(host);
  const mode = Number(entry.listMode);
  const list = mode === white ? "white" : "black";
  const map = decodeAccessMap(entry[list]);
  map.set(account, open ? mode === white : mode === black);
  writeEntry(host, "/", "apps", { ...entry, [list]: encodeAccessMap(map) });
}

/** Whether the account may create contracts (docs/protocol/built-in-contracts.md, "Permissions"). */
export function mayDeploy(host: PrecompiledHost, account: string): boolean {
  const entry = appsEntry(host);
  const mode = Number(entry.listMode);
  if (mode === 0) return true;
  const listed = decodeAccessMap(mode === white ? entry.white : entry.black).get(account);
  if (listed === undefined) return mode === black;
  return mode === black ? !listed : listed;
}
