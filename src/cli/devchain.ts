import { devChainProcess } from "../devchain/devChainProcess";
import { devChainUsage } from "../devchain/devChainUsage";
import { usageForTerminal } from "./usageText";

/** `chainside devchain`: runs an embedded chain until it is stopped. */
export async function runDevchain(args: readonly string[]): Promise<number> {
  const usage = await usageForTerminal(devChainUsage);
  return devChainProcess(args, () => usage);
}
