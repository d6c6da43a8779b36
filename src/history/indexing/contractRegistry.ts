import { precompiledNames } from "../../chain/abi/precompiledNames";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { ChainError } from "../../errors/chainError";
import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { contractsTable, decodedTable, interfacesTable } from "../schema/baseTables";
import { type DecodedTable, isDecoded } from "../schema/interfaceTables";
import { distinctInterface, interfaceName, unnamedInterface } from "../schema/names";
import type { Dialect, Table } from "../store/dialect";
import type { StoreTransaction } from "../store/historyStore";
import type { ContractFinding, GivenAbi } from "./contractLookUp";
import { type InterfaceSource, KnownInterface } from "./knownInterface";

interface KnownContract {
  readonly interfaceId: string | null;
  readonly source: ContractFinding["source"];
}

/** A chain may declare any number of events and functions; the rest is in `logs` and `transactions` alone. */
const maxTables = 3000;
/** ABIs that the chain keeps are in memory while it is indexed, at some ten times their text: characters of all of them. */
const maxChainText = 32_000_000;

/** An index of before has ABIs under ids that told less apart. */
async function renameInterface(transaction: StoreTransaction, before: string, now: string): Promise<void> {
  if (before === now) return;
  await transaction.execute(`UPDATE ${interfacesTable.name} SET id = ? WHERE id = ?`, [now, before]);
  for (const { name } of [contractsTable, decodedTable])
    await transaction.execute(`UPDATE ${name} SET interface = ? WHERE interface = ?`, [now, before]);
}

/** The contracts, ABIs and tables that an index knows, as they stand in its database. */
export class ContractRegistry {
  #interfaces = new Map<string, KnownInterface>();
  #contracts = new Map<string, KnownContract>();
  #tables = new Set<string>();
  /** Characters of the ABIs that the chain keeps. */
  #chainText = 0;
  /** Tables there was no room for. */
  readonly refusedTables = new Set<string>();

  constructor(
    private readonly suite: CryptoSuite,
    private readonly dialect: Pick<Dialect, "quoted">,
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
    const tables = await transaction.rows("SELECT name FROM decoded_tables");
    this.#tables = new Set(tables.map(([name]) => String(name)));
  }

  contract(address: string): KnownContract | undefined {
    return this.#contracts.get(address);
  }

  readonly interfaceOf = (address: string): KnownInterface | undefined => {
    const id = this.#contracts.get(address)?.interfaceId;
    return id === null || id === undefined ? undefined : this.#interfaces.get(id);
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

  /**
   * Puts what was found of an address. Gives whether it is read in another way than before, so that its past has to be read again.
   */
  async put(transaction: StoreTransaction, address: string, finding: ContractFinding): Promise<boolean> {
    const known = finding.source === "none" ? undefined : await this.#interface(transaction, finding);
    const { source } = known ? finding : { source: "none" as const };
    const before = this.#contracts.get(address);
    const now: KnownContract = { interfaceId: known?.id ?? null, source };
    if (before?.interfaceId === now.interfaceId && before.source === source) return false;
    this.#contracts.set(address, now);
    await transaction.merge(contractsTable, [[address, now.interfaceId, source]], { interface: "new", source: "new" });
    return before !== undefined && before.interfaceId !== now.interfaceId;
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

  /** Takes what was read of an address by an ABI that isn't its own any more. */
  async forgetReading(transaction: StoreTransaction, address: string, interfaceId: string): Promise<void> {
    const tables = await transaction.rows(`SELECT name FROM ${decodedTable.name} WHERE interface = ?`, [interfaceId]);
    for (const [name] of tables)
      await transaction.execute(`DELETE FROM ${this.dialect.quoted(String(name))} WHERE contract = ?`, [address]);
    if (this.#interfaces.get(interfaceId)?.source === "given") return;
    await this.#dropTables(transaction, interfaceId, "empty");
    if (this.addressesOf(interfaceId).length > 0) return;
    await transaction.execute(`DELETE FROM ${interfacesTable.name} WHERE id = ?`, [interfaceId]);
    this.#interfaces.delete(interfaceId);
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
    { source, name, abi }: Exclude<ContractFinding, { source: "none" }>,
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
    const named = new KnownInterface(this.#freeName(name, made.id, source), source, abi, this.suite);
    await transaction.insert(interfacesTable, [[named.id, named.name, source, text]]);
    this.#interfaces.set(named.id, named);
    return named;
  }

  #freeName(name: string, id: string, source: InterfaceSource): string {
    const wanted = source === "chain" ? unnamedInterface(id) : interfaceName(name);
    const taken = new Set([...this.#interfaces.values()].map((known) => known.name.toLowerCase()));
    if (source !== "precompiled") for (const own of precompiledNames) taken.add(own.toLowerCase());
    const isTaken = (found: string): boolean => taken.has(found.toLowerCase());
    return isTaken(wanted) ? distinctInterface(wanted, id, isTaken) : wanted;
  }
}
