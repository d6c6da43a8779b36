import { isKnownRelease, releaseText } from "../../facts/releases/releases";
import { namedRelease } from "../../nodeConfig/schema/nodeVersion";
import { say, t, text } from "../../text/catalogue";
import { WrongCommandLine } from "../options/commandLine";
import { oneOf } from "../options/optionValues";
import { complain } from "../output/print";
import type { Usage } from "../output/usageText";

/** How files of nodes are to be read, as the command line says it. */
export interface ConfigReading {
  readonly identityLength: "auto" | 128 | 512;
  /** As told, without a leading `v`. */
  readonly nodeVersion: string | undefined;
}

/** The options of every command that reads files of nodes, for its usage text. */
export const configReadingUsage: Usage["options"] = [
  ["--identity-length auto|128|512", text("hex digits of the IDs in the access lists (default: auto)")],
  [
    "--node-version X.Y.Z",
    text(
      "node release that reads the files (default: the one printed at the node's last start, otherwise the newest known)",
    ),
  ],
];

/** The same for `util.parseArgs`. */
export const configReadingArguments = {
  format: { type: "string", default: "text" },
  "identity-length": { type: "string", default: "auto" },
  "node-version": { type: "string" },
} as const;

interface Values {
  readonly "identity-length": string;
  readonly "node-version"?: string | undefined;
}

/**
 * What these options say.
 * @throws WrongCommandLine
 */
export function readConfigReading(values: Values): ConfigReading {
  const identity = oneOf("identity-length", values["identity-length"], ["auto", "128", "512"]);
  const named = values["node-version"];
  const nodeVersion = namedRelease(named);
  if (named !== undefined && nodeVersion === undefined)
    throw new WrongCommandLine(t("--node-version must be a release such as 3.16.4, not {0}", named));
  if (nodeVersion !== undefined && !isKnownRelease(nodeVersion)) complain(say(releaseText(nodeVersion)));
  return {
    identityLength: identity === "auto" ? "auto" : identity === "128" ? 128 : 512,
    nodeVersion,
  };
}
