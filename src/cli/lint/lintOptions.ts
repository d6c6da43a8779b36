import { parseArgs } from "node:util";
import { isVersion } from "../../nodeConfig/schema/nodeVersion";
import { terminalLocale } from "../translation";

export type LintFormat = "text" | "json" | "sarif" | "github";

export interface LintOptions {
  readonly patterns: readonly string[];
  readonly format: LintFormat;
  readonly identityLength: "auto" | 128 | 512;
  readonly nodeVersion: string | undefined;
  readonly locale: string;
  readonly fix: boolean;
}

export const lintUsage = `usage: chainside lint [options] FILE|FOLDER|PATTERN…

Checks config.ini, config.genesis and nodes.json of FISCO BCOS nodes.

  --format text|json|sarif|github    how to print (default: text)
  --identity-length auto|128|512     hex digits of an ID in the access lists (default: auto)
  --node-version X.Y.Z               release that reads the files (default: what the node printed when it
                                     started last, else the newest known)
  --locale LOCALE                    language of the messages: en or zh-cn (default: the terminal's)
  --fix                              mend what has one mechanical answer, then report the rest

Exit code: 0 no error found, 1 errors found, 2 wrong command line or unreadable file.`;

const formats: readonly string[] = ["text", "json", "sarif", "github"];

/** Reads the command line of `chainside lint`; a string tells what is wrong with it. */
export function parseLintOptions(args: readonly string[], environment: NodeJS.ProcessEnv): LintOptions | string {
  const read = (): ReturnType<typeof readArguments> | string => {
    try {
      return readArguments(args);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const parsed = read();
  if (typeof parsed === "string") return parsed;
  const { values, positionals } = parsed;
  if (values.help) return "";
  if (positionals.length === 0) return "name at least one file, folder or pattern";
  if (!formats.includes(values.format)) return `--format must be one of ${formats.join(", ")}`;
  const identity = values["identity-length"];
  if (identity !== "auto" && identity !== "128" && identity !== "512")
    return "--identity-length must be auto, 128 or 512";
  const version = values["node-version"];
  if (version !== undefined && !isVersion(version))
    return `--node-version must be a release such as 3.16.4, not "${version}"`;
  return {
    patterns: positionals,
    format: values.format as LintFormat,
    identityLength: identity === "auto" ? "auto" : identity === "128" ? 128 : 512,
    nodeVersion: version?.replace(/^v/, ""),
    locale: values.locale ?? terminalLocale(environment),
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
