import { t } from "./catalogue";
import { thrownText } from "./thrownText";

/** What stands between the first two quotation marks: Node quotes the option or argument that it speaks of. */
function quoted(message: string): string {
  const open = message.indexOf("'");
  const close = message.indexOf("'", open + 1);
  return open < 0 || close < 0 ? "" : message.slice(open + 1, close);
}

/** `-h, --help <value>` → `--help` */
function optionName(words: string): string {
  const [name = ""] = (words.split(", ").at(-1) ?? "").split(" ");
  return name;
}

/** The option that `util.parseArgs` doesn't know, as it was typed; undefined for any other error. */
export function unknownOption(error: unknown): string | undefined {
  const unknown = error instanceof Error && "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
  return unknown ? quoted(error.message) : undefined;
}

/** What `util.parseArgs` found wrong with a command line, in the chosen language; undefined for any other error. */
export function argumentTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const words = quoted(error.message);
  switch (error.code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION":
      return t("unknown option {0}", words);
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return t("unexpected argument {0}", words);
    case "ERR_PARSE_ARGS_INVALID_OPTION_VALUE":
      if (error.message.includes("ambiguous"))
        return t("a value that begins with a dash must be written as {0}=VALUE", optionName(words));
      return error.message.includes("does not take")
        ? t("{0} doesn't take a value", optionName(words))
        : t("{0} requires a value", optionName(words));
    default:
      return undefined;
  }
}

/** The same, where only reading the command line can have failed. */
export function argumentText(error: unknown): string {
  return argumentTrouble(error) ?? thrownText(error);
}
