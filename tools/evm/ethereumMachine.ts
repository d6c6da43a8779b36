import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { createEVM, type EVM, type EVMMockBlockchainInterface, NobleBN254 } from "@ethereumjs/evm";
import { Address, hexToBytes } from "@ethereumjs/util";
import { bytesToHexDigits } from "../../src/crypto/bytes/hex";
import { standardSuite } from "../../src/crypto/suites";
import { verifyProof } from "./pointEvaluation";
import type { BlockEnvironment, StateTest, StateTransaction } from "./stateTest";
import { digitsOf, numberOf, type World } from "./worldState";
import { WorldStates } from "./worldStates";

export const hash = (data: Uint8Array): Uint8Array => standardSuite.hash(data);
export const addressAt = (digits: string): Address => new Address(hexToBytes(`0x${digits}`));
export const bytesAt = (text: string): Uint8Array => hexToBytes(`0x${text.replace(/^0x/, "")}`);

/** Hashes of the blocks of a case by their numbers. */
export function blockHashes({ genesisHash, blocks }: StateTest): ReadonlyMap<bigint, string> {
  return new Map([[0n, genesisHash], ...blocks.map(({ env }) => [numberOf(env.number), env.hash] as const)]);
}

/** The chain behind a machine: all that BLOCKHASH asks for. */
export function chainOf(hashes: ReadonlyMap<bigint, string>): EVMMockBlockchainInterface {
  const chain = {
    getBlock: async (number: number) => ({
      hash: () => {
        const known = hashes.get(BigInt(number));
        return known === undefined ? new Uint8Array(32) : bytesAt(known);
      },
    }),
    putBlock: async () => undefined,
    shallowCopy: () => chain,
  };
  return chain as unknown as EVMMockBlockchainInterface;
}

/** Evaluations of points at 0x0a; blobs, which the library would ask for as well, no case has. */
const kzg = { verifyProof } as unknown as NonNullable<Common["customCrypto"]["kzg"]>;

export const ofCancun = (): Common => new Common({ chain: Mainnet, hardfork: Hardfork.Cancun });

const maximumOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** What a transaction costs before it runs (yellow paper, "intrinsic gas"; EIP-2028, EIP-3860). */
function intrinsicGas(data: Uint8Array, creates: boolean): bigint {
  let gas = creates ? 53_000n + 2n * BigInt(Math.ceil(data.length / 32)) : 21_000n;
  for (const byte of data) gas += byte === 0 ? 4n : 16n;
  return gas;
}

/**
 * What the sender may pay for gas: the price that the transaction names, or one between the base fee and the most it allows. The cases do
 * not say what they grant above the base fee; Ethereum's tests grant 10, nothing or all.
 */
export function pricesOf({ gasPrice, maxFeePerGas }: StateTransaction, { baseFeePerGas }: BlockEnvironment): bigint[] {
  if (gasPrice !== undefined) return [numberOf(gasPrice)];
  const [base, max] = [numberOf(baseFeePerGas), numberOf(maxFeePerGas)];
  return [minimumOf(max, base + 10n), base, max];
}

const minimumOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a transaction names to be warm from the beginning (EIP-2930): addresses, and slots of them, as hex digits. */
export type AccessList = readonly { readonly address: string; readonly slot?: string }[];

function listGas(list: AccessList): bigint {
  const addresses = new Set(list.map(({ address }) => address)).size;
  return BigInt(2400 * addresses + 1900 * list.filter(({ slot }) => slot !== undefined).length);
}

const hexOf = (digits: string): `0x${string}` => `0x${digits}`;

/** Ethereum itself: the public machine as it is, with Ethereum's prices, fees, limits and surroundings. */
export class EthereumMachine {
  readonly states: WorldStates;
  readonly #evm: EVM;

  private constructor(states: WorldStates, evm: EVM) {
    this.states = states;
    this.#evm = evm;
    const { journal } = evm;
    const [warmAddress, warmStorage] = [journal.addWarmedAddress.bind(journal), journal.addWarmedStorage.bind(journal)];
    journal.addWarmedAddress = (address) => {
      this.cold.push({ address: bytesToHexDigits(address) });
      warmAddress(address);
    };
    journal.addWarmedStorage = (address, slot) => {
      this.cold.push({ address: bytesToHexDigits(address), slot: bytesToHexDigits(slot) });
      warmStorage(address, slot);
    };
  }

  static async start(world: World, hashes: ReadonlyMap<bigint, string>): Promise<EthereumMachine> {
    const states = new WorldStates(world, hash);
    const common = ofCancun();
    common.customCrypto.kzg = kzg;
    const evm = await createEVM({ common, stateManager: states, blockchain: chainOf(hashes), bn254: new NobleBN254() });
    return new EthereumMachine(states, evm);
  }

  /** What has been asked for cold so far: what an access list might have named. */
  readonly cold: { address: string; slot?: string }[] = [];

  async run(transaction: StateTransaction, env: BlockEnvironment, price: bigint, list: AccessList = []): Promise<void> {
    const { states } = this;
    const [evm, journal] = [this.#evm, this.#evm.journal];
    const [data, sender, coinbase] = [bytesAt(transaction.data), digitsOf(transaction.sender), digitsOf(env.coinbase)];
    const gasLimit = numberOf(transaction.gasLimit);
    const intrinsic = intrinsicGas(data, !transaction.to) + listGas(list);
    states.beginTransaction();
    const balanceOf = (address: string): bigint => states.account(address)?.balance ?? 0n;
    states.change(sender, { balance: balanceOf(sender) - gasLimit * price });
    for (const warm of [sender, coinbase, ...(transaction.to ? [digitsOf(transaction.to)] : [])]) {
      journal.addAlwaysWarmAddress(warm, true);
    }
    for (const { address, slot } of list) {
      journal.addAlwaysWarmAddress(address, true);
      if (slot !== undefined) journal.addAlwaysWarmSlot(address, slot, true);
    }
    for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address, true);
    const { execResult } = await evm.runCall({
      block: {
        header: {
          number: numberOf(env.number),
          timestamp: numberOf(env.timestamp),
          coinbase: addressAt(coinbase),
          difficulty: 0n,
          prevRandao: bytesAt(env.mixHash),
          gasLimit: numberOf(env.gasLimit),
          baseFeePerGas: numberOf(env.baseFeePerGas),
          slotNumber: 0n,
          getBlobGasPrice: () => 1n,
        },
      },
      gasPrice: price,
      caller: addressAt(sender),
      origin: addressAt(sender),
      ...(transaction.to ? { to: addressAt(digitsOf(transaction.to)) } : {}),
      data,
      value: numberOf(transaction.value),
      gasLimit: gasLimit - intrinsic,
    });
    const used = intrinsic + execResult.executionGasUsed;
    const paid = used - minimumOf(execResult.gasRefund ?? 0n, used / 5n);
    states.change(sender, { balance: balanceOf(sender) + (gasLimit - paid) * price });
    states.change(coinbase, {
      balance: balanceOf(coinbase) + paid * maximumOf(0n, price - numberOf(env.baseFeePerGas)),
    });
    for (const [address] of execResult.selfdestruct ?? []) {
      if (execResult.createdAddresses?.has(address))
        await states.deleteAccount(new Address(hexToBytes(hexOf(digitsOf(address)))));
    }
    await journal.cleanup();
  }
}
