import { t, text } from "../../text/catalogue";
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

/** The same for a usage. */
export const embeddedChainUsage: Usage["options"] = [
  ["--auth", text("turn on permission governance from block 0")],
  ["--executor 0|1", text("classic or baseline executor (default: 1)")],
  ["--node-version 3.x.y", text("node version to imitate")],
  ["--compatibility 3.x.y", text("data version of the chain")],
];

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
  for (const version of [nodeVersion, compatibility]) {
    if (version !== undefined && !isChainVersion(version))
      throw new WrongCommandLine(t("a version must look like 3.16.4, not {0}", version));
  }
  return {
    ...(auth ? { auth } : {}),
    ...(executor === undefined ? {} : { executor: oneOf("executor", executor, ["0", "1"]) === "0" ? 0 : 1 }),
    ...(nodeVersion === undefined ? {} : { nodeVersion }),
    ...(compatibility === undefined ? {} : { compatibility }),
  };
}
