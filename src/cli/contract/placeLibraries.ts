import { createHash } from "node:crypto";
import { join } from "node:path";
import { deployableCode, neededLibraries } from "../../chain/artifact/readArtifact";
import { libraryStands } from "../../chain/artifact/standingLibrary";
import { getBlockHashByNumber } from "../../chain/rpc/blocks";
import { getCode } from "../../chain/rpc/contractCode";
import type { ChainSession } from "../../chain/session";
import { type Address, isAddress, zeroAddress } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { givenPath } from "../../files/namedPath";
import { readRegularText } from "../../files/regularFile";
import { userCache } from "../../files/userFolders";
import { writeWholeFile } from "../../files/wholeFile";
import type { OutcomeShown } from "../../operations/kit/decoded";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import { t } from "../../text/catalogue";
import { complain } from "../output/print";
import { artifactOf, type Compiled } from "./compiledArtifact";
import type { ContractOptions } from "./contractOptions";

/** Where libraries of a chain stand: `chain code` → address. What stands there is looked at before it is used. */
type Places = Readonly<Record<string, string>>;

const maxBytes = 1024 * 1024;
const maxPlaces = 2000;

/** Beside the compilers, for every project of this user. */
const memoryFile = (): string => join(userCache(), "libraries.json");

async function readPlaces(file: string): Promise<Places> {
  try {
    const read: unknown = JSON.parse(await readRegularText(givenPath(file), maxBytes));
    if (typeof read !== "object" || read === null || Array.isArray(read)) return {};
    return Object.fromEntries(
      Object.entries(read).filter((each): each is [string, string] => typeof each[1] === "string"),
    );
  } catch {
    return {}; // what can't be read is only deployed once more
  }
}

/** Group and first block tell chains apart; the linked creation code tells libraries apart. */
async function placeOf({ client, groupId }: ChainSession, creationCode: string): Promise<string> {
  const code = createHash("sha256").update(creationCode.toLowerCase()).digest("hex");
  return `${await getBlockHashByNumber(client, 0)} ${groupId} ${code}`;
}

/** Where a library was deployed from the same code on this chain, as far as this user's cache knows. It may stand there no more. */
async function rememberedLibrary(session: ChainSession, creationCode: string): Promise<Address | undefined> {
  const address = (await readPlaces(memoryFile()))[await placeOf(session, creationCode)];
  return address !== undefined && isAddress(address) ? address : undefined;
}

/** Keeps where a library was deployed. @throws Error of the file system */
async function rememberLibrary(session: ChainSession, creationCode: string, address: string): Promise<void> {
  const file = memoryFile();
  const place = await placeOf(session, creationCode);
  const others = Object.entries(await readPlaces(file)).filter(([known]) => known !== place);
  const places = Object.fromEntries([...others.slice(1 - maxPlaces), [place, address]]);
  await writeWholeFile(file, `${JSON.stringify(places, null, 1)}\n`);
}

/** A library that code was linked with. */
export interface PlacedLibrary {
  readonly name: string;
  readonly address: string;
  /** Named by the user, deployed before from the same code, or deployed now; where only a look ahead was taken, still to be deployed. */
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

/** Deploys the code of a library. */
type DeployLibrary = (code: string, abi: readonly unknown[]) => Promise<OutcomeShown>;

/** Finds or makes the libraries that a contract needs; each once. */
class Placing {
  readonly placed = new Map<string, PlacedLibrary>();

  constructor(
    readonly session: ChainSession,
    readonly deploy: DeployLibrary | undefined,
    readonly given: ContractOptions["libraries"],
    readonly all: readonly CompiledContract[],
  ) {}

  /** Addresses by name of all that a contract needs. */
  async of(contract: CompiledContract, depth = 0): Promise<Record<string, string>> {
    const addresses: Record<string, string> = {};
    const suite = this.session.suite.name;
    for (const name of neededLibraries(artifactOf(contract), suite)) {
      const given = this.given[name];
      if (given !== undefined && !this.placed.has(name)) {
        await requireCode(this.session, given);
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
        return this.all.find((each) => each.sourceName === file && each.name === name);
      }
    }
    return undefined;
  }

  async #place(name: string, library: CompiledContract, depth: number): Promise<PlacedLibrary> {
    const { session, deploy } = this;
    const inner = await this.of(library, depth + 1);
    const code = deployableCode(artifactOf(library), session.suite.name, inner);
    const known = await rememberedLibrary(session, code);
    if (known !== undefined && (await libraryStands(session.client, known, code)))
      return { name, address: known, origin: "found" };
    if (!deploy) return { name, address: zeroAddress, origin: "deployed" };
    const { contractAddress: address = "", transactionHash, blockNumber } = await deploy(code, library.abi);
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

/** How a person is told of them before anything is signed. */
export const plannedLibraries = (placed: readonly PlacedLibrary[]): string[] =>
  placed.map(({ name, address, origin }) =>
    origin === "deployed" ? t("{0} is deployed first", name) : t("{0} at {1}", name, address),
  );

/**
 * The libraries that a compiled contract needs, deployed where they are missing: those that were named, those that this user deployed on
 * this chain from the same code and that still stand there, else new ones. What was deployed is told on standard error when a later one
 * fails.
 * @param deploy undefined for a look ahead: those that would be deployed have the zero address then
 * @throws ChainError usage `noContractThere` for a named address, and what deploying throws.
 */
export async function placeLibraries(
  session: ChainSession,
  { contract, project }: Compiled,
  given: ContractOptions["libraries"],
  deploy?: DeployLibrary,
): Promise<{ readonly placed: readonly PlacedLibrary[]; readonly addresses: Readonly<Record<string, string>> }> {
  const placing = new Placing(session, deploy, given, project.contracts);
  try {
    const addresses = await placing.of(contract);
    return { placed: [...placing.placed.values()], addresses };
  } catch (error) {
    if (deploy) tellDeployed([...placing.placed.values()]);
    throw error;
  }
}

/** Tells of the libraries that were deployed before something failed. */
export function tellDeployed(placed: readonly PlacedLibrary[]): void {
  for (const line of libraryLines(placed.filter(({ origin }) => origin === "deployed"))) complain(line);
}
