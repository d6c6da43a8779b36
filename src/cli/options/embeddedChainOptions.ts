import { devChainUsage } from "../../devchain/devChainUsage";
import { t } from "../../text/catalogue";
import { isChainVersion } from "../../text/versions";
import type { Usage } from "../output/usageText";
import { WrongCommandLine } from "./commandLine";
import { oneOf } from "./optionValues";

/** What an embedded chain of a command is made like, for `util.parseArgs`. */
export const embeddedChainArguments = {
  auth: { type: "boolean" },
  executor: { type: "string" },
  "node-version": { type: "string" },
  compatibility: { type: "string" },
} as const;

const usageOf = (names: readonly string[]): Usage["options"] =>
  devChainUsage.options.filter(([option]) => names.some((name) => option.split(" ")[0] === `--${name}`));

/** The same for a usage, as the chain's own program says it. */
export const embeddedChainUsage: Usage["options"] = usageOf(Object.keys(embeddedChainArguments));

/** The feature flags of such a chain. */
export const featureUsage: Usage["options"] = usageOf(["feature"]);

interface Values {
  readonly auth?: boolean | undefined;
  readonly executor?: string | undefined;
  readonly "node-version"?: string | undefined;
  readonly compatibility?: string | undefined;
}

/** What the command line says of the chain; the rest is left to the chain. */
interface EmbeddedChainWish {
  readonly auth?: true;
  readonly executor?: 0 | 1;
  readonly nodeVersion?: string;
  readonly compatibility?: string;
}

/** @throws WrongCommandLine */
export function embeddedChainOf(values: Values): EmbeddedChainWish {
  const { auth, executor, "node-version": nodeVersion, compatibility } = values;
  for (const [name, version] of Object.entries({ "node-version": nodeVersion, compatibility })) {
    if (version !== undefined && !isChainVersion(version))
      throw new WrongCommandLine(t("--{0} must look like {1}, not {2}", name, "3.16.4", version));
  }
  return {
    ...(auth ? { auth } : {}),
    ...(executor === undefined ? {} : { executor: oneOf("executor", executor, ["0", "1"]) === "0" ? 0 : 1 }),
    ...(nodeVersion === undefined ? {} : { nodeVersion }),
    ...(compatibility === undefined ? {} : { compatibility }),
  };
}
