import { isVersion } from "../../nodeConfig/schema/nodeVersion";
import { t, text } from "../../text/catalogue";
import type { Usage } from "../usageText";

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

/** The same for `parseArgs`. */
export const configReadingArguments = {
  format: { type: "string", default: "text" },
  "identity-length": { type: "string", default: "auto" },
  "node-version": { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

interface Values {
  readonly format: string;
  readonly "identity-length": string;
  readonly "node-version"?: string | undefined;
}

/** Reads these options, or tells what is wrong with them. */
export function readConfigReading(
  values: Values,
  formats: readonly string[],
): ConfigReading | { readonly problem: string } {
  if (!formats.includes(values.format)) return { problem: t("--format must be one of {0}", formats.join(", ")) };
  const identity = values["identity-length"];
  if (identity !== "auto" && identity !== "128" && identity !== "512")
    return { problem: t("--identity-length must be auto, 128, or 512") };
  const version = values["node-version"];
  if (version !== undefined && !isVersion(version))
    return { problem: t("--node-version must be a release such as 3.16.4, not {0}", version) };
  return {
    identityLength: identity === "auto" ? "auto" : identity === "128" ? 128 : 512,
    nodeVersion: version?.replace(/^v/, ""),
  };
}
