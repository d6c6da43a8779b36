import { contractInterface } from "../../chain/abi/contractInterface";
import { deployableCode, neededLibraries } from "../../chain/artifact/readArtifact";
import { libraryStands } from "../../chain/artifact/standingLibrary";
import { clientError } from "../../chain/errors/clientError";
import { getCode } from "../../chain/rpc/getCode";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import { t } from "../../text/catalogue";
import { complain } from "../output/print";
import { artifactOf, type Compiled } from "./compiledArtifact";
import type { ContractOptions } from "./contractOptions";
import { rememberedLibrary, rememberLibrary } from "./libraryMemory";

/** A library that code was linked with. */
export interface PlacedLibrary {
  readonly name: string;
  readonly address: string;
  /** Named by the user, deployed before from the same code, or deployed now. */
  readonly origin: "given" | "found" | "deployed";
  readonly transactionHash?: string;
  readonly blockNumber?: number;
}

/** Libraries inside libraries are followed this far. */
const deepest = 8;

/** @throws ChainError usage `noContractThere`. */
export async function requireCode({ client, groupId }: ChainSession, address: string): Promise<void> {
  if ((await getCode(client, address)).length <= 2) throw clientError("noContractThere", { address, group: groupId });
}

/** Finds or makes the libraries that a contract needs; each once. */
class Placing {
  readonly placed = new Map<string, PlacedLibrary>();
  readonly #session: ChainSession;
  readonly #signer: () => Promise<Signer>;
  readonly #options: Pick<ContractOptions, "libraries" | "sending">;
  readonly #all: readonly CompiledContract[];

  constructor(
    session: ChainSession,
    signer: () => Promise<Signer>,
    options: Pick<ContractOptions, "libraries" | "sending">,
    all: readonly CompiledContract[],
  ) {
    this.#session = session;
    this.#signer = signer;
    this.#options = options;
    this.#all = all;
  }

  /** Addresses by name of all that a contract needs. */
  async of(contract: CompiledContract, depth = 0): Promise<Record<string, string>> {
    const addresses: Record<string, string> = {};
    const suite = this.#session.suite.name;
    for (const name of neededLibraries(artifactOf(contract), suite)) {
      const given = this.#options.libraries[name];
      if (given !== undefined && !this.placed.has(name)) {
        await requireCode(this.#session, given);
        this.placed.set(name, { name, address: given, origin: "given" });
      }
      const library = this.#named(contract, name);
      if (!this.placed.has(name) && library && depth < deepest)
        this.placed.set(name, await this.#place(name, library, depth));
      const address = this.placed.get(name)?.address;
      if (address !== undefined) addresses[name] = address;
    }
    return addresses;
  }

  /** The library that a name means: the compiler says of which file it is. */
  #named({ bytecode }: CompiledContract, wanted: string): CompiledContract | undefined {
    for (const [file, names] of Object.entries(bytecode.linkReferences)) {
      for (const name of Object.keys(names)) {
        if (name !== wanted && `${file}:${name}` !== wanted) continue;
        return this.#all.find((each) => each.sourceName === file && each.name === name);
      }
    }
    return undefined;
  }

  async #place(name: string, library: CompiledContract, depth: number): Promise<PlacedLibrary> {
    const session = this.#session;
    const inner = await this.of(library, depth + 1);
    const code = deployableCode(artifactOf(library), session.suite.name, inner);
    const known = await rememberedLibrary(session, code);
    if (known !== undefined && (await libraryStands(session.client, known, code)))
      return { name, address: known, origin: "found" };
    const abi = contractInterface(library.abi, session.suite);
    const data = abi.encodeDeploy(code, []);
    const request = { data, abi: JSON.stringify(library.abi) };
    const receipt = await transact(session, await this.#signer(), request, this.#options.sending);
    await requireSuccess(session, receipt, abi);
    const { contractAddress: address = "", transactionHash, blockNumber } = receipt;
    try {
      await rememberLibrary(session, code, address);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      complain(t("The address of library {0} can't be kept: {1}", name, error.message));
    }
    return { name, address, origin: "deployed", transactionHash, blockNumber };
  }
}

/** How a person is told of them. */
export const libraryLines = (placed: readonly PlacedLibrary[]): string[] =>
  placed.map(({ name, address, origin, blockNumber, transactionHash }) =>
    origin === "deployed"
      ? t(
          "Library {0} deployed at {1}: block {2}, transaction {3}",
          name,
          address,
          blockNumber ?? 0,
          transactionHash ?? "",
        )
      : origin === "found"
        ? t("Library {0} is at {1}, deployed before from the same code", name, address)
        : t("Library {0} is at {1}", name, address),
  );

/**
 * The libraries that a compiled contract needs, deployed where they are missing: those that were named, those that this user deployed on
 * this chain from the same code and that still stand there, else new ones. What was deployed is told on standard error when a later one
 * fails.
 * @throws ChainError usage `noContractThere` for a named address, and what deploying throws.
 */
export async function placeLibraries(
  session: ChainSession,
  signer: () => Promise<Signer>,
  { contract, project }: Compiled,
  options: Pick<ContractOptions, "libraries" | "sending">,
): Promise<{ readonly placed: readonly PlacedLibrary[]; readonly addresses: Readonly<Record<string, string>> }> {
  const placing = new Placing(session, signer, options, project.contracts);
  try {
    const addresses = await placing.of(contract);
    return { placed: [...placing.placed.values()], addresses };
  } catch (error) {
    tellDeployed([...placing.placed.values()]);
    throw error;
  }
}

/** Tells of the libraries that were deployed before something failed. */
export function tellDeployed(placed: readonly PlacedLibrary[]): void {
  for (const line of libraryLines(placed.filter(({ origin }) => origin === "deployed"))) complain(line);
}
