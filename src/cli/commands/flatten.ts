import { flatten } from "../../solidity/flatten/flatten";
import { say, t, text } from "../../text/catalogue";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { writeOutput } from "../output/outputFile";
import { complain, print } from "../output/print";
import type { Usage } from "../output/usageText";
import { readSource } from "../solidity/namedSources";

const usage: Usage = {
  synopsis: "chainside flatten FILE.sol [options]",
  summary: text(
    "Prints a source and all that it imports as one, for what takes a single file. All pragmas stay, and licenses are named together. Of several things of one name all but one get another name, which leaves the bytecode as it is. Contracts that need each other are refused.",
  ),
  options: [["--out FILE", text("write a file instead of printing")]],
  exitCodes: text("Exit code: 0 done, 1 refused, 2 wrong command line."),
};

const flattenArguments = { out: { type: "string" } } as const;

interface FlattenOptions {
  readonly path: string;
  readonly out: string | undefined;
}

const commandLine: CommandLine<typeof flattenArguments, FlattenOptions> = {
  name: "flatten",
  usage,
  options: flattenArguments,
  read: ({ values: { out }, positionals: [path, ...more] }) => {
    if (path === undefined || more.length > 0) throw new WrongCommandLine(t("specify one Solidity file"));
    return { path, out };
  },
};

/** `chainside flatten`: a source and all that it imports in one. */
export const runFlatten = commandOf(commandLine, async ({ path, out }) => {
  const { project, file } = await readSource(path);
  const made = flatten(project, file);
  if ("refused" in made) {
    complain(`chainside flatten: ${say(made.refused)}`);
    return 1;
  }
  if (out === undefined) print(made.text.trimEnd());
  else {
    await writeOutput(out, made.text);
    print(t("{0}: sources in one {1}", out, made.files));
  }
  return 0;
});
