import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { freshKey } from "../../crypto/privateKeySigner";
import { cryptoSuite } from "../../crypto/suites";
import { clientError } from "../../errors/clientError";
import type { Account } from "../base/accounts";
import type { Address, Hex } from "../base/records";
import { type KeyStorage, keyDatabase } from "./keyDatabase";
import { type KeyRecord, openRecord, type RecordKey, readRecord, recordKey, sealKey } from "./keyRecord";

/** Where a key store has its keys. */
export interface KeyStoreOptions {
  /** Name of the IndexedDB database. Default `chainside-keys`. */
  readonly database?: string;
  /** Another place instead. */
  readonly storage?: KeyStorage;
}

/** What a new key is made for. */
export interface KeyOptions {
  /** Opens the key, at least 8 characters. It can't be recovered. */
  readonly passphrase: string;
  /** The chain's, as `chain.suite.name` says it. Default `standard`. */
  readonly suite?: CryptoSuiteName;
  /** For people. */
  readonly name?: string;
}

/** What is known of a key without its passphrase. */
export interface StoredKey {
  readonly address: Address;
  readonly suite: CryptoSuiteName;
  /** Empty without one. */
  readonly name: string;
  readonly createdMs: number;
}

/** An account of a key store whose passphrase was given. */
export interface UnlockedAccount extends Account {
  /** Signs no more. */
  lock(): void;
}

/** Keys under passphrases. */
export interface KeyStore {
  /** Keeps a new key. */
  create(options: KeyOptions): Promise<StoredKey>;
  /** Keeps a key that was elsewhere: 32 bytes, or their hex. @throws ChainError usage `keyIsThere` */
  add(privateKey: Uint8Array | Hex, options: KeyOptions): Promise<StoredKey>;
  /** All keys, oldest first. What isn't a record of this version is left alone. */
  list(): Promise<StoredKey[]>;
  /**
   * The account of a key. Its key is decrypted for each signature and wiped then.
   * @throws ChainError usage `wrongPassphrase`, `keyNotThere`
   */
  unlock(address: string, passphrase: string): Promise<UnlockedAccount>;
  /** The private key, which is enough to sign for the account. @throws ChainError usage `wrongPassphrase`, `keyNotThere` */
  export(address: string, passphrase: string): Promise<Hex>;
  /** @throws ChainError usage `wrongPassphrase`, `keyNotThere`, `shortPassphrase` */
  changePassphrase(address: string, passphrase: string, next: string): Promise<void>;
  /** Forgets a key, which is gone unless it was exported. @throws ChainError usage `keyNotThere` */
  remove(address: string): Promise<void>;
}

const minPassphrase = 8;

function requirePassphrase(passphrase: string): void {
  if ([...passphrase].length < minPassphrase) throw clientError("shortPassphrase", { min: minPassphrase });
}

/** Of a record alone, without its secret. */
const publicPart = ({ address, suite, name, createdMs }: KeyRecord): StoredKey => ({ address, suite, name, createdMs });

/** Its key is there only while it signs. */
function unlockedAccount(record: KeyRecord, opened: RecordKey): UnlockedAccount {
  const { address, suite: name } = record;
  let key: RecordKey | undefined = opened;
  return {
    address,
    suite: name,
    async sign(hash) {
      if (!key) throw clientError("keyLocked", { address });
      const privateKey = await openRecord(record, key);
      try {
        return cryptoSuite(name).sign(hash, privateKey);
      } finally {
        privateKey.fill(0);
      }
    },
    lock() {
      key = undefined;
    },
  };
}

/**
 * Opens keys that are kept under passphrases (PBKDF2 and AES-GCM of the browser): in IndexedDB, or in a storage of your own. A page of
 * the same origin reads the database, too, but not without the passphrase.
 * @param options where the keys are
 * @returns the keys; nothing is opened before they are asked for
 * @example
 * ```ts
 * import { connect, withAccount } from "chainside/sdk";
 * import { openKeyStore } from "chainside/wallet";
 *
 * const keys = openKeyStore();
 * const reader = await connect("http://127.0.0.1:20200");
 * const { address } = await keys.create({ passphrase: "correct horse", suite: reader.suite.name, name: "Shop" });
 * const account = await keys.unlock(address, "correct horse");
 * const chain = withAccount(reader, account);
 * console.log(chain.account?.address);
 * account.lock();
 * ```
 */
export function openKeyStore({ database = "chainside-keys", storage }: KeyStoreOptions = {}): KeyStore {
  const records = storage ?? keyDatabase(database);

  const all = async (): Promise<KeyRecord[]> =>
    (await records.all())
      .flatMap((each) => readRecord(each) ?? [])
      .sort((one, other) => one.createdMs - other.createdMs);

  const find = async (address: string): Promise<KeyRecord | undefined> =>
    (await all()).find((each) => each.address.toLowerCase() === address.toLowerCase());

  const required = async (address: string): Promise<KeyRecord> => {
    const record = await find(address);
    if (record) return record;
    throw clientError("keyNotThere", { address: address.slice(0, 80) });
  };

  /** The account with the key that opens it, once its passphrase is proven. */
  const opened = async (address: string, passphrase: string) => {
    const record = await required(address);
    const key = await recordKey(record, passphrase);
    return { record, key, privateKey: await openRecord(record, key) };
  };

  const keep = async (privateKey: Uint8Array, options: KeyOptions): Promise<StoredKey> => {
    const { passphrase, suite = "standard", name = "" } = options;
    requirePassphrase(passphrase);
    const own = cryptoSuite(suite);
    const address = own.address(own.publicKey(privateKey));
    if (await find(address)) throw clientError("keyIsThere", { address });
    const identity = { address, suite, name: name.slice(0, 100), createdMs: Date.now() };
    const record = await sealKey(privateKey, passphrase, identity);
    await records.put(record);
    return publicPart(record);
  };

  return {
    async create(options) {
      const key = freshKey();
      try {
        return await keep(key, options);
      } finally {
        key.fill(0);
      }
    },
    async add(privateKey, options) {
      const key = typeof privateKey === "string" ? hexToBytes(privateKey) : Uint8Array.from(privateKey);
      try {
        return await keep(key, options);
      } finally {
        key.fill(0);
      }
    },
    list: async () => (await all()).map(publicPart),
    async unlock(address, passphrase) {
      const { record, key, privateKey } = await opened(address, passphrase);
      privateKey.fill(0);
      return unlockedAccount(record, key);
    },
    async export(address, passphrase) {
      const { privateKey } = await opened(address, passphrase);
      return bytesToHex(privateKey);
    },
    async changePassphrase(address, passphrase, next) {
      requirePassphrase(next);
      const { record, privateKey } = await opened(address, passphrase);
      await records.put(await sealKey(privateKey, next, publicPart(record)));
      privateKey.fill(0);
    },
    async remove(address) {
      await records.delete((await required(address)).address);
    },
  };
}
