import type { DecodedValue } from "../../src/chain/abi/abiDecoder";
import type { AbiShape } from "../../src/chain/abi/abiType";
import { type AbiFunction, type ContractInterface, contractInterface } from "../../src/chain/abi/contractInterface";
import { namesFromReferences } from "../../src/chain/artifact/linkLibraries";
import { deployableCode, neededLibraries } from "../../src/chain/artifact/readArtifact";
import { createClient } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import { call } from "../../src/chain/rpc/call";
import type { ChainSession } from "../../src/chain/session";
import { transact } from "../../src/chain/transaction/transact";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { type Hex, hexToBytes } from "../../src/crypto/bytes/hex";
import type { CryptoSuiteName, Signer } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import type { CompiledContract } from "../../src/solidity/artifact/compiledProject";

/** What an execution came to. */
export interface Execution {
  readonly ok: boolean;
  /** Why not. */
  readonly reason: string;
  /** The contract itself said no: it ran, and gave a reason. */
  readonly answered: boolean;
  readonly values: readonly DecodedValue[];
  readonly events: readonly string[];
}

/**
 * A value of a type that constructors usually take well.
 * @param ample a time far ahead (milliseconds) or a great amount, and lists that are not empty
 */
function exampleValue(shape: AbiShape, account: string, ample: boolean): unknown {
  switch (shape.kind) {
    case "integer":
      return ample && shape.bits >= 64 ? "4000000000000" : "1";
    case "bool":
      return true;
    case "string":
      return "text";
    case "address":
      return account;
    case "bytes":
      return `0x${"11".repeat(shape.size ?? 0)}`;
    case "array":
      return Array.from({ length: shape.length ?? (ample ? 1 : 0) }, () => exampleValue(shape.element, account, ample));
    case "tuple":
      return shape.members.map((member) => exampleValue(member.shape, account, ample));
  }
}

/** An embedded chain of its own, reached over loopback as a node is. */
export class CompileChain {
  readonly #chain: DevChain;
  readonly #session: ChainSession;
  readonly #signer: Signer;
  /** Addresses by name of the library. */
  readonly #libraries = new Map<string, string>();
  /** What a constructor may want to be given: an account, any contract, and contracts that answer with an address (beacons, factories). */
  readonly #addresses: string[];

  private constructor(chain: DevChain, session: ChainSession, signer: Signer) {
    this.#chain = chain;
    this.#session = session;
    this.#signer = signer;
    this.#addresses = [signer.address];
  }

  static async start(suite: CryptoSuiteName, compatibilityVersion: string | undefined): Promise<CompileChain> {
    const chain = await startDevChain({
      port: 0,
      suite,
      sealers: 1,
      observers: 0,
      accounts: 1,
      ...(compatibilityVersion === undefined ? {} : { compatibilityVersion, executorVersion: 0 }),
    });
    const session = await openSession(createClient(createHttpTransport({ url: [chain.url], timeoutMs: 60_000 }), ""));
    const [account] = chain.accounts;
    return new CompileChain(chain, session, privateKeySigner(session.suite, hexToBytes(account?.privateKey ?? "")));
  }

  interface(contract: CompiledContract): ContractInterface {
    return contractInterface(contract.abi, this.#session.suite);
  }

  /**
   * Deploys, its libraries first.
   * @param args of the constructor; without them examples by their types
   * @param find the contract of a library's name
   */
  async deploy(
    contract: CompiledContract,
    args: readonly unknown[] | undefined,
    find: (sourceName: string, name: string) => CompiledContract | undefined,
  ): Promise<{ address: Hex } | { reason: string }> {
    try {
      const abi = this.interface(contract);
      const artifact = {
        name: contract.name,
        abi: contract.abi,
        bytecode: contract.bytecode.object,
        libraryNames: namesFromReferences(contract.bytecode.object, contract.bytecode.linkReferences),
      };
      for (const name of neededLibraries(artifact, "standard")) {
        if (this.#libraries.has(name)) continue;
        const [source = ""] =
          Object.entries(contract.bytecode.linkReferences).find(([, libraries]) => Object.hasOwn(libraries, name)) ??
          [];
        const library = find(source, name);
        if (!library) return { reason: `the library ${name} is not among the contracts` };
        const deployed = await this.deploy(library, [], find);
        if ("reason" in deployed) return { reason: `library ${name}: ${deployed.reason}` };
        this.#libraries.set(name, deployed.address);
      }
      const code = deployableCode(artifact, "standard", Object.fromEntries(this.#libraries));
      let reason = "";
      for (const values of args ? [args] : this.#examples(abi)) {
        const receipt = await transact(this.#session, this.#signer, { data: abi.encodeDeploy(code, values) });
        if (receipt.status === 0 && receipt.contractAddress) {
          this.#remember(abi, receipt.contractAddress);
          return { address: receipt.contractAddress as Hex };
        }
        reason ||= `status ${receipt.status} ${JSON.stringify(abi.decodeRevert(receipt.output))}`;
      }
      return { reason };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Arguments to try, plainest first. */
  *#examples(abi: ContractInterface): Generator<readonly unknown[]> {
    const inputs = abi.constructorInputs;
    const wantsAddress = inputs.some(({ type }) => type.includes("address"));
    for (const ample of inputs.length > 0 ? [false, true] : [false]) {
      for (const address of wantsAddress ? [...this.#addresses] : this.#addresses.slice(0, 1)) {
        yield inputs.map(({ shape }) => exampleValue(shape, address, ample));
      }
    }
  }

  #remember(abi: ContractInterface, address: string): void {
    const tells = abi.functions.some(({ inputs, outputs }) => inputs.length === 0 && outputs[0]?.type === "address");
    if (this.#addresses.length === 1 || (tells && this.#addresses.length < 30)) this.#addresses.push(address);
  }

  /** Asks a function, or sends it as a transaction. */
  async run(
    contract: CompiledContract,
    address: Hex,
    called: AbiFunction,
    args: readonly unknown[],
    send: boolean,
  ): Promise<Execution> {
    const abi = this.interface(contract);
    try {
      const request = { to: address, data: abi.encodeCall(called.signature, args) };
      const { status, output, logEntries } = send
        ? await transact(this.#session, this.#signer, request)
        : { ...(await call(this.#session.client, request)), logEntries: [] };
      if (status !== 0) {
        const reason = `status ${status} ${JSON.stringify(abi.decodeRevert(output))}`;
        return { ok: false, reason, answered: status === 16 && output.length > 2, values: [], events: [] };
      }
      const values = called.outputs.length === 0 ? [] : abi.decodeOutput(called.signature, output);
      const events = logEntries.map((log) => abi.decodeEvent(log)?.name ?? "?");
      return { ok: true, reason: "", answered: true, values, events };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, reason, answered: false, values: [], events: [] };
    }
  }

  close(): Promise<void> {
    return this.#chain.close();
  }
}
