import type { EthereumRequestError } from "../adapters/ethereumProvider";
import type { Address, Hex } from "../base/records";

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
