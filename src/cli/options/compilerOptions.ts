import { evmVersionOf } from "../../solidity/version/evmVersion";
import { t, text } from "../../text/catalogue";
import type { Usage } from "../output/usageText";
import { WrongCommandLine } from "./commandLine";
import { consentArguments, consentUsage } from "./compilerConsent";

/** Which compiler a command uses, for `util.parseArgs`. */
export const compilerArguments = { solc: { type: "string" }, ...consentArguments } as const;

/** The same for a usage. */
export const compilerUsage: Usage["options"] = [
  ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
  ...consentUsage,
];

/** The same for a command that compiles for no chain in particular. */
export const chainlessCompilerArguments = { evm: { type: "string" }, ...compilerArguments } as const;

/** The same for a usage. */
export const chainlessCompilerUsage: Usage["options"] = [
  [
    "--evm NAME",
    text("EVM version, such as london, paris, or cancun (default: the newest the compiler supports, cancun at most)"),
  ],
  ...compilerUsage,
];

/** The EVM version of `--evm`. @throws WrongCommandLine for one that no compiler has */
export function evmOf(evm: string | undefined): string | undefined {
  if (evm === undefined || evmVersionOf(evm)) return evm;
  throw new WrongCommandLine(t("no compiler supports the EVM version {0}", evm));
}
