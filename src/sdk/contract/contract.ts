import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { readsOnly } from "../../chain/abi/abiType";
import { interfaceOfCode } from "../../chain/abi/codeSuite";
import type { AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import { contractInterface } from "../../chain/abi/contractInterface";
import { returnedValues } from "../../chain/abi/returnedValues";
import { linkLibraries } from "../../chain/artifact/linkLibraries";
import { call } from "../../chain/rpc/call";
import { link as linkPath, requireLinkPath } from "../../chain/services/bfs/link";
import { callAs } from "../../chain/services/contract/callAs";
import { contractInterfaceAt } from "../../chain/services/contract/lookUpAbi";
import { simulate } from "../../chain/services/contract/simulate";
import { isAddress } from "../../crypto/bytes/hex";
import { ChainError, withDetails } from "../../errors/chainError";
import { clientError, excerpt } from "../../errors/clientError";
import type { Abi, AbiConstructorInputs, AbiValuesOf } from "../abi/abi";
import { typedValues } from "../abi/typedValue";
import type { Account } from "../base/accounts";
import type { Chain } from "../base/chain";
import { resolveAddress } from "../base/reading";
import type { Address, Hex, Receipt, WriteOptions } from "../base/records";
import { accountOf, requestOptions, sendTransaction } from "../base/sending";
import { decodeLog, eventAccess } from "./contractEvents";
import { revertError } from "./contractRevert";
import type {
  Contract,
  ContractEvent,
  EventOf,
  ReadOptions,
  SendOptions,
  SendResult,
  SimulateResult,
} from "./contractTypes";
import { overloadFor } from "./overload";

/** A contract to call. */
export interface ContractOptions<Source extends Abi> {
  readonly chain: Chain;
  readonly address: Address;
  readonly abi: Source;
  /** Who signs; default the chain's account. */
  readonly account?: Account;
}

/** A function is called with its values and options, one without parameters with options alone. */
function given<Options>(args: readonly unknown[]): { readonly values: readonly unknown[]; readonly options: Options } {
  const [first, second] = args;
  return Array.isArray(first)
    ? { values: first, options: (second ?? {}) as Options }
    : { values: [], options: (first ?? {}) as Options };
}

/** Of several results a list, of one its value, of none nothing. */
function resultFrom({ outputs }: AbiFunction, decoded: readonly DecodedValue[]): unknown {
  if (outputs.length === 0) return undefined;
  const values = typedValues(outputs, decoded);
  return values.length === 1 ? values[0] : values;
}

/** @throws ChainError decode for an output that isn't what the function returns */
function resultOf(abi: ContractInterface, called: AbiFunction, output: Hex): unknown {
  return called.outputs.length === 0 ? undefined : resultFrom(called, abi.decodeOutput(called.signature, output));
}

/** The same of a transaction: it is done, also where another contract than the ABI's answered. */
function resultIfAny(abi: ContractInterface, called: AbiFunction, output: Hex): unknown {
  const values = returnedValues(abi, called.signature, output);
  return values.length < called.outputs.length ? undefined : resultFrom(called, values);
}

class BoundContract {
  readonly #chain: Chain;
  readonly #address: Address;
  readonly #source: Abi;
  readonly #account: Account | undefined;
  #interface: Promise<ContractInterface> | undefined;

  constructor({ chain, address, abi, account }: ContractOptions<Abi>, known?: ContractInterface) {
    this.#chain = chain;
    this.#address = address;
    this.#source = abi;
    this.#account = account;
    if (known) this.#interface = Promise.resolve(known);
  }

  /** Selectors follow the suite of the compiler: an SM chain runs code of standard compilers, too. */
  interface(): Promise<ContractInterface> {
    this.#interface ??= contractInterfaceAt(this.#chain, this.#address, this.#source).catch((error: unknown) => {
      this.#interface = undefined;
      throw error;
    });
    return this.#interface;
  }

  async #called(name: string, values: readonly unknown[]) {
    const abi = await this.interface();
    const data = abi.encodeCall(overloadFor(abi, name, values), values);
    const selector = data.slice(0, 10);
    const called = abi.functions.find((each) => each.selector === selector) ?? abi.getFunction(name);
    return { abi, data, called, request: { to: this.#address, data } };
  }

  async read(name: string, args: readonly unknown[]): Promise<unknown> {
    const { values, options } = given<ReadOptions>(args);
    const { abi, called, request } = await this.#called(name, values);
    const { status, output } = options.account
      ? await callAs(this.#chain, options.account, request, requestOptions(options))
      : await call(this.#chain.client, request, requestOptions(options));
    if (status === 0) return resultOf(abi, called, output);
    throw await revertError(this.#chain, abi, { status, output, to: this.#address });
  }

  async simulate(name: string, args: readonly unknown[]): Promise<SimulateResult> {
    const { values, options } = given<SendOptions>(args);
    const { abi, called, request } = await this.#called(name, values);
    const { value } = options;
    const sender = options.account ?? this.#account ?? this.#chain.account;
    const tried = { ...request, ...(value === undefined ? {} : { value }) };
    const outcome = await simulate(this.#chain, sender, tried, requestOptions(options));
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "impossible")
      throw clientError(outcome.reason === "amount" ? "notSimulatedAmount" : "notSimulatedWriting");
    const { status, output, blockNumber, asSender } = outcome;
    if (status === 0) return { result: resultOf(abi, called, output), blockNumber, asSender };
    throw await revertError(this.#chain, abi, { status, output, to: this.#address });
  }

  async write(name: string, args: readonly unknown[]): Promise<SendResult> {
    const { values, options } = given<SendOptions>(args);
    const { abi, called, request } = await this.#called(name, values);
    const { account, value, blockLimit, ...sending } = options;
    const receipt = await sendTransaction(
      this.#chain,
      {
        ...request,
        account: accountOf(this.#chain, account ?? this.#account),
        ...(value === undefined ? {} : { value }),
        ...(blockLimit === undefined ? {} : { blockLimit }),
      },
      sending,
    );
    const { transactionHash, blockNumber, status, output } = receipt;
    if (status !== 0) {
      const details = { transactionHash, blockNumber };
      throw await revertError(this.#chain, abi, { status, output, to: this.#address, details });
    }
    return {
      hash: transactionHash,
      receipt,
      result: resultIfAny(abi, called, output),
      events: this.#eventsOf(abi, receipt),
    };
  }

  async encode(name: string, args: readonly unknown[] = []): Promise<Hex> {
    const abi = await this.interface();
    return abi.encodeCall(overloadFor(abi, name, args), args);
  }

  async decodeReceipt(receipt: Receipt): Promise<readonly ContractEvent[]> {
    return this.#eventsOf(await this.interface(), receipt);
  }

  #eventsOf(abi: ContractInterface, { logEntries }: Receipt): readonly ContractEvent[] {
    return logEntries
      .filter(({ address }) => address.toLowerCase() === this.#address.toLowerCase())
      .flatMap((log) => decodeLog(abi, log) ?? []);
  }
}

/** A member for each name, and for each signature of an overloaded name. */
function byName<Member>(
  entries: readonly { readonly name: string; readonly signature: string }[],
  member: (key: string, signature: string) => Member,
): Record<string, Member> {
  const members: [string, Member][] = [];
  for (const { name, signature } of entries) {
    const same = entries.filter((each) => each.name === name);
    if (same[0]?.signature === signature) members.push([name, member(name, signature)]);
    if (same.length > 1) members.push([signature, member(signature, signature)]);
  }
  return Object.fromEntries(members);
}

/** @param known its interface, where that is known already */
export function bindContract<Source extends Abi>(
  options: ContractOptions<Source>,
  known?: ContractInterface,
): Contract<Source> {
  const { chain, address, abi } = options;
  const bound = new BoundContract(options, known);
  const { functions, events } = known ?? contractInterface(abi, chain.suite);
  const reads = functions.filter(readsOnly);
  const writes = functions.filter((each) => !reads.includes(each));
  const source = { chain, address, abi: () => bound.interface() };
  const contract = {
    chain,
    address,
    abi,
    read: byName(
      reads,
      (key) =>
        (...args: unknown[]) =>
          bound.read(key, args),
    ),
    write: byName(
      writes,
      (key) =>
        (...args: unknown[]) =>
          bound.write(key, args),
    ),
    simulate: byName(
      writes,
      (key) =>
        (...args: unknown[]) =>
          bound.simulate(key, args),
    ),
    events: Object.fromEntries(events.map(({ name, signature }) => [name, eventAccess(source, name, signature)])),
    encode: (name: string, args?: readonly unknown[]) => bound.encode(name, args),
    decodeReceipt: (receipt: Receipt) => bound.decodeReceipt(receipt),
  };
  return contract as unknown as Contract<Source>;
}

/**
 * A contract by its address, typed by its ABI. Asks nothing before it is used.
 * @param options chain, address, ABI, and who signs
 * @returns its functions and events, with the types of the ABI
 * @throws ChainError usage `abi…` for what is no ABI, `notAnAddress` for what is none: a path is one of `getLinkedContract`
 * @example
 * ```ts
 * const shop = getContract({ chain, address, abi: shopAbi });
 * console.log(await shop.read.label());
 * const { receipt, events } = await shop.write.setLabel(["corner"]);
 * console.log(receipt.blockNumber, events.length);
 * ```
 */
export function getContract<const Source extends Abi>(options: ContractOptions<Source>): Contract<Source> {
  const { address } = options;
  if (typeof address !== "string" || !isAddress(address))
    throw clientError("notAnAddress", { given: excerpt(address) });
  return bindContract(options);
}

/**
 * The contract to which a path of the chain's file system leads now: `/apps/Hello/1.0`. A link may be turned to another contract later.
 * @param options chain, path, ABI, and who signs
 * @returns the contract that the path leads to now
 * @throws ChainError usage `notALink`
 * @example
 * ```ts
 * const shop = await getLinkedContract({ chain, path: "/apps/Shop/1.0", abi: shopAbi });
 * console.log(shop.address);
 * ```
 */
export async function getLinkedContract<const Source extends Abi>(
  options: Omit<ContractOptions<Source>, "address"> & { readonly path: string },
): Promise<Contract<Source>> {
  const { path, ...rest } = options;
  return bindContract({ ...rest, address: await resolveAddress(options.chain, path) });
}

type ConstructorArgs<Source extends Abi> =
  AbiConstructorInputs<Source> extends readonly []
    ? { readonly args?: readonly [] }
    : number extends AbiConstructorInputs<Source>["length"]
      ? { readonly args?: readonly unknown[] }
      : { readonly args: AbiValuesOf<AbiConstructorInputs<Source>> };

/** A contract to deploy. What `chainside generate typescript` writes fits in with `...`: `deploy(chain, { ...token, args: [100n] })`. */
export type DeployOptions<Source extends Abi> = {
  readonly abi: Source;
  /** Creation code, hex with or without `0x`. */
  readonly bytecode: string;
  /**
   * Creation code of a compiler for SM chains; without it `bytecode` is deployed there, too, which works as long as nothing asks for
   * selectors of SM3.
   */
  readonly smBytecode?: string | undefined;
  /** Addresses of the libraries that the code calls, by name. */
  readonly libraries?: Readonly<Record<string, Address>>;
  /** What a compiler says of the markers in the code; generated. */
  readonly libraryNames?: Readonly<Record<string, string>>;
  /** Who deploys, and signs for the contract; default the chain's account. */
  readonly account?: Account;
  readonly value?: bigint;
  /** A link in the chain's file system to make for it: `/apps/Token/1.0`. */
  readonly link?: string;
  /** Whether the chain keeps the ABI with the contract, for consoles and explorers. Default true. */
  readonly keepAbi?: boolean;
} & ConstructorArgs<Source>;

/** A contract that was just deployed. */
export type DeployedContract<Source extends Abi> = Contract<Source> & { readonly receipt: Receipt };

/**
 * Deploys a contract and gives it, ready to be called.
 * @param options ABI, code, values of the constructor
 * @param sending how long its receipt is waited for
 * @returns the contract at its address, and the receipt
 * @throws ChainError `execution` with the constructor's reason, 18 without the right to deploy; usage `unlinkedBytecode`,
 * `bytecodeNotHex`, and for arguments; what sending throws; what `link` throws, with the `contractAddress` in its details
 * @example
 * ```ts
 * const shop = await deploy(chain, { abi: shopAbi, bytecode: "0x6080", args: ["corner"], link: "/apps/Shop/1.0" });
 * console.log(shop.address, shop.receipt.gasUsed);
 * ```
 */
export async function deploy<const Source extends Abi>(
  chain: Chain,
  options: DeployOptions<Source>,
  sending: WriteOptions = {},
): Promise<DeployedContract<Source>> {
  const { abi, libraries = {}, libraryNames = {}, account, value, link, keepAbi = true } = options;
  // A contract that is there can't be taken back for a path that can't be.
  if (link !== undefined) requireLinkPath(chain, link);
  const isSm = chain.suite.name === "sm";
  const code = linkLibraries(
    "the contract",
    bare((isSm && options.smBytecode) || options.bytecode),
    libraryNames,
    libraries,
  );
  const known = interfaceOfCode(abi, chain.suite, code);
  const signer = accountOf(chain, account);
  const data = known.encodeDeploy(code, (options.args ?? []) as readonly unknown[]);
  const receipt = await sendTransaction(
    chain,
    {
      data,
      account: signer,
      ...(keepAbi ? { abi: JSON.stringify(abi) } : {}),
      ...(value === undefined ? {} : { value }),
    },
    sending,
  );
  const { status, output, transactionHash, blockNumber } = receipt;
  if (status !== 0)
    throw await revertError(chain, known, { status, output, to: "", details: { transactionHash, blockNumber } });
  const address = receipt.contractAddress.toLowerCase() as Address;
  if (link !== undefined) {
    await linkPath(chain, signer, { path: link, address, abi: JSON.stringify(abi) }).catch((error: unknown) => {
      throw error instanceof ChainError ? withDetails(error, { contractAddress: address }) : error; // it is deployed
    });
  }
  const contract = bindContract({ chain, address, abi, ...(account ? { account } : {}) }, known);
  return { ...contract, receipt };
}

const bare = (code: string): string => code.trim().replace(/^0x/i, "");

/**
 * The events of an ABI in logs of any address: those of other contracts are left out.
 * @param abi of the contract
 * @param logs of a receipt, or of `getLogs`
 * @returns those events that the ABI knows
 * @example
 * ```ts
 * const { logEntries } = await getReceipt(chain, { hash });
 * for (const { eventName, args } of decodeLogs(chain, shopAbi, logEntries)) console.log(eventName, args);
 * ```
 */
export function decodeLogs<const Source extends Abi>(
  chain: Pick<Chain, "suite">,
  abi: Source,
  logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[],
): readonly EventOf<Source>[] {
  const known = contractInterface(abi, chain.suite);
  const decoded = logs.flatMap(
    (log) =>
      decodeLog(known, {
        address: log.address as Address,
        topics: log.topics as readonly Hex[],
        data: log.data as Hex,
      }) ?? [],
  );
  return decoded as unknown as readonly EventOf<Source>[];
}
