import { clientError } from "../../errors/clientError";

/** Where records of keys are: a page's IndexedDB, or whatever else keeps objects, such as the storage of a browser's extension. */
export interface KeyStorage {
  /** All records, as they were put. */
  all(): Promise<readonly unknown[]>;
  /** Puts a record in the place of the one with the same `address`. */
  put(record: { readonly address: string }): Promise<void>;
  /** Takes away the record of an address, if it is there. */
  delete(address: string): Promise<void>;
}

// as much of IndexedDB as is used here: types of pages aren't known where Node.js' are
interface DatabaseRequest<Result> {
  readonly result: Result;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

interface ObjectStore {
  getAll(): DatabaseRequest<unknown[]>;
  put(value: unknown): DatabaseRequest<unknown>;
  delete(key: string): DatabaseRequest<unknown>;
}

interface DatabaseTransaction {
  objectStore(name: string): ObjectStore;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  onerror: (() => void) | null;
  readonly error: unknown;
}

interface Database {
  createObjectStore(name: string, options: { readonly keyPath: string }): unknown;
  transaction(name: string, mode: "readonly" | "readwrite"): DatabaseTransaction;
  close(): void;
}

interface DatabaseFactory {
  open(name: string, version: number): DatabaseRequest<Database> & { onupgradeneeded: (() => void) | null };
}

const records = "keys";
const databaseVersion = 1;

/** Opens the database of a name, which is made where there is none. @throws ChainError usage `noKeyDatabase` */
function openDatabase(name: string): Promise<Database> {
  const { indexedDB } = globalThis as { readonly indexedDB?: DatabaseFactory };
  if (!indexedDB) return Promise.reject(clientError("noKeyDatabase"));
  return new Promise((done, failed) => {
    const opening = indexedDB.open(name, databaseVersion);
    opening.onupgradeneeded = () => opening.result.createObjectStore(records, { keyPath: "address" });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(clientError("noKeyDatabase", {}, { cause: opening.error }));
  });
}

/** The storage of a page: opened for each question, so that another tab can have a newer one. */
export function keyDatabase(name: string): KeyStorage {
  const inTransaction = async <Result>(
    mode: "readonly" | "readwrite",
    run: (store: ObjectStore) => DatabaseRequest<Result>,
  ): Promise<Result> => {
    const database = await openDatabase(name);
    try {
      return await new Promise((done, failed) => {
        const transaction = database.transaction(records, mode);
        const request = run(transaction.objectStore(records));
        // a key is there when the transaction is over, not when it was put
        transaction.oncomplete = () => done(request.result);
        const fail = (): void => failed(clientError("noKeyDatabase", {}, { cause: transaction.error }));
        transaction.onabort = fail;
        transaction.onerror = fail;
      });
    } finally {
      database.close();
    }
  };
  return {
    all: () => inTransaction("readonly", (store) => store.getAll()),
    async put(record) {
      await inTransaction("readwrite", (store) => store.put(record));
    },
    async delete(address) {
      await inTransaction("readwrite", (store) => store.delete(address));
    },
  };
}
