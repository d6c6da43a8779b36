import { parseArgs } from "node:util";
import { type LocalizableText, text } from "../../nodeConfig/localizableText";
import { isVersion } from "../../nodeConfig/schema/nodeVersion";
import type { Usage } from "../usageText";

export type LintFormat = "text" | "json" | "sarif" | "github";

export interface LintOptions {
  readonly patterns: readonly string[];
  readonly format: LintFormat;
  readonly identityLength: "auto" | 128 | 512;
  readonly nodeVersion: string | undefined;
  readonly fix: boolean;
}

export const lintUsage: Usage = {
  synopsis: "chainside lint [options] FILE|FOLDER|PATTERN…",
  summary: text("Checks config.ini, config.genesis and nodes.json of FISCO BCOS nodes."),
  options: [
    ["--format text|json|sarif|github", text("how to print (default: text)")],
    ["--identity-length auto|128|512", text("hex digits of an ID in the access lists (default: auto)")],
    [
      "--node-version X.Y.Z",
      text("release that reads the files (default: what the node printed when it started last, else the newest known)"),
    ],
    ["--locale LOCALE", text("language of the messages: en or zh-cn (default: the terminal's)")],
    ["--fix", text("mend what has one mechanical answer, then report the rest")],
  ],
  exitCodes: text("Exit code: 0 no error found, 1 errors found, 2 wrong command line or unreadable file."),
};

const formats: readonly string[] = ["text", "json", "sarif", "github"];

/** Reads the command line of `chainside lint`, or tells what is wrong with it. */
export function parseLintOptions(
  args: readonly string[],
): LintOptions | { readonly help: true } | { readonly problem: LocalizableText } {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return { problem: { text: error instanceof Error ? error.message : String(error), args: [] } };
  }
  const { values, positionals } = parsed;
  if (values.help) return { help: true };
  if (positionals.length === 0) return { problem: text("name at least one file, folder or pattern") };
  if (!formats.includes(values.format)) return { problem: text("--format must be one of {0}", formats.join(", ")) };
  const identity = values["identity-length"];
  if (identity !== "auto" && identity !== "128" && identity !== "512")
    return { problem: text("--identity-length must be auto, 128 or 512") };
  const version = values["node-version"];
  if (version !== undefined && !isVersion(version))
    return { problem: text("--node-version must be a release such as 3.16.4, not {0}", version) };
  return {
    patterns: positionals,
    format: values.format as LintFormat,
    identityLength: identity === "auto" ? "auto" : identity === "128" ? 128 : 512,
    nodeVersion: version?.replace(/^v/, ""),
    fix: values.fix,
  };
}

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: "string", default: "text" },
      "identity-length": { type: "string", default: "auto" },
      "node-version": { type: "string" },
      locale: { type: "string" },
      fix: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
}
