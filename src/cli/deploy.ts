import { contractInterface } from "../chain/abi/contractInterface";
import { deployableCode } from "../chain/artifact/readArtifact";
import { requireSuccess } from "../chain/services/contract/requireSuccess";
import { transact } from "../chain/transaction/transact";
import { t, text } from "../text/catalogue";
import { withSession } from "./connection/connect";
import { loadArtifact } from "./contract/artifactFile";
import { compiledArtifact } from "./contract/compiledArtifact";
import { signerOf } from "./contract/contractGround";
import { type ContractOptions, contractUsage, keyUsage, requireKey } from "./contract/contractOptions";
import { runContractCommand, type Said } from "./contract/runContractCommand";
import { sentReport } from "./contract/sentReport";
import { WrongCommandLine } from "./options/commandLine";
import { sourceTarget } from "./solidity/sourceTarget";
import type { Usage } from "./usageText";

const usage: Usage = {
  synopsis: [
    "chainside deploy FILE.sol[:NAME] [ARGUMENT…] --key FILE [options]",
    "chainside deploy --artifact FILE [ARGUMENT…] --key FILE [options]",
  ],
  summary: text(
    "Compiles a contract for the chain, or takes a compiled one, deploys it with its constructor's arguments, waits until it is in a block, and prints its address. The chain keeps the ABI. Lists are [1, 2], structs {x: 1}. Write -- before words that begin with a dash and no digit.",
  ),
  options: [
    ["--artifact FILE", text("JSON file of Hardhat, Foundry, or Truffle, or an .abi file with its .bin")],
    ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
    ["--library NAME=0x…", text("address of a library that the code needs; once for each")],
    ...keyUsage,
    ...contractUsage,
  ],
  exitCodes: text("Exit code: 0 deployed, 1 an error, 2 wrong command line."),
};

function deploy(options: ContractOptions): Promise<Said> {
  const { artifact: path, keyFile = "", libraries, solc } = options;
  const args = path === undefined ? options.words.slice(1) : options.words;
  return withSession(options.connection, async (session) => {
    const artifact =
      path === undefined ? await compiledArtifact(session, options.words[0] ?? "", solc) : await loadArtifact(path);
    const { suite } = session;
    const abi = contractInterface(artifact.abi, suite);
    const data = abi.encodeDeploy(deployableCode(artifact, suite.name, libraries), args);
    const signer = await signerOf(session, { ...options, keyFile });
    const receipt = await transact(session, signer, { data, abi: JSON.stringify(artifact.abi) }, options.sending);
    await requireSuccess(receipt, abi);
    const contract = receipt.contractAddress ?? "";
    return sentReport(receipt, abi, { head: contract, results: [], contract });
  });
}

const command = {
  name: "deploy",
  usage,
  taken: ["key", "password-env", "password-file", "artifact", "library", "solc"],
  check: (options: ContractOptions) => {
    if (options.artifact === undefined && !sourceTarget(options.words[0] ?? ""))
      throw new WrongCommandLine(t("specify a Solidity file, or the compiled contract with --artifact"));
    requireKey(options);
  },
} as const;

/** `chainside deploy`: a compiled contract onto a chain, from the command line. */
export function runDeploy(args: readonly string[]): Promise<number> {
  return runContractCommand(command, args, deploy);
}
