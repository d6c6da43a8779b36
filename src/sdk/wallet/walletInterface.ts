import type { EthereumProvider, EthereumRequestError } from "../adapters/ethereumProvider";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import type { Address, Hex } from "../base/records";
import type { TypedData } from "./typedData";

/** Events of EIP-1193, and what they say. */
export interface WalletEvents {
  readonly connect: { readonly chainId: Hex };
  readonly disconnect: EthereumRequestError;
  /** The number of the chain as hex. */
  readonly chainChanged: Hex;
  readonly accountsChanged: readonly Address[];
}

type Listeners = { readonly [Name in keyof WalletEvents]: Set<(value: WalletEvents[Name]) => void> };

/** Listeners of the pages to these events. */
export class WalletListeners {
  readonly #listeners: Listeners = {
    connect: new Set(),
    disconnect: new Set(),
    chainChanged: new Set(),
    accountsChanged: new Set(),
  };

  on<Name extends keyof WalletEvents>(name: Name, listener: (value: WalletEvents[Name]) => void): void {
    // of EIP-1193 there is `message`, too, for subscriptions, which aren't here
    if (Object.hasOwn(this.#listeners, name)) this.#listeners[name].add(listener);
  }

  removeListener<Name extends keyof WalletEvents>(name: Name, listener: (value: WalletEvents[Name]) => void): void {
    if (Object.hasOwn(this.#listeners, name)) this.#listeners[name].delete(listener);
  }

  emit<Name extends keyof WalletEvents>(name: Name, value: WalletEvents[Name]): void {
    for (const listener of [...this.#listeners[name]]) {
      try {
        listener(value);
      } catch (error) {
        // a page's trouble is not the wallet's, nor that of the next listener
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** What a wallet asks its user. */
export type WalletQuestion =
  /** May the page see these accounts? */
  | { readonly kind: "connect"; readonly accounts: readonly Address[] }
  /** Sign this and send it to the chain? `to` is left out for a deployment. */
  | {
      readonly kind: "transaction";
      readonly chain: Chain;
      readonly account: Address;
      readonly to?: string;
      readonly data: Hex;
      readonly value: bigint;
    }
  /** Sign this message? `text` is left out where its bytes are none. */
  | { readonly kind: "message"; readonly account: Address; readonly message: Hex; readonly text?: string }
  /** Sign this struct? */
  | { readonly kind: "typedData"; readonly account: Address; readonly typedData: TypedData }
  /** Go on with this chain of the wallet's? */
  | { readonly kind: "switchChain"; readonly chain: Chain; readonly chainId: number };

/** What a wallet is made of. */
export interface WalletOptions {
  /** The chain, or several: the first one is current, `wallet_switchEthereumChain` takes the others. */
  readonly chain: Chain | readonly Chain[];
  /** Who signs, the usual one first: keys in memory, of a key store (`openKeyStore`), or whatever signs elsewhere. */
  readonly accounts?: readonly Account[];
  /** Asks the user: nothing is shown to a page, signed, or sent without true. */
  readonly consent: (question: WalletQuestion) => boolean | Promise<boolean>;
  /** The number of a chain. Default as its web3 port says it: `web3_chain_id`, else its chain ID where that is a number, else 20200. */
  readonly chainIdOf?: (chain: Chain) => number;
}

/** What pages get: EIP-1193, with its events. */
export interface WalletProvider extends EthereumProvider {
  /** Hears of an event from now on. */
  on<Name extends keyof WalletEvents>(name: Name, listener: (value: WalletEvents[Name]) => void): this;
  /** Hears of it no more. */
  removeListener<Name extends keyof WalletEvents>(name: Name, listener: (value: WalletEvents[Name]) => void): this;
}

/** A wallet, as its owner has it. */
export interface Wallet {
  /** What pages get. */
  readonly provider: WalletProvider;
  /** Replaces those who sign: an account that was unlocked, or locked. */
  setAccounts(accounts: readonly Account[]): void;
  /** Goes on with a chain, which need not have been there. */
  useChain(chain: Chain): Promise<void>;
  /** Forgets that the page may see accounts: it has to ask again. */
  revoke(): void;
}
