import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Exchange, fileOrder, type RecordedChain, readRecordedFile } from "./recording";

/** What another chain was sent where this chain's own recording is kept elsewhere. */
export interface StandIn {
  readonly from: string;
  readonly exchanges: readonly Exchange[];
}

/** Recordings whose requests name no node, so that those of another chain do the same here. */
const portable = new Set(["transactions", "out-of-gas", "bfs", "tables"]);

const isSm = (name: string): boolean => name.startsWith("sm");

/**
 * Recordings of the chains beside this one for the files that this one lacks before its file of that index. The state that they leave is
 * that of the missing recordings, because all chains were sent the same.
 */
export function standInsBefore(chain: RecordedChain, index: number): StandIn[] {
  const rank = (name: string): number => fileOrder.indexOf(name);
  const until = rank(chain.files[index]?.name ?? "");
  const before = Math.max(-1, ...chain.files.slice(0, index).map(({ name }) => rank(name)));
  const missing = fileOrder.filter(
    (name, at) =>
      at > before && (until < 0 || at < until) && portable.has(name) && !chain.files.some((file) => file.name === name),
  );
  const beside = dirname(chain.directory);
  const others = readdirSync(beside)
    .map((name) => join(beside, name))
    .filter((path) => path !== chain.directory && statSync(path).isDirectory())
    .filter((path) => isSm(path.slice(beside.length + 1)) === isSm(chain.name));
  return missing.flatMap((name): StandIn[] => {
    const path = others.map((folder) => join(folder, `${name}.json`)).find((each) => existsSync(each));
    const exchanges = path === undefined ? [] : (readRecordedFile(path)?.file.exchanges ?? []);
    const sent = exchanges.filter(({ body }) => body.includes('"sendTransaction"'));
    return path === undefined ? [] : [{ from: path, exchanges: sent }];
  });
}
