import * as v from "valibot";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { type ContractArtifact, neededLibraries } from "../../chain/artifact/readArtifact";
import { type LinkRoom, linkRoom } from "../../chain/services/bfs/linkRoom";
import type { ChainSession } from "../../chain/session";
import { type Address, zeroAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { toChainError } from "../../errors/dictionary";
import { linkOperation } from "../../operations/bfs/bfs";
import { deployOperation } from "../../operations/contract/calls";
import { deploySource } from "../../operations/contract/deploySource";
import { argumentsFor } from "../../operations/kit/callArguments";
import { outcomeShown } from "../../operations/kit/decoded";
import type { SourceFile, Sources } from "../../operations/model/inspector";
import type { Operation, OperationContext, Outcome, Prepared, Preview } from "../../operations/model/operation";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { sourceTarget } from "../../text/sourceNames";
import { loadArtifact } from "../contract/artifactFile";
import { artifactOf, type Compiled, compiledFor } from "../contract/compiledArtifact";
import {
  type ContractOptions,
  contractUsage,
  insteadUsage,
  keyUsage,
  requireKey,
  signingArguments,
} from "../contract/contractOptions";
import {
  libraryLines,
  type PlacedLibrary,
  placeLibraries,
  plannedLibraries,
  requireCode,
  tellDeployed,
} from "../contract/placeLibraries";
import { FailedAfter } from "../operations/performOperation";
import { type OperationCommand, operationCommand, sentLines } from "../operations/runContractCommand";
import { WrongCommandLine } from "../options/commandLine";
import { compilerUsage } from "../options/compilerOptions";
import type { Usage } from "../output/usageText";
import { noteDeployment } from "../shell/deployments";

const usage: Usage = {
  synopsis: [
    "chainside deploy FILE.sol[:NAME] [ARGUMENT…] --key FILE [options]",
    "chainside deploy --artifact FILE [ARGUMENT…] --key FILE [options]",
  ],
  summary: text(
    "Compiles a contract for the chain, or takes a compiled one, deploys it with its constructor's arguments, waits until it is in a block, and prints its address. The chain keeps the ABI. Lists are [1, 2], structs {x: 1}; an address may be a BFS path, or dev1 on an embedded chain. Write -- before words that begin with a dash and no digit.",
  ),
  options: [
    ["--artifact FILE", text("JSON file of Hardhat, Foundry, or Truffle, or an .abi file with its .bin")],
    ...compilerUsage,
    [
      "--library NAME=0x…",
      text(
        "address of a library that the code needs; once for each (default: deployed where it's missing, once for each chain)",
      ),
    ],
    ["--link NAME/VERSION", text("then link the contract in BFS as /apps/NAME/VERSION")],
    ["--replace-link", text("the link may exist and lead elsewhere")],
    ...keyUsage,
    ...insteadUsage,
    ...contractUsage,
  ],
  exitCodes: text(
    "Exit code: 0 deployed, and linked where that was asked for, or would work; 1 an error, 2 wrong command line or not agreed to, 3 it can't be known.",
  ),
};

/** The libraries of a contract, and where it can be reached. */
const deployed = v.object({
  ...outcomeShown.entries,
  libraries: v.optional(
    v.array(
      v.object({
        name: v.string(),
        address: v.string(),
        origin: v.picklist(["given", "found", "deployed"]),
        transactionHash: v.optional(v.string()),
        blockNumber: v.optional(v.number()),
      }),
    ),
  ),
  link: v.optional(
    v.object({
      path: v.string(),
      transactionHash: v.string(),
      blockNumber: v.number(),
      /** Where it led before. */
      before: v.optional(v.string()),
    }),
  ),
  /** The path of a link that couldn't be made. */
  notLinked: v.optional(v.string()),
});
type Deployed = v.InferOutput<typeof deployed>;
type RunOptions = NonNullable<Parameters<Prepared["run"]>[1]>;

/** What is deployed, compiled once for question and deployment. */
interface Deployable {
  readonly artifact: ContractArtifact;
  readonly file: SourceFile;
  /** Undefined where a file holds the code: it says nothing of its libraries' code, so that they have to be named. */
  readonly compiled?: Compiled;
  /** Where the link is to be made. */
  readonly room: LinkRoom | undefined;
}

type Placed = Awaited<ReturnType<typeof placeLibraries>>;

/** A deployment with its libraries and its link: operations of the catalogue, one after the other. */
class Deploying implements Prepared<Deployed> {
  readonly effect = "signs";
  #known: Promise<Deployable> | undefined;

  constructor(
    readonly context: OperationContext,
    readonly options: ContractOptions,
  ) {}

  #deployable(): Promise<Deployable> {
    this.#known ??= this.#read();
    return this.#known;
  }

  async #read(): Promise<Deployable> {
    const { session } = this.context;
    const { artifact: path, link, replaceLink, words, solc } = this.options;
    // looked at before anything is compiled or signed
    const room = link === undefined ? undefined : await linkRoom(session, link);
    if (room?.before && !replaceLink) throw clientError("linkExists", { path: room.path, address: room.before });
    const fileOf = (source: string, artifact: ContractArtifact, more: Partial<SourceFile> = {}): SourceFile => ({
      source,
      compiled: true,
      compiler: undefined,
      evmVersion: undefined,
      contracts: [artifact],
      diagnostics: [],
      ...more,
    });
    if (path !== undefined) {
      const artifact = await loadArtifact(path);
      return { artifact, file: fileOf(path, artifact, { isForeign: true }), room };
    }
    const compiled = await compiledFor(session, words[0] ?? "", solc);
    const artifact = artifactOf(compiled.contract, compiled.project);
    const { compiler, settings } = compiled.project;
    const known = { compiler: compiler.version, evmVersion: settings.evmVersion };
    return { artifact, file: fileOf(artifact.source ?? "", artifact, known), compiled, room };
  }

  /** The constructor's arguments as they were typed. */
  get #words(): readonly string[] {
    return this.options.artifact === undefined ? this.options.words.slice(1) : this.options.words;
  }

  async #libraries({ artifact, compiled }: Deployable, signer?: Signer, sending: RunOptions = {}): Promise<Placed> {
    const { context, options } = this;
    const { session } = context;
    const { libraries } = options;
    if (compiled) {
      const deploy = async (code: string, abi: readonly unknown[]) =>
        resultOf(await deployOperation.prepare(context, { code, abi }).run(signer, sending));
      return placeLibraries(session, compiled, libraries, signer && deploy);
    }
    const placed = neededLibraries(artifact, session.suite.name).map((name): PlacedLibrary => {
      return { name, address: libraries[name] ?? "", origin: "given" };
    });
    for (const { address } of placed) if (address !== "") await requireCode(session, address);
    return { placed, addresses: libraries };
  }

  #deployment({ artifact, file }: Deployable, addresses: Readonly<Record<string, string>>) {
    const sources: Pick<Sources, "compile"> = { compile: async () => file };
    const context = {
      ...this.context,
      services: { ...this.context.services, sources: async () => sources as Sources },
    };
    const source = /\.sol$/i.test(file.source) ? `${file.source}:${artifact.name}` : file.source;
    return deploySource.prepare(context, { source, arguments: this.#words, libraries: addresses });
  }

  #link({ artifact }: Deployable, path: string, contract: Address) {
    return linkOperation.prepare(this.context, { path, contract, abi: JSON.stringify(artifact.abi) });
  }

  async preview(): Promise<Preview> {
    const deployable = await this.#deployable();
    const { room } = deployable;
    const { placed, addresses } = await this.#libraries(deployable);
    const own = await this.#deployment(deployable, addresses).preview();
    const link = room && (await this.#link(deployable, room.path, zeroAddress).preview());
    const signatures = 1 + placed.filter(({ origin }) => origin === "deployed").length + (room ? 1 : 0);
    const refusal = own.refusal ?? link?.refusal;
    return {
      ...own,
      lines: [
        ...own.lines,
        ...(placed.length > 0 ? [{ label: t("Libraries"), value: listed(plannedLibraries(placed)) }] : []),
        ...(room ? [{ label: t("Link"), value: room.path }] : []),
      ],
      notes: [
        ...own.notes,
        ...(link?.notes ?? []),
        ...(signatures > 1 ? [t("{0} transactions are signed.", signatures)] : []),
      ],
      warnings: [...new Set([...own.warnings, ...(link?.warnings ?? [])])],
      ...(refusal ? { refusal } : {}),
    };
  }

  async run(signer?: Signer, options: RunOptions = {}): Promise<Outcome<Deployed>> {
    const { session } = this.context;
    const deployable = await this.#deployable();
    const abi = artifactInterface(deployable.artifact, session.suite);
    // wrong arguments are told before a library is deployed
    abi.encodeDeploy("00", await argumentsFor(this.context, abi.constructorInputs, this.#words));
    const { placed, addresses } = await this.#libraries(deployable, signer, options);
    let result: Deployed;
    try {
      result = resultOf(await this.#deployment(deployable, addresses).run(signer, options));
    } catch (error) {
      tellDeployed(placed);
      throw error;
    }
    const { contractAddress: address = "" } = result;
    const { chainId: chain, groupId: group } = session;
    const { name } = deployable.artifact;
    await noteDeployment({ time: new Date().toISOString(), chain, group, name, address });
    const whole = placed.length > 0 ? { ...result, libraries: [...placed] } : result;
    return { result: { ...whole, ...(await this.#linked(deployable, whole, signer, options)) } };
  }

  /** Links the new contract. @throws FailedAfter: the contract stays where it is */
  async #linked(deployable: Deployable, whole: Deployed, signer: Signer | undefined, options: RunOptions) {
    const { room } = deployable;
    if (!room) return {};
    const { path, before } = room;
    try {
      const contract = (whole.contractAddress ?? "") as Address;
      const outcome = await this.#link(deployable, path, contract).run(signer, options);
      const { transactionHash, blockNumber } = resultOf(outcome);
      return { link: { path, transactionHash, blockNumber, ...(before ? { before } : {}) } };
    } catch (error) {
      throw new FailedAfter({ ...whole, notLinked: path }, toChainError(error));
    }
  }
}

/** What was done: neither a deployment nor a link is ever put to a committee. */
function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ("result" in outcome) return outcome.result;
  throw new TypeError("it was proposed");
}

/** A deployment as `chainside deploy` has it: from a source or a compiled contract, with its libraries and a link. */
function deployment(options: ContractOptions): Operation<Record<never, never>, Deployed> {
  const { noun, verb, word, summary, effect } = deployOperation;
  const prepare = (context: OperationContext) => new Deploying(context, options);
  return { noun, verb, word, summary, effect, fields: {}, result: deployed, prepare };
}

/** The same for a person: the address stands first. */
function deploymentLines(result: Deployed): string[] {
  const { contractAddress = "", libraries = [], link, notLinked } = result;
  return [
    ...sentLines(contractAddress, result),
    ...libraryLines(libraries as readonly PlacedLibrary[]),
    ...(link
      ? [t("{0} leads to it: block {1}, transaction {2}", link.path, link.blockNumber, link.transactionHash)]
      : []),
    ...(link?.before ? [t("It led to {0} before", link.before)] : []),
    ...(notLinked ? [t("It isn't linked as {0}", notLinked)] : []),
  ];
}

const chosen = async (_: ChainSession, options: ContractOptions): Promise<OperationCommand> => ({
  operation: deployment(options),
  given: {},
  lines: (result) => deploymentLines(result as Parameters<typeof deploymentLines>[0]),
});

const command = {
  name: "deploy",
  usage,
  taken: [...signingArguments, "artifact", "library", "link", "replace-link", "solc", "allow-compiler", "use-npmrc"],
  check: (options: ContractOptions) => {
    if (options.artifact === undefined && !sourceTarget(options.words[0] ?? ""))
      throw new WrongCommandLine(t("specify a Solidity file, or the compiled contract with --artifact"));
    if (options.replaceLink && options.link === undefined)
      throw new WrongCommandLine(t("--{0} requires --{1}", "replace-link", "link"));
    requireKey(options);
  },
} as const;

/** `chainside deploy`: a compiled contract onto a chain, from the command line. */
export const runDeploy = operationCommand(command, chosen);
