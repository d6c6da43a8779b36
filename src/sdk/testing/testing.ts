/**
 * A FISCO BCOS chain inside a test: in the process that asks for it, without a port, in less than a tenth of a second (docs/sdk.md,
 * "Tests").
 *
 * @packageDocumentation
 */

import { getBlockByNumber, getBlockNumber } from "../../chain/rpc/blocks";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { seededAccounts } from "../../devchain/keys/seededKeys";
import { devChainSettings, requireRelease } from "../../devchain/settings/options";
import { createNetwork, type DevChain, openPorts } from "../../devchain/startDevChain";
import { type Account, privateKeyAccount } from "../base/accounts";
import { type Chain, openChain } from "../base/chain";
import { getReceipt } from "../base/reading";
import type { Address, Hex, Receipt } from "../base/records";
import { inProcessPushes, inProcessTransport } from "./inProcess";

/**
 * What a chain for tests is like. Everything has a default: a standard chain as the newest known release makes it, with four sealers and
 * ten accounts, sealing at once.
 */
export interface TestChainOptions {
  /** SM3 and SM2 instead of keccak256 and secp256k1. */
  readonly suite?: CryptoSuiteName;
  /** Permissions are enforced from the first block; the first account is the governor. */
  readonly auth?: boolean;
  readonly groups?: readonly string[];
  readonly sealers?: number;
  readonly observers?: number;
  /** Accounts with known keys. Default 10. */
  readonly accounts?: number;
  /** Whole units of 10^18 that each of them has. */
  readonly fund?: number;
  /** Same seed, same keys and hashes. */
  readonly seed?: string;
  /** Version of the node that is imitated: `3.2.0`. */
  readonly nodeVersion?: string;
  readonly compatibilityVersion?: string;
  /** 0: classic executor. 1: baseline executor. */
  readonly executorVersion?: 0 | 1;
  /** Feature flags switched on at block 0. */
  readonly features?: readonly string[];
  readonly chainId?: string;
  /** Milliseconds between the first waiting transaction and its block. Default 0: at once. */
  readonly blockIntervalMs?: number;
  /** Order of one sender's Ethereum transactions within a block: shuffled from the seed as on a node (the default), or as they came. */
  readonly order?: "shuffled" | "arrival";
  /** A folder for TLS files, made when it has none: ports (`listen`) then speak TLS. Clients find theirs in its `sdk` folder. */
  readonly tls?: string;
  /** The same with SM TLS. */
  readonly smTls?: string;
}

/** An account of a chain for tests, whose key is no secret. */
export interface TestAccount extends Account {
  readonly privateKey: Hex;
}

/** Where the chain listens, for what can't be in the same process. */
export interface TestPorts {
  /** `http://127.0.0.1:…`; https with TLS. */
  readonly url: string;
  /** Where Ethereum tools ask, when it was asked for. */
  readonly web3Url: string | undefined;
  /** What the `dev_` methods want to be shown, as `Authorization: Bearer TOKEN`. */
  readonly devToken: string | undefined;
}

/**
 * A chain of this process: it goes wherever a `Chain` does, and can do what no real one can. Its first account signs unless another is
 * given.
 */
export interface TestChain extends Chain {
  readonly account: TestAccount;
  readonly accounts: readonly TestAccount[];
  /** Another group of the same chain. */
  group(id: string): Promise<Chain>;
  /** Remembers the chain as it is. */
  snapshot(): Promise<string>;
  /** Brings it back to that state; the snapshot and later ones are gone. */
  revert(snapshot: string): Promise<void>;
  /** Back to block 0. */
  reset(): Promise<void>;
  /** Makes empty blocks. */
  mine(blocks?: number): Promise<void>;
  /** What the next blocks have as their time, running on from there; undefined: the machine's clock again. */
  setTime(time: Date | number | undefined): Promise<void>;
  /** Moves that time on. */
  passTime(milliseconds: number): Promise<void>;
  /** Gives an account so much of the chain's own coin, in a block of its own. */
  setBalance(account: Address, wei: bigint): Promise<void>;
  /** A transaction in any account's name, without a signature. */
  sendAs(
    from: Address,
    request: { readonly to?: Address; readonly data?: Hex; readonly value?: bigint },
  ): Promise<Receipt>;
  /** No blocks are made until `resume`: transactions wait. */
  pause(): Promise<void>;
  /** Blocks are made again, the first one of what waits. */
  resume(): Promise<void>;
  /** Opens a port on loopback for another process, or a client of its own. */
  listen(options?: { readonly port?: number; readonly web3?: boolean }): Promise<TestPorts>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a chain for tests. Close it in the end (`close`, or `await using`).
 * @param options suite, version, permissions, balances, …
 * @returns the chain, with what a test does to it; `close` ends it
 * @throws ChainError usage `badOption` for options that cannot be
 * @example
 * ```ts
 * const testChain = await startTestChain({ suite: "sm", fund: 100 });
 * await testChain.mine(2);
 * console.log(await getBlockNumber(testChain)); // 2
 * await testChain.close();
 * ```
 */
export async function startTestChain(options: TestChainOptions = {}): Promise<TestChain> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settings = { ...devChainSettings(given) };
  requireRelease(settings);
  const network = await createNetwork(settings);
  const { suite } = network;
  const accounts = seededAccounts(suite, settings.seed, Math.max(1, settings.accounts)).map(
    ({ privateKey }): TestAccount => ({ ...privateKeyAccount(privateKey, suite.name), privateKey }),
  );
  const [account] = accounts;
  if (!account) throw new TypeError("a chain for tests has an account");
  const transport = inProcessTransport(network);
  const pushes = inProcessPushes(network);
  const ports: DevChain[] = [];
  const open = (group: string): Promise<Chain> => openChain(transport, { group, account, pushes: () => pushes });
  const chain = await open(settings.groups[0] ?? "");
  const dev = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    transport.request(`dev_${method}`, [chain.groupId, ...params]);
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await transport.close();
    await Promise.all(ports.map((each) => each.close()));
    network.close();
  };
  const close = (): Promise<void> => (closing ??= end());
  const setTime = async (time: Date | number | undefined): Promise<void> => {
    await dev("setTime", time === undefined ? null : Number(time));
  };
  const own: Omit<TestChain, Exclude<keyof Chain, "account" | "close">> = {
    account,
    accounts,
    group: open,
    snapshot: async () => String(await dev("snapshot")),
    async revert(snapshot) {
      await dev("revert", snapshot);
      await chain.renew?.();
    },
    async reset() {
      await dev("reset");
      await chain.renew?.();
    },
    mine: async (blocks = 1) => void (await dev("mine", blocks)),
    setTime,
    async passTime(milliseconds) {
      const newest = await getBlockByNumber(chain.client, await getBlockNumber(chain.client), "header");
      const now = network.groups.get(chain.groupId)?.now() ?? Date.now();
      await setTime(Math.max(now, newest.timestamp) + milliseconds);
    },
    setBalance: async (address, wei) => void (await dev("setBalance", address, String(wei))),
    async sendAs(from, { value, ...request }) {
      const amount = value === undefined ? {} : { value: String(value) };
      const sent = (await dev("sendTransaction", { from, ...request, ...amount })) as { transactionHash: string };
      return getReceipt(chain, { hash: sent.transactionHash });
    },
    pause: async () => void (await dev("pauseSealing", true)),
    resume: async () => void (await dev("pauseSealing", false)),
    async listen({ port = 0, web3 = false } = {}) {
      const opened = await openPorts({
        ...network,
        settings: { ...network.settings, port, web3Port: web3 ? 0 : undefined },
        close: () => undefined, // the chain goes on without the port
      });
      ports.push(opened);
      const { url, web3Url, devToken } = opened;
      return { url, web3Url, devToken };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return Object.assign(chain, own);
}
