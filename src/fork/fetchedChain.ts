import type { Message } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import { createClient, type Transport } from "../chain/client/client";
import { getBlockHashByNumber } from "../chain/rpc/blocks";
import { call as askCall } from "../chain/rpc/call";
import { getCode } from "../chain/rpc/contractCode";
import { web3Methods } from "../chain/rpc/web3Methods";
import { callMethod } from "../chain/rpc/wireMethod";
import type { ChainSession } from "../chain/session";
import { bytesOfNumber } from "../crypto/bytes/bigEndian";
import { bytesToHex, bytesToHexDigits, type Hex, hexToBytes } from "../crypto/bytes/hex";
import { FiscoEvm } from "../devchain/execution/fiscoEvm";
import { accountTable, codeTable } from "../devchain/execution/flatStateManager";
import { addressDigits } from "../devchain/execution/knownAddress";
import { precompiledContracts } from "../devchain/execution/precompiledContracts";
import type { PrecompiledContracts } from "../devchain/execution/transactionExecutor";
import { lowAddress } from "../devchain/precompiled/host/addresses";
import type { AccountRecord } from "../devchain/state/stateStore";
import { t } from "../text/catalogue";
import { CannotFork, clientOf, type ForkBudget, type ForkContext, requestOptions } from "./forkContext";
import { FetchedRows, isStorage, LazyStore, type MissingRow } from "./lazyStore";

/** Where hashes of blocks are kept, by number. */
export const hashTable = "#hash";

const nothing = new Uint8Array(0);

/** What the node answers of its latest state, each thing asked once. */
export class FetchedChain {
  readonly rows = new FetchedRows();
  readonly #context: ForkContext;
  readonly #budget: ForkBudget;
  readonly #web3: Transport;
  /** Balances and nonces matter in this chain. */
  accountsMatter = true;
  readonly #answers = new Map<string, { readonly status: number; readonly output: Uint8Array }>();

  constructor(context: ForkContext, budget: ForkBudget, web3: Transport) {
    this.#context = context;
    this.#budget = budget;
    this.#web3 = web3;
  }

  /** Addresses of built-in contracts that the node was asked in place of. */
  readonly precompiledContracts = new Set<string>();

  /** Fetches a row that was missing. @throws CannotFork for an answer that can't be, ChainError of the node. */
  async fetch({ table, key }: Pick<MissingRow, "table" | "key">): Promise<void> {
    if (table === hashTable) {
      this.#budget.fetched();
      const hash = await getBlockHashByNumber(clientOf(this.#context), Number(key), requestOptions(this.#context));
      this.rows.set(hashTable, key, hexToBytes(hash));
    } else if (table === accountTable) await this.#account(key);
    else if (isStorage(table)) this.rows.set(table, key, await this.#slot(table, key));
  }

  async #web3Number(method: string, params: readonly unknown[]): Promise<bigint> {
    const definition = web3Methods.find(({ name }) => name === method);
    if (!definition) throw new Error(`there is no method ${method}`);
    this.#budget.fetched();
    const answer = await callMethod(createClient(this.#web3, ""), definition, params, requestOptions(this.#context));
    const digits = typeof answer === "string" ? answer.slice(2).replace(/^0+/, "") : "";
    if (typeof answer !== "string" || digits.length > 64) {
      throw new CannotFork(t("{0} returned a value longer than 32 bytes.", method));
    }
    return BigInt(`0x${digits || "0"}`);
  }

  async #slot(address: string, slot: string): Promise<Uint8Array> {
    const word = await this.#web3Number("eth_getStorageAt", [`0x${address}`, `0x${slot}`, "latest"]);
    return word === 0n ? nothing : bytesOfNumber(word);
  }

  async #account(address: string): Promise<void> {
    this.#budget.fetched();
    const code = await getCode(clientOf(this.#context), `0x${address}`, requestOptions(this.#context));
    this.#budget.took(code.length);
    const bytes = code === "" ? nothing : hexToBytes(code);
    const codeHash = bytes.length === 0 ? "" : bytesToHexDigits(this.#context.session.suite.hash(bytes));
    if (codeHash) this.rows.set(codeTable, codeHash, bytes);
    const ask = (method: string): Promise<bigint> | bigint =>
      this.accountsMatter ? this.#web3Number(method, [`0x${address}`, "latest"]) : 0n;
    const record: AccountRecord = {
      nonce: await ask("eth_getTransactionCount"),
      balance: await ask("eth_getBalance"),
      codeHash,
    };
    this.rows.set(accountTable, address, record);
  }

  /** What a built-in contract answers now. */
  async callPrecompiled(address: string, input: Uint8Array): Promise<{ status: number; output: Uint8Array }> {
    this.precompiledContracts.add(address);
    const data = bytesToHex(input);
    const name = `${address} ${data}`;
    let answer = this.#answers.get(name);
    if (!answer) {
      this.#budget.fetched(data.length);
      const result = await askCall(
        clientOf(this.#context),
        { to: `0x${address}`, data },
        requestOptions(this.#context),
      );
      this.#budget.took(result.output.length);
      answer = { status: result.status, output: hexToBytes(result.output as Hex) };
      this.#answers.set(name, answer);
    }
    return answer;
  }
}

/** Built-in contracts that look at nothing of the chain: Crypto, Cast, and the proofs that are not here. */
const pure: ReadonlySet<string> = new Set(["100a", "100f", "5003", "5004", "5005", "5100"].map(lowAddress));

/** Built-in contracts on a fetched state: what depends on the chain is asked of the node, as it is now. Permissions aren't looked at. */
export function fetchedPrecompiledContracts(
  store: LazyStore,
  { suite, nodeVersion }: Pick<ChainSession, "suite" | "nodeVersion">,
  chain: FetchedChain,
): PrecompiledContracts {
  const local = precompiledContracts(store, suite, nodeVersion);
  return {
    ...local,
    prepare: (call, running) => {
      const run = local.prepare(call, running);
      if (!run || pure.has(call.address)) return run;
      return async () => ({ ...(await chain.callPrecompiled(call.address, call.input)), gasUsed: 0n });
    },
    check: () => undefined,
    mayTransfer: () => true,
    isMade: () => false,
    makeAccount: () => undefined,
    created: () => undefined,
  };
}

/** The machine on a fetched state: a contract that it makes wasn't there before, whatever the chain has there now. */
export class FetchedEvm extends FiscoEvm {
  protected override async _generateAddress(message: Message): Promise<Address> {
    const address = await super._generateAddress(message);
    if (this.store instanceof LazyStore) this.store.make(addressDigits(address));
    return address;
  }
}
