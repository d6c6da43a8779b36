import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { type ContractArtifact, deployableCode, neededLibraries } from "../../chain/artifact/readArtifact";
import { clientError } from "../../chain/errors/clientError";
import { toChainError } from "../../chain/errors/dictionary";
import { link } from "../../chain/services/bfs/link";
import { type LinkRoom, linkRoom } from "../../chain/services/bfs/linkRoom";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import { t, text } from "../../text/catalogue";
import { withSession } from "../connection/connect";
import { loadArtifact } from "../contract/artifactFile";
import { artifactOf, compiledFor } from "../contract/compiledArtifact";
import { argumentsOf, signerOf } from "../contract/contractContext";
import { type ContractOptions, contractUsage, keyUsage, requireKey } from "../contract/contractOptions";
import {
  libraryLines,
  type PlacedLibrary,
  placeLibraries,
  requireCode,
  tellDeployed,
} from "../contract/placeLibraries";
import { runContractCommand, type Said } from "../operations/runContractCommand";
import { sentReport } from "../operations/sentReport";
import { WrongCommandLine } from "../options/commandLine";
import { consentUsage } from "../options/compilerConsent";
import type { Usage } from "../output/usageText";
import { noteDeployment } from "../shell/deployments";
import { sourceTarget } from "../solidity/sourceTarget";

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
    ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
    ...consentUsage,
    [
      "--library NAME=0x…",
      text(
        "address of a library that the code needs; once for each (default: deployed where it's missing, once for each chain)",
      ),
    ],
    ["--link NAME/VERSION", text("then link the contract in BFS as /apps/NAME/VERSION")],
    ["--replace-link", text("the link may exist and lead elsewhere")],
    ...keyUsage,
    ...contractUsage,
  ],
  exitCodes: text("Exit code: 0 deployed, and linked where that was asked for; 1 an error, 2 wrong command line."),
};

/** What is deployed; its code comes with the libraries that are found or deployed for it. */
interface Deployable {
  readonly artifact: ContractArtifact;
  linkedCode(
    signer: () => Promise<Signer>,
  ): Promise<{ readonly code: string; readonly placed: readonly PlacedLibrary[] }>;
}

async function compiledCode(session: ChainSession, options: ContractOptions): Promise<Deployable> {
  const compiled = await compiledFor(session, options.words[0] ?? "", options.solc);
  const artifact = artifactOf(compiled.contract, compiled.project);
  return {
    artifact,
    linkedCode: async (signer) => {
      const { placed, addresses } = await placeLibraries(session, signer, compiled, options);
      return { placed, code: deployableCode(artifact, session.suite.name, addresses) };
    },
  };
}

/** A file says nothing of its libraries' code: they have to be named. */
async function codeOfFile(session: ChainSession, path: string, { libraries }: ContractOptions): Promise<Deployable> {
  const artifact = await loadArtifact(path);
  const suite = session.suite.name;
  return {
    artifact,
    linkedCode: async () => {
      const code = deployableCode(artifact, suite, libraries);
      const placed = neededLibraries(artifact, suite).map((name): PlacedLibrary => {
        return { name, address: libraries[name] ?? "", origin: "given" };
      });
      for (const { address } of placed) await requireCode(session, address);
      return { placed, code };
    },
  };
}

/**
 * Where the new contract is to be linked; looked at before anything is signed.
 * @throws ChainError usage `linkExists` and as `linkRoom` does
 */
async function roomFor(session: ChainSession, { link, replaceLink }: ContractOptions): Promise<LinkRoom | undefined> {
  if (link === undefined) return undefined;
  const room = await linkRoom(session, link);
  if (room.before && !replaceLink) throw clientError("linkExists", { path: room.path, address: room.before });
  return room;
}

/** Links the new contract; what fails then leaves the contract where it is, and is told beside it. */
async function linked(
  session: ChainSession,
  signer: Signer,
  { path, before }: LinkRoom,
  { address, abi }: { readonly address: string; readonly abi: string },
  sending: ContractOptions["sending"],
): Promise<Omit<Said, "result">> {
  try {
    const { receipt } = await link(session, signer, { path, address, abi }, sending);
    const { transactionHash, blockNumber } = receipt;
    const lines = [t("{0} leads to it: block {1}, transaction {2}", path, blockNumber, transactionHash)];
    if (before) lines.push(t("It led to {0} before", before));
    return { lines, more: { link: { path, transactionHash, blockNumber, ...(before ? { before } : {}) } } };
  } catch (error) {
    return { lines: [t("It isn't linked as {0}", path)], more: {}, error: toChainError(error) };
  }
}

function deploy(options: ContractOptions): Promise<Said> {
  const { artifact: path, keyFile = "" } = options;
  const words = path === undefined ? options.words.slice(1) : options.words;
  return withSession(options.connection, async (session) => {
    let known: Promise<Signer> | undefined;
    const signer = (): Promise<Signer> => {
      known ??= signerOf(session, { ...options, keyFile });
      return known;
    };
    const room = await roomFor(session, options);
    const { artifact, linkedCode } = await (path === undefined
      ? compiledCode(session, options)
      : codeOfFile(session, path, options));
    const abi = artifactInterface(artifact, session.suite);
    const args = await argumentsOf(session, abi.constructorInputs, words, options);
    // wrong arguments are told before a library is deployed
    abi.encodeDeploy("00", args);
    const { placed, code } = await linkedCode(signer);
    try {
      const abiText = JSON.stringify(artifact.abi);
      const data = abi.encodeDeploy(code, args);
      const receipt = await transact(session, await signer(), { data, abi: abiText }, options.sending);
      await requireSuccess(session, receipt, abi);
      const contract = receipt.contractAddress ?? "";
      const what = { head: contract, input: "0x", results: [], contract };
      const { lines, result } = await sentReport(session, receipt, abi, what);
      const { chainId: chain, groupId: group } = session;
      await noteDeployment({ time: new Date().toISOString(), chain, group, name: artifact.name, address: contract });
      const then =
        room && (await linked(session, await signer(), room, { address: contract, abi: abiText }, options.sending));
      return {
        lines: [...lines, ...libraryLines(placed), ...(then?.lines ?? [])],
        result,
        more: { ...(placed.length > 0 ? { libraries: placed } : {}), ...then?.more },
        ...(then?.error ? { error: then.error } : {}),
      };
    } catch (error) {
      tellDeployed(placed);
      throw error;
    }
  });
}

const command = {
  name: "deploy",
  usage,
  taken: [
    "key",
    "password-env",
    "password-file",
    "artifact",
    "library",
    "link",
    "replace-link",
    "solc",
    "allow-compiler",
    "use-npmrc",
  ],
  check: (options: ContractOptions) => {
    if (options.artifact === undefined && !sourceTarget(options.words[0] ?? ""))
      throw new WrongCommandLine(t("specify a Solidity file, or the compiled contract with --artifact"));
    if (options.replaceLink && options.link === undefined)
      throw new WrongCommandLine(t("--{0} requires --{1}", "replace-link", "link"));
    requireKey(options);
  },
} as const;

/** `chainside deploy`: a compiled contract onto a chain, from the command line. */
export function runDeploy(args: readonly string[]): Promise<number> {
  return runContractCommand(command, args, deploy);
}
