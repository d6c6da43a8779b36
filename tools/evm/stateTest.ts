import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** An account as the cases have it: hex numbers and bytes with `0x`. */
export interface AccountText {
  readonly balance: string;
  readonly nonce: string;
  readonly code: string;
  readonly storage: Readonly<Record<string, string>>;
}

/** A block's surroundings. Numbers are hex with `0x`, `timestamp` in seconds. */
export interface BlockEnvironment {
  readonly number: string;
  readonly timestamp: string;
  readonly coinbase: string;
  readonly gasLimit: string;
  readonly baseFeePerGas: string;
  readonly mixHash: string;
  readonly hash: string;
}

export interface StateTransaction {
  readonly sender: string;
  /** Absent or empty: makes a contract. */
  readonly to?: string;
  readonly data: string;
  readonly value: string;
  readonly nonce: string;
  readonly gasLimit: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
}

/** One of Ethereum's state tests: what there is, what is sent, what there is then. */
export interface StateTest {
  readonly name: string;
  readonly genesisHash: string;
  readonly pre: Readonly<Record<string, AccountText>>;
  readonly post: Readonly<Record<string, AccountText>>;
  readonly blocks: readonly {
    readonly env: BlockEnvironment;
    readonly transactions: readonly StateTransaction[];
  }[];
}

const isCases = (name: string): boolean => /\.jsonl(\.gz)?$/.test(name);

/** The files that paths name: a folder stands for the `.jsonl` and `.jsonl.gz` files in it. */
export function stateTestFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .filter(isCases)
          .sort()
          .map((name) => join(path, name))
      : [path],
  );
}

/** The cases of a file of JSON lines, packed by gzip or not. @throws Error with the place of a line that is no JSON object. */
export function* readStateTests(file: string): Generator<StateTest> {
  const bytes = readFileSync(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      yield JSON.parse(line) as StateTest;
    } catch (error) {
      throw new Error(`${file}:${index + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
