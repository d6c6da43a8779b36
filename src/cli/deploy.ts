import { contractInterface } from "../chain/abi/contractInterface";
import { deployableCode } from "../chain/artifact/readArtifact";
import { requireSuccess } from "../chain/services/contract/requireSuccess";
import { transact } from "../chain/transaction/transact";
import { loadArtifact } from "./contract/artifactFile";
import { signerOf, withSession } from "./contract/contractGround";
import { type ContractOptions, contractUsage, keyUsage, parseContractOptions } from "./contract/contractOptions";
import { runContractCommand, type Said } from "./contract/runContractCommand";
import { sentReport } from "./contract/sentReport";

const usage = `usage: chainside deploy --artifact FILE [ARGUMENT…] --key FILE [options]

Deploys a compiled contract with the arguments of its constructor, waits until it is in a block and prints its address. The chain keeps
the ABI. Lists are [1, 2], structs {x: 1}. Write -- before words that begin with a dash and no digit.

  --artifact FILE      JSON file of Hardhat, Foundry or Truffle, or an .abi file with its .bin
  --library NAME=0x…   address of a library that the code needs; once for each
${keyUsage}
${contractUsage}

Exit code: 0 deployed, 1 an error, 2 wrong command line.`;

const taken = ["key", "password-env", "password-file", "artifact", "library"] as const;

function parse(args: readonly string[]): ContractOptions | string {
  const options = parseContractOptions(args, taken);
  if (typeof options === "string") return options;
  if (options.artifact === undefined) return "name the compiled contract with --artifact";
  return options.keyFile === undefined ? "name the account's key file with --key" : options;
}

function deploy(options: ContractOptions): Promise<Said> {
  const { artifact: path = "", keyFile = "", words, libraries } = options;
  return withSession(options, async (session) => {
    const artifact = await loadArtifact(path);
    const { suite } = session;
    const abi = contractInterface(artifact.abi, suite);
    const data = abi.encodeDeploy(deployableCode(artifact, suite.name, libraries), words);
    const signer = await signerOf(session, { ...options, keyFile });
    const receipt = await transact(session, signer, { data, abi: JSON.stringify(artifact.abi) }, options.sending);
    await requireSuccess(receipt, abi);
    const contract = receipt.contractAddress ?? "";
    return sentReport(receipt, abi, { head: contract, results: [], contract });
  });
}

/** `chainside deploy`: a compiled contract onto a chain, from the command line. */
export function runDeploy(args: readonly string[]): Promise<number> {
  return runContractCommand({ name: "deploy", usage, options: parse(args), run: deploy });
}
