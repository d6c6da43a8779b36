import * as vscode from "vscode";
import { type Address, bytesToHexDigits, hexToBytes, isSameAddress } from "../../../crypto/bytes/hex";
import type { CryptoSuiteName, Signer } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import type { FilePermit, SigningPermit } from "../connections/signingPermit";
import { type Account, accountId } from "./account";
import { AddressBook } from "./addressBook";
import type { SignerEntry, SignersElsewhere } from "./signersElsewhere";

const listKey = "chainside.accounts";
const signersKey = "chainside.signers";
const activeKey = "chainside.activeAccounts";
const secretKey = (id: string): string => `chainside.privateKey.${id}`;

/** A development account as the embedded chain announces it. */
export interface DevelopmentAccount {
  readonly address: string;
  readonly privateKey: string;
  readonly label: string;
}

/** Where something is signed: the suite of the chain, and whether it is the embedded chain, whose keys are public. */
interface SigningTarget {
  readonly session: { readonly suite: { readonly name: CryptoSuiteName } };
  readonly connection: { readonly origin: "settings" | "session" | "embedded" };
}

/** The embedded chain has a choice of its own: what signs there must not sign elsewhere by itself. */
const choiceKey = (suite: CryptoSuiteName, embedded: boolean): string => (embedded ? `${suite}/embedded` : suite);

interface StoredAccount {
  readonly address: Address;
  readonly suite: CryptoSuiteName;
  readonly label: string;
}

/**
 * The accounts of this user. Private keys are in the secret storage of VS Code only; the list of addresses and labels, which is
 * no secret, is in its global state.
 */
export class Accounts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Labels for addresses of others, shared by the workspace. */
  readonly book = new AddressBook();
  #development: readonly Account[] = [];
  /** Public keys in name only: the embedded chain derives them from its seed and prints them. Never stored. */
  readonly #developmentKeys = new Map<string, Uint8Array>();

  constructor(
    private readonly memory: vscode.Memento,
    private readonly secrets: vscode.SecretStorage,
    private readonly elsewhere?: Pick<SignersElsewhere, "list" | "signer">,
  ) {
    // Where accounts are shown, there are addresses of others beside them.
    this.book.onDidChange(() => this.#changed.fire());
  }

  /** The label that the address book has for an address; none that poses as one of the user's own accounts. */
  bookLabel(address: string): string | undefined {
    return this.book.label(address, this.all);
  }

  /** The address book, without what poses as one of the user's own accounts. */
  bookEntries(): readonly { readonly address: Address; readonly label: string }[] {
    return this.book.entries(this.all);
  }

  /** Those whose keys are in the secret storage. */
  get stored(): readonly Account[] {
    return this.#stored.map((entry): Account => ({ ...entry, origin: "stored" }));
  }

  get all(): readonly Account[] {
    // A key that was imported is one account, wherever else it is, and stays when the embedded chain stops.
    const ids = new Set<string>();
    return [...this.stored, ...this.#signers, ...this.#development].filter((account) => {
      const id = accountId(account);
      return !ids.has(id) && ids.add(id);
    });
  }

  /** As the user's file of signers had them when it was read last: whom they chose is known before it is read again. */
  get #signers(): readonly Account[] {
    return this.memory.get<SignerEntry[]>(signersKey, []).map((entry): Account => ({ ...entry, origin: "signer" }));
  }

  /** Reads the user's file of signers again; of one that can't be read, there are none. */
  async lookForSigners(): Promise<void> {
    const found = (await this.elsewhere?.list().catch(() => [])) ?? [];
    if (JSON.stringify(found) === JSON.stringify(this.memory.get<SignerEntry[]>(signersKey, []))) return;
    await this.memory.update(signersKey, found);
    this.#changed.fire();
  }

  get #stored(): readonly StoredAccount[] {
    return this.memory.get<StoredAccount[]>(listKey, []);
  }

  find(id: string): Account | undefined {
    return this.all.find((account) => accountId(account) === id);
  }

  /** The user's own account of this address, however it is written. */
  at(address: string): Account | undefined {
    return this.all.find((account) => isSameAddress(account.address, address));
  }

  /**
   * The account that signs there: the one chosen for the place, else on the embedded chain its first development account, else the first
   * stored one. A development key signs on another chain only when it was chosen for such a chain.
   */
  active({ session, connection }: SigningTarget): Account | undefined {
    const suite = session.suite.name;
    const embedded = connection.origin === "embedded";
    const fitting = this.all.filter((account) => account.suite === suite);
    const chosen = this.memory.get<Record<string, string>>(activeKey, {})[choiceKey(suite, embedded)];
    return (
      fitting.find((account) => accountId(account) === chosen) ??
      (embedded ? fitting.find(({ origin }) => origin === "development") : undefined) ??
      fitting.find(({ origin }) => origin === "stored")
    );
  }

  /** Whether it signs on the group; without one, whether it is an account that was chosen for chains of its suite. */
  isActive(account: Account, place?: SigningTarget): boolean {
    if (place && place.session.suite.name === account.suite) {
      const active = this.active(place);
      return active !== undefined && accountId(active) === accountId(account);
    }
    return this.memory.get<Record<string, string>>(activeKey, {})[account.suite] === accountId(account);
  }

  /** Chooses who signs. A development key is chosen for the kind of chain that the user looks at; an own account for all of its suite. */
  async use(account: Account, place?: SigningTarget): Promise<void> {
    const embedded = place === undefined || place.connection.origin === "embedded";
    const keys =
      account.origin !== "development"
        ? [choiceKey(account.suite, true), choiceKey(account.suite, false)]
        : [choiceKey(account.suite, embedded)];
    const chosen = {
      ...this.memory.get<Record<string, string>>(activeKey, {}),
      ...Object.fromEntries(keys.map((key) => [key, accountId(account)])),
    };
    await this.memory.update(activeKey, chosen);
    this.#changed.fire();
  }

  /** Makes a key from the machine's random source. */
  async create(suite: CryptoSuiteName, label: string): Promise<Account> {
    const { freshKey } = await import("../../../crypto/privateKeySigner");
    const key = freshKey();
    const { address } = await this.#signerOf(suite, key);
    return this.#store(suite, address, key, label);
  }

  /** @throws ChainError usage `privateKeyForm`; the text given is in no message. */
  async #keyOf(suite: CryptoSuiteName, text: string): Promise<{ key: Uint8Array; address: Address }> {
    const digits = text.trim().replace(/^0x/i, "");
    if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw clientError("privateKeyForm");
    const key = hexToBytes(digits);
    try {
      return { key, address: (await this.#signerOf(suite, key)).address };
    } catch {
      throw clientError("privateKeyForm");
    }
  }

  /**
   * The stored account that a key of 64 hex digits belongs to; undefined for a key that is new here.
   * @throws ChainError usage `privateKeyForm`; the text given is in no message.
   */
  async storedAccountOf(suite: CryptoSuiteName, text: string): Promise<Account | undefined> {
    const { address } = await this.#keyOf(suite, text);
    const account = this.find(accountId({ suite, address }));
    return account?.origin === "stored" ? account : undefined;
  }

  /**
   * Keeps a key of 64 hex digits. One that is kept already gets the new label.
   * @throws ChainError usage `privateKeyForm`; the text given is in no message.
   */
  async importHex(suite: CryptoSuiteName, text: string, label: string): Promise<Account> {
    const { key, address } = await this.#keyOf(suite, text);
    return this.#store(suite, address, key, label);
  }

  /**
   * Keeps a key that a file held.
   * @throws ChainError usage `privateKeyForm` for a number that is no key of the suite.
   */
  importKey(suite: CryptoSuiteName, key: Uint8Array, label: string): Promise<Account> {
    return this.importHex(suite, bytesToHexDigits(key), label);
  }

  /** The key itself, for an export that the user confirmed. @throws ChainError usage `keyMissing`. */
  async exportKey(account: Account): Promise<Uint8Array> {
    const digits = await this.secrets.get(secretKey(accountId(account)));
    if (!digits) throw clientError("keyMissing", { address: account.address });
    return hexToBytes(digits);
  }

  async #store(suite: CryptoSuiteName, address: Address, key: Uint8Array, label: string): Promise<Account> {
    const entry: StoredAccount = { suite, address, label: label.trim() };
    const id = accountId(entry);
    await this.secrets.store(secretKey(id), bytesToHexDigits(key));
    const others = this.#stored.filter((stored) => accountId(stored) !== id);
    await this.memory.update(listKey, [...others, entry]);
    this.#changed.fire();
    return { ...entry, origin: "stored" };
  }

  async rename(account: Account, label: string): Promise<void> {
    const id = accountId(account);
    const list = this.#stored.map((entry) => (accountId(entry) === id ? { ...entry, label: label.trim() } : entry));
    await this.memory.update(listKey, list);
    this.#changed.fire();
  }

  /** Forgets an account and its key for good. */
  async remove(account: Account): Promise<void> {
    const id = accountId(account);
    await this.memory.update(
      listKey,
      this.#stored.filter((entry) => accountId(entry) !== id),
    );
    await this.secrets.delete(secretKey(id));
    this.#changed.fire();
  }

  /**
   * What signs for an account, on the chain or for the file for which leave was given.
   * @throws ChainError usage `keyMissing` when the secret storage lost the key; what opening a signer throws.
   */
  async signer(account: Account, _leave: SigningPermit | FilePermit): Promise<Signer> {
    const id = accountId(account);
    if (account.origin === "development") {
      const key = this.#developmentKeys.get(id);
      if (!key) throw clientError("keyMissing", { address: account.address });
      return this.#signerOf(account.suite, key);
    }
    if (account.origin === "signer" && this.elsewhere) return this.elsewhere.signer(account);
    const digits = await this.secrets.get(secretKey(id));
    if (!digits) throw clientError("keyMissing", { address: account.address });
    return this.#signerOf(account.suite, hexToBytes(digits));
  }

  async #signerOf(suite: CryptoSuiteName, key: Uint8Array): Promise<Signer> {
    const { cryptoSuite } = await import("../../../crypto/suites");
    const { privateKeySigner } = await import("../../../crypto/privateKeySigner");
    return privateKeySigner(cryptoSuite(suite), key);
  }

  /** Shows the accounts of the running embedded chain; an empty list takes them away. */
  setDevelopment(suite: CryptoSuiteName, accounts: readonly DevelopmentAccount[]): void {
    this.#developmentKeys.clear();
    this.#development = accounts.map(({ address, label, privateKey }) => {
      const account: Account = { address: address as Address, suite, label, origin: "development" };
      this.#developmentKeys.set(accountId(account), hexToBytes(privateKey));
      return account;
    });
    this.#changed.fire();
  }

  dispose(): void {
    this.book.dispose();
    this.#developmentKeys.clear();
    this.#changed.dispose();
  }
}
