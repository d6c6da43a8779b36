import { dirname } from "node:path";
import type { AbiShape } from "../../src/chain/abi/abiType";
import { type AbiFunction, type ContractInterface, contractInterface } from "../../src/chain/abi/contractInterface";
import { namesFromReferences } from "../../src/chain/artifact/linkLibraries";
import { deployableCode, neededLibraries } from "../../src/chain/artifact/readArtifact";
import type { Hex } from "../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import type { CompiledContract } from "../../src/solidity/artifact/compiledProject";
import type { SolidityCompiler } from "../../src/solidity/compile/compiler";

export interface DeployedContract {
  readonly name: string;
  readonly address: string;
  readonly abi: ContractInterface;
}

interface Receipt {
  readonly status: number;
  readonly transactionHash: string;
  readonly contractAddress: string;
  readonly message?: string;
}

function example(shape: AbiShape): unknown {
  switch (shape.kind) {
    case "integer":
      return "1";
    case "bool":
      return true;
    case "string":
      return "text";
    case "address":
      return `0x${"b0b".padStart(40, "0")}`;
    case "bytes":
      return `0x${"01".repeat(shape.size ?? 1)}`;
    case "array":
      return Array.from({ length: shape.length ?? 0 }, () => example(shape.element));
    case "tuple":
      return shape.members.map((member) => example(member.shape));
  }
}

/** An embedded chain for scripts, and the contracts of one file on it. */
export class DebugChain {
  readonly #chain: DevChain;
  readonly #suite: CryptoSuiteName;
  readonly #compiler: SolidityCompiler;
  readonly #compiled = new Map<string, readonly CompiledContract[]>();
  readonly #addresses = new Map<string, DeployedContract>();
  readonly #libraries = new Map<string, string>();
  root = "";
  solc: string | undefined;

  private constructor(chain: DevChain, suite: CryptoSuiteName, compiler: SolidityCompiler) {
    this.#chain = chain;
    this.#suite = suite;
    this.#compiler = compiler;
  }

  static async start(suite: CryptoSuiteName, compiler: SolidityCompiler): Promise<DebugChain> {
    const chain = await startDevChain({
      port: 0,
      suite,
      sealers: 1,
      observers: 0,
      accounts: 1,
      openDev: true,
      web3Port: 0,
    });
    return new DebugChain(chain, suite, compiler);
  }

  get url(): string {
    return this.#chain.url;
  }

  get web3Url(): string {
    return this.#chain.web3Url ?? "";
  }

  /** Compiles a file as its project does. @throws Error with the compiler's words. */
  async open(file: string, root: string, solc: string | undefined): Promise<void> {
    this.root = root || dirname(file);
    this.solc = solc;
    this.#addresses.clear();
    this.#libraries.clear();
    const result = await this.#compiler.compile({
      files: [file],
      root: this.root,
      suite: this.#suite,
      trusted: true,
      mayFetch: true,
      outputs: "contracts",
      ...(solc === undefined ? {} : { compiler: solc }),
    });
    const [compiled] = result.files;
    if (!compiled?.project) {
      const errors = compiled?.diagnostics.filter(({ severity }) => severity === "error") ?? [];
      throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
    }
    this.#compiled.set(file, compiled.contracts);
  }

  #contracts(file: string): readonly CompiledContract[] {
    return this.#compiled.get(file) ?? [];
  }

  #contract(file: string, name: string): CompiledContract {
    const found = this.#contracts(file).find((each) => each.name === name);
    if (!found) throw new Error(`there is no contract ${name}`);
    return found;
  }

  addressOf(name: string): string | undefined {
    return this.#addresses.get(name)?.address;
  }

  deployed(name: string): DeployedContract | undefined {
    return this.#addresses.get(name);
  }

  /** The contract that a script means without naming it: the last one that has the function, else the last one with code. */
  async mainContract(file: string, called: string | undefined): Promise<string> {
    const suite = cryptoSuite(this.#suite);
    const deployable = this.#contracts(file).filter(({ bytecode }) => bytecode.object !== "");
    const order = (contract: CompiledContract): number => contract.bytecode.object.length;
    const having = deployable.filter(
      (each) =>
        called !== undefined && contractInterface(each.abi, suite).functions.some(({ name }) => name === called),
    );
    const list = having.length > 0 ? having : deployable;
    const found = list.length === 1 ? list[0] : [...list].sort((a, b) => order(b) - order(a))[0];
    if (!found) throw new Error("there is no contract to deploy");
    return found.name;
  }

  async #rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(this.#chain.url, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: T; error?: { message: string } };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result as T;
  }

  send(from: string, to: string, data: string, value: string): Promise<Receipt> {
    return this.#rpc("dev_sendTransaction", "group0", { from, to, data, ...(value === "0" ? {} : { value }) });
  }

  /** What a call gives. */
  async ask(address: string, data: string): Promise<Hex> {
    const { output } = await this.#rpc<{ output: Hex }>("call", "group0", "", address, data);
    return output;
  }

  async #code(file: string, contract: CompiledContract, from: string): Promise<string> {
    const { name, abi, bytecode } = contract;
    const artifact = {
      name,
      abi,
      bytecode: bytecode.object,
      libraryNames: namesFromReferences(bytecode.object, bytecode.linkReferences),
    };
    for (const library of neededLibraries(artifact, "standard")) {
      if (this.#libraries.has(library)) continue;
      const { address } = await this.deploy(file, library, [], from, "0");
      this.#libraries.set(library, address);
    }
    return deployableCode(artifact, "standard", Object.fromEntries(this.#libraries));
  }

  async #make(
    file: string,
    name: string,
    args: readonly unknown[] | undefined,
    from: string,
    value: string,
  ): Promise<Receipt> {
    const contract = this.#contract(file, name);
    const abi = contractInterface(contract.abi, cryptoSuite(this.#suite));
    const given = args ?? abi.constructorInputs.map(({ shape }) => example(shape));
    const data = abi.encodeDeploy(await this.#code(file, contract, from), given);
    return this.#rpc("dev_sendTransaction", "group0", { from, data, ...(value === "0" ? {} : { value }) });
  }

  /** Deploys, with examples for arguments that are not given. */
  async deploy(
    file: string,
    name: string,
    args: readonly unknown[] | undefined,
    from: string,
    value: string,
  ): Promise<DeployedContract> {
    const receipt = await this.#make(file, name, args, from, value);
    if (receipt.status !== 0) throw new Error(`${name} cannot be deployed: status ${receipt.status}`);
    const abi = contractInterface(this.#contract(file, name).abi, cryptoSuite(this.#suite));
    const deployed = { name, address: receipt.contractAddress, abi };
    this.#addresses.set(name, deployed);
    return deployed;
  }

  async deployTransaction(
    file: string,
    name: string,
    args: readonly unknown[] | undefined,
    from: string,
    value: string,
  ): Promise<string> {
    return (await this.#make(file, name, args, from, value)).transactionHash;
  }

  /** The function that a script means without naming it. */
  onlyFunction({ abi }: DeployedContract, near: string | undefined): string {
    const writing = abi.functions.filter(
      ({ stateMutability }) => stateMutability !== "view" && stateMutability !== "pure",
    );
    const named =
      abi.functions.find(({ name }) => name === near) ??
      abi.functions.find(({ name }) => ["run", "test", "main", "debug", "go", "f"].includes(name));
    const found = named ?? writing.find(({ inputs }) => inputs.length === 0) ?? writing[0] ?? abi.functions[0];
    if (!found) throw new Error("the contract has no function");
    return found.name;
  }

  examples({ inputs }: AbiFunction): unknown[] {
    return inputs.map(({ shape }) => example(shape));
  }

  close(): Promise<void> {
    return this.#chain.close();
  }
}
