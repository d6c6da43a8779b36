/**
 * A wallet in a page, or wherever dApps run: an EIP-1193 provider over a chain, which asks before it signs, on standard and SM chains; its
 * announcement by EIP-6963; and keys that are kept under a passphrase (docs/browser-wallets.md).
 *
 * @packageDocumentation
 */

export {
  type EthereumProvider,
  type EthereumRequest,
  EthereumRequestError,
} from "../adapters/ethereumProvider";
export type { Account } from "../base/accounts";
export { announceProvider, type ProviderAnnouncement } from "./announcement";
export type { KeyStorage } from "./keyDatabase";
export {
  type KeyOptions,
  type KeyStore,
  type KeyStoreOptions,
  openKeyStore,
  type StoredKey,
  type UnlockedAccount,
} from "./keyStore";
export { messageHash } from "./signedMessages";
export { type TypedData, type TypedDataField, typedDataHash } from "./typedData";
export type { Wallet, WalletEvents, WalletOptions, WalletProvider, WalletQuestion } from "./walletInterface";
export { createWallet } from "./walletProvider";
