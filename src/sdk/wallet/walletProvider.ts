import { bytesToHex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { t } from "../../text/catalogue";
import { isObject, readQuantity } from "../../web3/model/values";
import { quantity } from "../../web3/node/ethereumForms";
import {
  type EthereumRequest,
  EthereumRequestError,
  EthereumRequests,
  requestError,
  unauthorized,
  unsupportedMethod,
  wrong,
} from "../adapters/ethereumProvider";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, Hex } from "../base/records";
import { messageBytes, messageHash, readableText, signatureOf } from "./signedMessages";
import { readTypedData, type TypedData, typedDataHash } from "./typedData";
import {
  type Wallet,
  WalletListeners,
  type WalletOptions,
  type WalletProvider,
  type WalletQuestion,
} from "./walletInterface";

/** The user said no. */
const userRejected = 4001;
/** No chain of the wallet's answers, and the one that was asked doesn't. */
const disconnected = 4900;
const chainDisconnected = 4901;
/** EIP-3326: a chain that the wallet doesn't have. */
const unknownChain = 4902;

/** Where an answer that doesn't come says nothing of what became of a transaction. */
const sends: readonly string[] = ["eth_sendTransaction", "eth_sendRawTransaction"];

/** What wallets of Ethereum know, and this one leaves out: nothing here signs what its user can't be shown. */
const refused: readonly string[] = ["eth_sign", "eth_signTransaction", "eth_signTypedData", "eth_signTypedData_v3"];

const accountsPermission = "eth_accounts";

type Method = (params: readonly unknown[]) => Promise<unknown>;

/** A chain of the wallet's. */
interface Place {
  readonly chain: Chain;
  readonly requests: EthereumRequests;
}

class OwnWallet {
  readonly #options: WalletOptions;
  readonly #places: Place[];
  #current: Place;
  #accounts: readonly Account[];
  #granted = false;
  /** Undefined before the first answer. */
  #connected: boolean | undefined;
  #shown: readonly Address[] = [];
  #asking: Promise<readonly Address[]> | undefined;
  readonly listeners = new WalletListeners();

  constructor(options: WalletOptions) {
    this.#options = options;
    this.#accounts = [...(options.accounts ?? [])];
    const chains: readonly Chain[] = "client" in options.chain ? [options.chain] : options.chain;
    this.#places = chains.map((chain) => this.#placeOf(chain));
    const [first] = this.#places;
    if (!first) throw new TypeError("createWallet: there is no chain");
    this.#current = first;
  }

  #placeOf(chain: Chain): Place {
    const { chainIdOf } = this.#options;
    return { chain, requests: new EthereumRequests(chain, chainIdOf?.(chain), () => this.#ownOf(chain)) };
  }

  /** Accounts that can sign for a chain: those of its suite. */
  #ownOf({ suite }: Chain): readonly Account[] {
    return this.#accounts.filter((account) => account.suite === suite.name);
  }

  #visible(): readonly Address[] {
    return this.#granted ? this.#ownOf(this.#current.chain).map(({ address }) => address) : [];
  }

  #tellAccounts(): void {
    const now = this.#visible();
    if (now.join() === this.#shown.join()) return;
    this.#shown = now;
    this.listeners.emit("accountsChanged", now);
  }

  setAccounts(accounts: readonly Account[]): void {
    this.#accounts = [...accounts];
    this.#tellAccounts();
  }

  revoke(): void {
    this.#granted = false;
    this.#tellAccounts();
  }

  async useChain(chain: Chain): Promise<void> {
    let place = this.#places.find((each) => each.chain === chain);
    if (!place) {
      place = this.#placeOf(chain);
      this.#places.push(place);
    }
    if (place === this.#current) return;
    const chainId = await place.requests.chainId();
    this.#current = place;
    this.listeners.emit("chainChanged", quantity(chainId));
    this.#tellAccounts();
  }

  async #consent(question: WalletQuestion): Promise<void> {
    if ((await this.#options.consent(question)) !== true)
      throw new EthereumRequestError(userRejected, t("the user refused the request"));
  }

  /** Asked twice at once, the user is asked once. */
  #connect(): Promise<readonly Address[]> {
    if (this.#granted) return Promise.resolve(this.#visible());
    this.#asking ??= this.#askToConnect().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askToConnect(): Promise<readonly Address[]> {
    const accounts = this.#ownOf(this.#current.chain).map(({ address }) => address);
    if (accounts.length === 0)
      throw new EthereumRequestError(unauthorized, t("the wallet has no account for this chain"));
    await this.#consent({ kind: "connect", accounts });
    this.#granted = true;
    this.#tellAccounts();
    return this.#visible();
  }

  /** An account that the page may use. */
  #account({ requests }: Place, address: unknown): Account {
    const account = this.#granted ? requests.account(address) : undefined;
    if (account) return account;
    throw new EthereumRequestError(
      unauthorized,
      t("the page may not use the account {0}", String(address ?? "").slice(0, 80)),
    );
  }

  async #send(request: unknown): Promise<Hex> {
    const place = this.#current;
    if (isObject(request) && request["chainId"] !== undefined) await this.#requireCurrent(request["chainId"]);
    if (!this.#granted) this.#account(place, isObject(request) ? request["from"] : undefined);
    const prepared = await place.requests.prepare(request);
    const { account, to, data, value = 0n } = prepared;
    await this.#consent({
      ...{ kind: "transaction", chain: place.chain, account: account.address },
      ...(to === undefined ? {} : { to }),
      ...{ data, value },
    });
    // locked or taken away while the user was asked
    this.#account(place, account.address);
    return place.requests.send(prepared);
  }

  async #requireCurrent(given: unknown): Promise<void> {
    const id = readQuantity(given, "chainId");
    if (id === BigInt(await this.#current.requests.chainId())) return;
    const place = await this.#placeById(id);
    if (place)
      throw new EthereumRequestError(chainDisconnected, t("the wallet isn't connected to chain {0}", String(id)));
  }

  async #placeById(id: bigint): Promise<Place | undefined> {
    for (const place of this.#places) {
      const own = await place.requests.chainId().catch(() => undefined);
      if (own !== undefined && BigInt(own) === id) return place;
    }
    return undefined;
  }

  async #signMessage([first, second]: readonly unknown[]): Promise<Hex> {
    const place = this.#current;
    // some pages give the address first
    const swapped = typeof first === "string" && !place.requests.account(second) && place.requests.account(first);
    const [given, address] = swapped ? [second, first] : [first, second];
    const account = this.#account(place, address);
    if (typeof given !== "string") throw wrong(t("a message is missing"));
    const message = messageBytes(given);
    const text = readableText(message);
    await this.#consent({
      ...{ kind: "message", account: account.address, message: bytesToHex(message) },
      ...(text === undefined ? {} : { text }),
    });
    return signatureOf(this.#account(place, account.address), messageHash(message, account.suite));
  }

  async #signTypedData([address, given]: readonly unknown[]): Promise<Hex> {
    const place = this.#current;
    const account = this.#account(place, address);
    const read = (): { readonly typedData: TypedData; readonly hash: Uint8Array } => {
      const typedData = readTypedData(given);
      return { typedData, hash: typedDataHash(typedData, account.suite) };
    };
    let readable: ReturnType<typeof read>;
    try {
      readable = read();
    } catch (error) {
      throw wrong(error instanceof Error ? error.message : String(error));
    }
    const { typedData, hash } = readable;
    const { chainId } = typedData.domain;
    if (chainId !== undefined) await place.requests.requireChainId(chainId);
    await this.#consent({ kind: "typedData", account: account.address, typedData });
    return signatureOf(this.#account(place, account.address), hash);
  }

  #permissions(): object[] {
    if (!this.#granted) return [];
    const restriction = { type: "restrictReturnedAccounts", value: this.#visible() };
    return [{ parentCapability: accountsPermission, caveats: [restriction] }];
  }

  async #switchChain(given: unknown, unknownCode: number): Promise<null> {
    const id = readQuantity(isObject(given) ? given["chainId"] : undefined, "chainId");
    const place = await this.#placeById(id);
    if (!place) throw new EthereumRequestError(unknownCode, t("the wallet has no chain {0}", String(id)));
    if (place === this.#current) return null;
    await this.#consent({ kind: "switchChain", chain: place.chain, chainId: Number(id) });
    await this.useChain(place.chain);
    return null;
  }

  /** What a wallet does itself; the rest is the chain's. */
  readonly #methods: Readonly<Record<string, Method>> = {
    eth_accounts: async () => this.#visible(),
    eth_requestAccounts: () => this.#connect(),
    eth_sendTransaction: ([request]) => this.#send(request),
    eth_signTypedData_v4: (params) => this.#signTypedData(params),
    personal_sign: (params) => this.#signMessage(params),
    wallet_addEthereumChain: ([given]) => this.#switchChain(given, unsupportedMethod),
    wallet_getPermissions: async () => this.#permissions(),
    wallet_requestPermissions: async ([wanted]) => {
      const names = isObject(wanted) ? Object.keys(wanted) : [];
      if (names.length !== 1 || names[0] !== accountsPermission)
        throw new EthereumRequestError(
          unsupportedMethod,
          t("the wallet gives the permission {0} only", accountsPermission),
        );
      await this.#connect();
      return this.#permissions();
    },
    wallet_revokePermissions: async ([given]) => {
      if (isObject(given) && Object.hasOwn(given, accountsPermission)) this.revoke();
      return null;
    },
    wallet_switchEthereumChain: ([given]) => this.#switchChain(given, unknownChain),
    ...Object.fromEntries(
      refused.map((method): [string, Method] => [
        method,
        async () => {
          throw new EthereumRequestError(unsupportedMethod, t("the wallet doesn't sign by {0}", method));
        },
      ]),
    ),
  };

  async request({ method, params }: EthereumRequest): Promise<unknown> {
    const own = Object.hasOwn(this.#methods, method) ? this.#methods[method] : undefined;
    const place = this.#current;
    try {
      if (own) return await own(Array.isArray(params) ? params : []);
      const result = await place.requests.request({ method, params });
      await this.#noteConnection(place);
      return result;
    } catch (error) {
      throw await this.#failure(error, method, place);
    }
  }

  async #noteConnection(place: Place): Promise<void> {
    if (this.#connected || place !== this.#current) return;
    const chainId = quantity(await place.requests.chainId());
    if (this.#connected) return;
    this.#connected = true;
    this.listeners.emit("connect", { chainId });
  }

  /** A chain that can't be reached is a connection that ended, but for a transaction, of which that says nothing. */
  async #failure(error: unknown, method: string, place: Place): Promise<EthereumRequestError> {
    const known = await requestError(error);
    const { cause } = known;
    const isAway = cause instanceof ChainError && cause.kind === "transport" && !sends.includes(method);
    if (!isAway) return known;
    const isOnly = this.#places.length === 1;
    const ended = new EthereumRequestError(isOnly ? disconnected : chainDisconnected, known.message, { cause });
    if (isOnly && place === this.#current && this.#connected !== false) {
      this.#connected = false;
      this.listeners.emit("disconnect", ended);
    }
    return ended;
  }

  /** `connect` is told as soon as the chain answers: listeners of the same turn hear it. */
  begin(): void {
    void this.request({ method: "eth_chainId" }).catch(() => undefined);
  }
}

/**
 * A wallet over chains: what a page gets (`provider`) shows no account and signs nothing without the consent of its user. It needs no
 * `window`, and answers with the codes of EIP-1193: 4001 refused by the user, 4100 not allowed, 4200 not supported, 4900 and 4901 without a
 * connection, 4902 for a chain that the wallet doesn't have, 3 for a contract that refused.
 * @param options chains, accounts, and how the user is asked
 * @returns what pages get, and what only its owner may do
 * @throws TypeError without a chain
 * @example
 * ```ts
 * import { connect, generateAccount } from "chainside/sdk";
 * import { createWallet } from "chainside/wallet";
 *
 * const chain = await connect("http://127.0.0.1:20200");
 * const { provider } = createWallet({
 *   chain,
 *   accounts: [generateAccount(chain.suite.name)],
 *   consent: async (question) => question.kind === "connect" || question.kind === "message",
 * });
 * provider.on("accountsChanged", (accounts) => console.log(accounts));
 * const [account] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
 * console.log(await provider.request({ method: "personal_sign", params: ["hello", account] }));
 * await chain.close();
 * ```
 */
export function createWallet(options: WalletOptions): Wallet {
  const own = new OwnWallet(options);
  const provider: WalletProvider = {
    request: (args) => own.request(args),
    on(name, listener) {
      own.listeners.on(name, listener);
      return provider;
    },
    removeListener(name, listener) {
      own.listeners.removeListener(name, listener);
      return provider;
    },
  };
  own.begin();
  return {
    provider,
    setAccounts: (accounts) => own.setAccounts(accounts),
    useChain: (chain) => own.useChain(chain),
    revoke: () => own.revoke(),
  };
}
