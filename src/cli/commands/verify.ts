import { proxyFinding } from "../../chain/proxy/contractProxy";
import { clientError } from "../../errors/clientError";
import { verifiedAsJson } from "../../operations/inspect/verified";
import type { CodeVerdict } from "../../solidity/verify/verifyCode";
import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { sourceTarget } from "../../text/sourceNames";
import { withSession } from "../connection/connect";
import { type ContractOptions, contractUsage } from "../contract/contractOptions";
import { terminalAddress } from "../contract/terminalTarget";
import { type ContractOutput, contractCommand } from "../operations/runContractCommand";
import { WrongCommandLine } from "../options/commandLine";
import { compilerUsage } from "../options/compilerOptions";
import type { Usage } from "../output/usageText";
import { verifySource } from "../solidity/verifySource";

const usage: Usage = {
  synopsis: "chainside verify TARGET FILE.sol[:NAME] [options]",
  summary: text(
    "Compiles the file for the chain and compares it with the code at TARGET, an address or a BFS path such as /apps/Hello. What deployment fills in (library addresses, immutables) is shown. The compiler's own description of the sources is compared last.",
  ),
  options: [...compilerUsage, ...contractUsage],
  exitCodes: text("Exit code: 0 identical, 1 different or an error, 2 wrong command line."),
};

function words(verdict: CodeVerdict): LocalizableText {
  switch (verdict.kind) {
    case "same":
      return text("identical");
    case "sameButMetadata":
      return text(
        "identical, except for the compiler's description of the sources (comments, file names, or settings)",
      );
    case "noCode":
      return text("no code to compare");
    case "different":
      return verdict.at < 0
        ? text("different: {0} bytes on the chain, {1} compiled", verdict.actualLength, verdict.expectedLength)
        : text(
            "different from byte {0} on ({1} bytes on the chain, {2} compiled)",
            verdict.at,
            verdict.actualLength,
            verdict.expectedLength,
          );
  }
}

function verify(options: ContractOptions): Promise<ContractOutput> {
  const [target = "", source = ""] = options.words;
  return withSession(options.connection, async (session) => {
    const address = await terminalAddress(session, target);
    const verified = await verifySource(session, address, { target, source, solc: options.solc });
    const { best, title, proxy } = verified;
    const { verdict } = best;
    if (verdict.kind !== "same" && verdict.kind !== "sameButMetadata") {
      const source = `${best.sourceName}:${best.name}`;
      throw clientError("otherCode", { target: title || target, source, difference: say(words(verdict)) });
    }
    const { parts } = verdict;
    const libraries = Object.entries(parts.libraries).map(([library, at]) => t("Library {0}: {1}", library, at));
    const immutables = Object.values(parts.immutables).map((value) => t("Immutable: {0}", value));
    return {
      lines: [
        t("{0} at {1}: {2}", `${best.sourceName}:${best.name}`, verified.address, say(words(verdict))),
        ...(proxy ? [`${title} · ${proxyFinding(proxy)}`] : []),
        ...libraries,
        ...immutables,
      ],
      result: verifiedAsJson(address, verified),
    };
  });
}

const command = {
  name: "verify",
  usage,
  taken: ["solc", "allow-compiler", "use-npmrc"],
  check: ({ words: [, source = ""], words: { length } }: ContractOptions) => {
    if (length !== 2)
      throw new WrongCommandLine(t("specify the contract's address and the source, such as {0}", "0x… Coin.sol:Coin"));
    if (!sourceTarget(source)) throw new WrongCommandLine(t("{0} isn't a Solidity file", source));
  },
} as const;

/** `chainside verify`: whether a contract is what sources compile to. */
export const runVerify = contractCommand(command, verify);
