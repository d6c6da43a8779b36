import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CryptoSuite } from "../../../../src/crypto/cryptoSuite";
import { standardSuite } from "../../../../src/crypto/suites";
import { seedFileTree } from "../../../../src/devchain/precompiled/bfs/fileTree";
import { decodeArguments, encodeValues } from "../../../../src/devchain/precompiled/host/abiBytes";
import { committeeAddress } from "../../../../src/devchain/precompiled/host/addresses";
import { selectorDigits } from "../../../../src/devchain/precompiled/host/contract";
import type {
  BlockRules,
  ConfigRow,
  NestedCall,
  NestedOutcome,
  PrecompiledAccounts,
  PrecompiledHost,
  PrecompiledResult,
  PrecompiledStorage,
} from "../../../../src/devchain/precompiled/host/host";
import { findPrecompiled } from "../../../../src/devchain/precompiled/runPrecompiled";
import type { ConsensusNode } from "../../../../src/devchain/state/systemTables";
import { genesisFlags } from "../../../../src/facts/releases/chainFlags";
import { versionNumber } from "../../../../src/text/versions";

interface State {
  readonly tables: Map<string, Map<string, string>>;
  readonly config: Map<string, ConfigRow>;
  members: readonly ConsensusNode[];
  readonly codes: Map<string, Uint8Array>;
  readonly abis: Map<string, string>;
  readonly balances: Map<string, bigint>;
}

const copyOf = (state: State): State => ({
  tables: new Map([...state.tables].map(([name, rows]) => [name, new Map(rows)])),
  config: new Map(state.config),
  members: state.members,
  codes: new Map(state.codes),
  abis: new Map(state.abis),
  balances: new Map(state.balances),
});

export interface MemoryHostOptions {
  readonly suite?: CryptoSuite;
  readonly version?: string;
  readonly nodeVersion?: string;
  readonly executorVersion?: 0 | 1;
  readonly auth?: boolean;
  readonly features?: readonly string[];
  readonly members?: readonly ConsensusNode[];
  readonly governors?: readonly string[];
}

const committee = "c".repeat(40);
const anybody = "1a642f0e3c3af545e7acbd38b07251b3990914f1";

/** A chain that has nothing but built-in contracts, in memory. Its committee only knows who governs. */
export class MemoryHost implements PrecompiledHost {
  readonly suite: CryptoSuite;
  readonly nodeVersion: string;
  #state: State;
  #number = 0;
  #block: BlockRules;
  readonly #options: MemoryHostOptions;
  readonly deployed: Uint8Array[] = [];

  constructor(options: MemoryHostOptions = {}) {
    this.#options = options;
    this.suite = options.suite ?? standardSuite;
    this.nodeVersion = options.nodeVersion ?? "3.16.4";
    const version = options.version ?? "3.16.0";
    const flags = [...genesisFlags(versionNumber(version)), ...(options.features ?? [])];
    this.#state = {
      tables: new Map(),
      config: new Map(
        [
          ["tx_count_limit", "1000"],
          ["compatibility_version", version],
          ...flags.map((flag) => [flag, "1"] as const),
          ...(options.auth ? [["auth_check_status", "1"] as const] : []),
        ].map(([key = "", value = ""]) => [key, { value, enableNumber: 0 }]),
      ),
      members: options.members ?? [],
      codes: new Map(),
      abis: new Map(),
      balances: new Map(),
    };
    this.#block = this.#readRules();
    seedFileTree(this);
  }

  #effective(key: string): string | undefined {
    const row = this.#state.config.get(key);
    return row && row.enableNumber <= this.#number ? row.value : undefined;
  }

  /** What holds in the block stays what it was when the block began. */
  #readRules(): BlockRules {
    const { config } = this.#state;
    const flags = new Set([...config.keys()].filter((name) => this.#effective(name) === "1"));
    return {
      number: this.#number,
      version: versionNumber(this.#effective("compatibility_version") ?? ""),
      executorVersion: this.#options.executorVersion ?? 1,
      nodeVersion: this.nodeVersion,
      authCheck: (this.#effective("auth_check_status") ?? "0") !== "0",
      hasFeature: (name) => flags.has(name),
    };
  }

  get block(): BlockRules {
    return this.#block;
  }

  readonly storage: PrecompiledStorage = {
    get: (table, key) => this.#state.tables.get(table)?.get(key),
    set: (table, key, value) => {
      const rows = this.#state.tables.get(table) ?? new Map<string, string>();
      this.#state.tables.set(table, rows);
      if (value === undefined) rows.delete(key);
      else rows.set(key, value);
    },
    keys: (table) => (this.#state.tables.get(table) ?? new Map<string, string>()).keys(),
    readConfig: (key) => this.#state.config.get(key),
    writeConfig: (key, row) => void this.#state.config.set(key, row),
    readMembers: () => this.#state.members,
    writeMembers: (members) => {
      this.#state.members = members;
    },
  };

  readonly accounts: PrecompiledAccounts = {
    exists: (address) => this.#state.codes.has(address),
    create: (address, code) => void this.#state.codes.set(address, code),
    code: (address) => this.#state.codes.get(address) ?? new Uint8Array(),
    createContract: (code, abi) => {
      const text = new TextEncoder().encode(`${this.#number}_0_1`);
      const address = bytesToHexDigits(this.suite.hash(text).subarray(0, 20));
      this.#state.codes.set(address, code);
      this.#state.abis.set(address, abi);
      return address;
    },
    balance: (address) => this.#state.balances.get(address) ?? 0n,
    setBalance: (address, balance) => void this.#state.balances.set(address, balance),
  };

  abiOf(address: string): string | undefined {
    return this.#state.abis.get(address);
  }

  /** An ordinary contract, as far as built-in contracts can tell. */
  addContract(address: string): void {
    this.#state.codes.set(address, Uint8Array.of(0x60, 0x80));
  }

  blockHash(number: number): Uint8Array {
    return this.suite.hash(new TextEncoder().encode(`block ${number}`));
  }

  countMessage(): void {
    // contracts made here have addresses that do not depend on it
  }

  async call(message: NestedCall): Promise<NestedOutcome> {
    const selector = bytesToHexDigits(message.input.subarray(0, 4));
    if (message.to === committeeAddress && selector === selectorDigits(this.suite, "_committee()")) {
      return { status: 0, output: encodeValues("address", [committee]) };
    }
    if (message.to === committee && selector === selectorDigits(this.suite, "getCommitteeInfo()")) {
      const governors = this.#options.governors ?? [];
      const types = "uint8,uint8,address[],uint32[]";
      return { status: 0, output: encodeValues(types, [0n, 0n, governors, governors.map(() => 1n)]) };
    }
    return { status: 19, output: new Uint8Array() };
  }

  async deployAt(_address: string, creationCode: Uint8Array): Promise<NestedOutcome> {
    this.deployed.push(creationCode);
    return { status: 0, output: new Uint8Array() };
  }

  /** Goes to a block: what was set before it holds there. */
  setBlock(number: number): void {
    this.#number = number;
    this.#block = this.#readRules();
  }

  /** Runs a message; a refused or static one leaves nothing behind. */
  async send(to: string, input: Uint8Array, from = anybody, isStatic = false): Promise<PrecompiledResult> {
    const before = copyOf(this.#state);
    const call = { address: to, sender: from, origin: from, input, isStatic };
    const run = findPrecompiled(this, call, this.accounts.code(to));
    if (!run) throw new Error(`no built-in contract at ${to}`);
    const result = await run();
    if (result.status !== 0 || isStatic) this.#state = before;
    return result;
  }

  /** Calls a function and gives its decoded values. */
  async invoke(
    to: string,
    signature: string,
    values: readonly Parameters<typeof encodeValues>[1][number][],
    returns: string,
    from?: string,
  ) {
    const types = signature.slice(signature.indexOf("(") + 1, -1);
    const input = hexToBytes(selectorDigits(this.suite, signature) + bytesToHexDigits(encodeValues(types, values)));
    const result = await this.send(to, input, from);
    if (result.status === 0) return decodeArguments(returns, result.output);
    return `${result.status}: ${decodeArguments("string", result.output.subarray(4))[0]}`;
  }
}
