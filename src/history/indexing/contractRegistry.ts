import { precompiledNames } from "../../chain/abi/precompiledNames";
import { versionsAt } from "../../chain/proxy/versions";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { ChainError } from "../../errors/chainError";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { contractsTable, decodedTable, interfacesTable, versionsTable } from "../schema/baseTables";
import { type DecodedTable, isDecoded } from "../schema/interfaceTables";
import { distinctInterface, interfaceName, unnamedInterface } from "../schema/names";
import type { Dialect, Table } from "../store/dialect";
import type { StoreTransaction } from "../store/historyStore";
import type { ContractFinding, FoundVersion, GivenAbi } from "./contractLookUp";
import { type InterfaceSource, KnownInterface, type MemberReader } from "./knownInterface";

interface KnownContract {
  readonly interfaceId: string | null;
  readonly source: ContractFinding["source"];
}

/** The ABI of a proxy from a block on. */
interface KnownVersion {
  readonly from: number;
  readonly implementation: string | null;
  readonly interfaceId: string;
}

/** A chain may declare any number of events and functions; the rest is in `logs` and `transactions` alone. */
const maxTables = 3000;
/** ABIs that the chain keeps are in memory while it is indexed, at some ten times their text: characters of all of them. */
const maxChainText = 32_000_000;

/** An index of before has ABIs under ids that told less apart. */
async function renameInterface(transaction: StoreTransaction, before: string, now: string): Promise<void> {
  if (before === now) return;
  await transaction.execute(`UPDATE ${interfacesTable.name} SET id = ? WHERE id = ?`, [now, before]);
  for (const { name } of [contractsTable, versionsTable, decodedTable])
    await transaction.execute(`UPDATE ${name} SET interface = ? WHERE interface = ?`, [now, before]);
}

/** The contracts, ABIs and tables that an index knows, as they stand in its database. */
export class ContractRegistry {
  #interfaces = new Map<string, KnownInterface>();
  #contracts = new Map<string, KnownContract>();
  /** Of proxies, the oldest first. */
  #versions = new Map<string, readonly KnownVersion[]>();
  readonly #readers = new Map<string, MemberReader>();
  #tables = new Set<string>();
  /** Characters of the ABIs that the chain keeps. */
  #chainText = 0;
  /** Tables there was no room for. */
  readonly refusedTables = new Set<string>();

  constructor(
    private readonly suite: CryptoSuite,
    private readonly dialect: Pick<Dialect, "quoted">,
    /** What is read otherwise than before keeps the names of its tables, where those of before can be dropped. */
    private readonly keepsNames: boolean,
  ) {}

  /** Reads all of it again. */
  async load(transaction: StoreTransaction): Promise<void> {
    this.#interfaces = new Map();
    this.#chainText = 0;
    for (const [id, name, source, abi] of await transaction.rows("SELECT id, name, source, abi FROM interfaces")) {
      const json = parseBoundedJson(String(abi), jsonLimits.compiled) as unknown[];
      const known = new KnownInterface(String(name), source as InterfaceSource, json, this.suite);
      if (source === "chain") this.#chainText += String(abi).length;
      await renameInterface(transaction, String(id), known.id);
      this.#interfaces.set(known.id, known);
    }
    const contracts = await transaction.rows("SELECT address, interface, source FROM contracts");
    this.#contracts = new Map(
      contracts.map(([address, id, source]) => [
        String(address),
        { interfaceId: id === null ? null : String(id), source: source as KnownContract["source"] },
      ]),
    );
    this.#versions = new Map();
    this.#readers.clear();
    const versions = `SELECT address, from_block, implementation, interface FROM ${versionsTable.name} ORDER BY address, from_block`;
    for (const [address, from, implementation, id] of await transaction.rows(versions)) {
      const version = {
        from: Number(from),
        implementation: implementation ? String(implementation) : null,
        interfaceId: String(id),
      };
      this.#versions.set(String(address), [...(this.#versions.get(String(address)) ?? []), version]);
    }
    const tables = await transaction.rows("SELECT name FROM decoded_tables");
    this.#tables = new Set(tables.map(([name]) => String(name)));
  }

  contract(address: string): KnownContract | undefined {
    return this.#contracts.get(address);
  }

  /** What reads calls and events of an address in a block: of a proxy by the version that ran then, the latest first. */
  readonly readerOf = (address: string, block: number): MemberReader | undefined => {
    const id = this.#contracts.get(address)?.interfaceId;
    const known = id === null || id === undefined ? undefined : this.#interfaces.get(id);
    const ran = versionsAt(this.#versions.get(address) ?? [], block);
    if (!known || ran.length === 0) return known;
    const key = [address, ...ran.map(({ interfaceId }) => interfaceId)].join(" ");
    let reader = this.#readers.get(key);
    if (!reader) {
      reader = known.within(ran.flatMap(({ interfaceId }) => this.#interfaces.get(interfaceId) ?? []));
      this.#readers.set(key, reader);
    }
    return reader;
  };

  /** Addresses that nothing reads. */
  get unread(): string[] {
    return [...this.#contracts].flatMap(([address, { source }]) => (source === "none" ? [address] : []));
  }

  /** Addresses of which the chain says how they are read, or nothing does. */
  get readByChain(): string[] {
    return [...this.#contracts].flatMap(([address, { source }]) =>
      source === "none" || source === "chain" ? [address] : [],
    );
  }

  addressesOf(interfaceId: string): string[] {
    return [...this.#contracts].flatMap(([address, known]) => (known.interfaceId === interfaceId ? [address] : []));
  }

  #isUsed(interfaceId: string): boolean {
    const versions = [...this.#versions.values()].flat();
    return this.addressesOf(interfaceId).length > 0 || versions.some((each) => each.interfaceId === interfaceId);
  }

  /**
   * Puts what was found of an address. Gives whether it is read in another way than before, so that its past has to be read again: what
   * was read of it is gone then.
   */
  async put(transaction: StoreTransaction, address: string, finding: ContractFinding): Promise<boolean> {
    const before = this.#contracts.get(address);
    const versionsBefore = this.#versions.get(address) ?? [];
    const nameBefore = this.#ownName(address, finding);
    if (before && before.interfaceId !== this.#idOf(finding)) await this.#forgetReading(transaction, address);
    const known = finding.source === "none" ? undefined : await this.#interface(transaction, finding, nameBefore);
    const { source } = known ? finding : { source: "none" as const };
    const now: KnownContract = { interfaceId: known?.id ?? null, source };
    this.#contracts.set(address, now);
    if (before?.interfaceId !== now.interfaceId || before.source !== source)
      await transaction.merge(contractsTable, [[address, now.interfaceId, source]], {
        interface: "new",
        source: "new",
      });
    const versions = known ? await this.#putVersions(transaction, address, finding.versions ?? []) : [];
    if (before === undefined) return false;
    const ran = (list: readonly KnownVersion[]): string =>
      list.map(({ from, interfaceId }) => `${from} ${interfaceId}`).join();
    const added = versions.slice(versionsBefore.length);
    // A version that is as the one before reads nothing otherwise.
    const isAppended =
      ran(versions).startsWith(ran(versionsBefore)) &&
      added.every(({ interfaceId }) => interfaceId === versionsBefore.at(-1)?.interfaceId);
    if (before.interfaceId !== now.interfaceId) return true;
    if (isAppended) return false;
    await this.#forgetRows(transaction, address);
    return true;
  }

  async #putVersions(
    transaction: StoreTransaction,
    address: string,
    found: readonly FoundVersion[],
  ): Promise<readonly KnownVersion[]> {
    const versions: KnownVersion[] = [];
    for (const { from, implementation = null, ...abi } of found) {
      const id = (await this.#interface(transaction, abi))?.id;
      // Of several in one block the last ran on.
      if (versions.at(-1)?.from === from) versions.pop();
      if (id !== undefined) versions.push({ from, implementation, interfaceId: id });
    }
    await transaction.execute(`DELETE FROM ${versionsTable.name} WHERE address = ?`, [address]);
    const rows = versions.map((each) => [address, each.from, each.implementation, each.interfaceId]);
    if (rows.length > 0) await transaction.insert(versionsTable, rows);
    this.#versions.set(address, versions);
    this.#readers.clear();
    return versions;
  }

  /** The id of what was found; undefined for nothing, and for what is no ABI. */
  #idOf(finding: ContractFinding): string | null {
    try {
      return finding.source === "none" ? null : new KnownInterface("x", finding.source, finding.abi, this.suite).id;
    } catch (error) {
      if (error instanceof ChainError) return null;
      throw error;
    }
  }

  /** What tables of an address begin with, where they are of it alone, and what reads it now may have the name. */
  #ownName(address: string, { source }: ContractFinding): string | undefined {
    const id = this.#contracts.get(address)?.interfaceId;
    const known = id && this.#interfaces.get(id);
    if (!known || !this.keepsNames || source !== "chain" || known.source !== "chain") return undefined;
    return this.addressesOf(known.id).length === 1 ? known.name : undefined;
  }

  /**
   * Puts an ABI that the user gives, with all its tables. One that was known without a name gets it; then the addresses whose past has to
   * be read again are given back.
   */
  async give(transaction: StoreTransaction, { name, abi }: GivenAbi): Promise<string[]> {
    const { id } = new KnownInterface("x", "given", abi, this.suite);
    const before = this.#interfaces.get(id);
    const unnamed = before?.source === "chain" ? before : undefined;
    if (unnamed) {
      await this.#dropTables(transaction, id, "all");
      await transaction.execute(`DELETE FROM ${interfacesTable.name} WHERE id = ?`, [id]);
      this.#interfaces.delete(id);
    }
    const known = await this.#interface(transaction, { source: "given", name, abi });
    for (const table of known?.tables ?? []) await this.makeTable(transaction, table);
    return unnamed ? this.addressesOf(id) : [];
  }

  /** Those of events and functions that aren't made yet, and can be. */
  unmade(tables: Iterable<{ readonly table: Table }>): DecodedTable[] {
    return [...tables].flatMap(({ table }) =>
      isDecoded(table) && !this.#tables.has(table.name) && !this.refusedTables.has(table.name) ? [table] : [],
    );
  }

  /** Makes the table of an event or a function where it isn't there. Gives whether there is one. */
  async makeTable(transaction: StoreTransaction, table: DecodedTable): Promise<boolean> {
    if (this.#tables.has(table.name)) return true;
    if (this.#tables.size >= maxTables) {
      this.refusedTables.add(table.name);
      return false;
    }
    const of = [...this.#interfaces.values()].find(({ name }) => table.name.startsWith(`${table.kind}_${name}_`));
    await transaction.makeTable(table);
    const columns = JSON.stringify(table.columns.map(({ name, type }) => ({ name, type })));
    const row = [table.name, of?.id ?? "", table.kind, table.signature, table.selector, columns];
    await transaction.insert(decodedTable, [row]);
    this.#tables.add(table.name);
    return true;
  }

  /** Takes what was read of an address, and ABIs that nothing is read by any more. */
  async #forgetReading(transaction: StoreTransaction, address: string): Promise<void> {
    const ids = await this.#forgetRows(transaction, address);
    this.#contracts.delete(address);
    this.#versions.delete(address);
    for (const id of ids) {
      if (this.#interfaces.get(id)?.source === "given") continue;
      await this.#dropTables(transaction, id, "empty");
      if (this.#isUsed(id)) continue;
      await transaction.execute(`DELETE FROM ${interfacesTable.name} WHERE id = ?`, [id]);
      this.#interfaces.delete(id);
    }
  }

  /** Takes the rows of an address from the tables that it is read into. Gives the ABIs that it is read by. */
  async #forgetRows(transaction: StoreTransaction, address: string): Promise<ReadonlySet<string>> {
    const versions = this.#versions.get(address) ?? [];
    const own = [this.#contracts.get(address), ...versions].flatMap((each) => each?.interfaceId ?? []);
    const ids = new Set(own);
    for (const id of ids) {
      const tables = await transaction.rows(`SELECT name FROM ${decodedTable.name} WHERE interface = ?`, [id]);
      for (const [name] of tables)
        await transaction.execute(`DELETE FROM ${this.dialect.quoted(String(name))} WHERE contract = ?`, [address]);
    }
    return ids;
  }

  async #dropTables(transaction: StoreTransaction, interfaceId: string, which: "all" | "empty"): Promise<void> {
    const tables = await transaction.rows(`SELECT name FROM ${decodedTable.name} WHERE interface = ?`, [interfaceId]);
    for (const [name] of tables) {
      const table = String(name);
      const one = `SELECT 1 FROM ${this.dialect.quoted(table)} LIMIT 1`;
      if (which === "empty" && (await transaction.rows(one)).length > 0) continue;
      await transaction.dropTable({ name: table });
      await transaction.execute(`DELETE FROM ${decodedTable.name} WHERE name = ?`, [name ?? ""]);
      this.#tables.delete(String(name));
    }
  }

  /** The interface of an ABI, put where it isn't there; undefined for what is no ABI. */
  async #interface(
    transaction: StoreTransaction,
    { source, name, abi }: Pick<Exclude<ContractFinding, { source: "none" }>, "source" | "name" | "abi">,
    keptName?: string,
  ): Promise<KnownInterface | undefined> {
    let made: KnownInterface;
    try {
      made = new KnownInterface(name || "x", source, abi, this.suite);
    } catch (error) {
      // what a chain keeps beside a contract may be any text
      if (error instanceof ChainError && source !== "given") return undefined;
      throw error;
    }
    const known = this.#interfaces.get(made.id);
    if (known) return known;
    const text = JSON.stringify(abi);
    if (source === "chain") {
      if (this.#chainText + text.length > maxChainText) return undefined;
      this.#chainText += text.length;
    }
    const free = this.#freeName(name, made.id, source, keptName);
    const named = new KnownInterface(free, source, abi, this.suite);
    await transaction.insert(interfacesTable, [[named.id, named.name, source, text]]);
    this.#interfaces.set(named.id, named);
    return named;
  }

  #freeName(name: string, id: string, source: InterfaceSource, keptName = unnamedInterface(id)): string {
    const wanted = source === "chain" ? keptName : interfaceName(name);
    const taken = new Set([...this.#interfaces.values()].map((known) => known.name.toLowerCase()));
    if (source !== "precompiled") for (const own of precompiledNames) taken.add(own.toLowerCase());
    const isTaken = (found: string): boolean => taken.has(found.toLowerCase());
    return isTaken(wanted) ? distinctInterface(wanted, id, isTaken) : wanted;
  }
}
