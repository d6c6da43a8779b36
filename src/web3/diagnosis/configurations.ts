import { type LocalizableText, text } from "../../text/catalogue";
import ethers from "./configurations/ethers.ts.eta";
import foundry from "./configurations/foundry.toml.eta";
import hardhat from "./configurations/hardhat.config.ts.eta";
import viem from "./configurations/viem.ts.eta";
import type { Web3Facts } from "./web3Finding";

/** What to put where in a tool. */
interface ToolConfiguration {
  readonly tool: string;
  /** Of the code, for a viewer; undefined for what is filled into a form. */
  readonly language: "ts" | "toml" | undefined;
  readonly text: string;
  /** What a form asks for. */
  readonly fields?: readonly (readonly [LocalizableText, string])[];
}

/** Room for estimates, where gas limits hold and nothing adds it. */
const multiplier = ({ gasLimitHolds, isProxy }: Web3Facts): number => (gasLimitHolds && !isProxy ? 1.3 : 1);

function foundryFlags({ hasFeeHistory, gasLimitHolds, isProxy }: Web3Facts): string {
  const always = hasFeeHistory ? [] : ["cast send --legacy", "forge create --legacy"];
  const script = [
    "forge script --broadcast",
    ...(isProxy ? [] : ["--slow"]),
    ...(hasFeeHistory ? [] : ["--legacy"]),
    ...(gasLimitHolds ? ["--gas-estimate-multiplier 300"] : []),
  ];
  return [...always, script.join(" ")].join("; ");
}

/** A configuration for each tool, ready to be copied, by what was seen of a port. */
export function toolConfigurations(facts: Web3Facts): ToolConfiguration[] {
  const { url, chainId } = facts;
  const small = facts.batch < 9;
  const common = { url, chainId };
  return [
    {
      tool: "Hardhat",
      language: "ts",
      text: hardhat({ ...common, gasMultiplier: multiplier(facts) }).trimEnd(),
    },
    { tool: "Foundry", language: "toml", text: foundry({ ...common, flags: foundryFlags(facts) }).trimEnd() },
    {
      tool: "viem",
      language: "ts",
      text: viem({ ...common, batch: small ? ", { batch: { batchSize: 8 } }" : "" }).trimEnd(),
    },
    { tool: "ethers", language: "ts", text: ethers({ ...common, batch: small ? ", batchMaxCount: 8" : "" }).trimEnd() },
    {
      tool: "MetaMask",
      language: undefined,
      text: "",
      fields: [
        [text("Network name"), "FISCO BCOS"],
        [text("RPC URL"), url],
        [text("Chain ID"), String(chainId)],
        [text("Currency symbol"), "ETH"],
      ],
    },
  ];
}
