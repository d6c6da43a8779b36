import type { ChainSession } from "../../chain/session";
import { t, text } from "../../text/catalogue";
import { sourceTarget } from "../../text/sourceNames";
import {
  type ContractOptions,
  contractUsage,
  insteadUsage,
  keyUsage,
  requireKey,
  signingArguments,
} from "../contract/contractOptions";
import { deployment, deploymentLines } from "../deployment/deployment";
import { type OperationCommand, runOperationCommand } from "../operations/runContractCommand";
import { WrongCommandLine } from "../options/commandLine";
import { compilerUsage } from "../options/compilerOptions";
import type { Usage } from "../output/usageText";

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
    "Exit code: 0 deployed, and linked where that was asked for, or would work; 1 an error, 2 wrong command line or not agreed to.",
  ),
};

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
export function runDeploy(args: readonly string[]): Promise<number> {
  return runOperationCommand(command, args, chosen);
}
