import { join, resolve } from "node:path";
import { needsLibraries } from "../../applications/creationCode";
import { keptOptions } from "../../applications/generated/generateAgain";
import { goInputs } from "../../applications/go/goInputs";
import { type ClientContract, type GeneratedFile, generateClients } from "../../applications/java/generateClients";
import { isPackageName, sdkReleases } from "../../applications/java/javaPackage";
import { pythonFiles } from "../../applications/python/pythonFiles";
import { generateModules } from "../../applications/typescript/generateModules";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { clientContracts } from "../applications/clientContracts";
import { watchSources } from "../contractTests/watchSources";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { chainlessCompilerArguments, chainlessCompilerUsage, evmOf } from "../options/compilerOptions";
import { namedFiles } from "../options/filePatterns";
import { writeOutputBelow } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: "chainside generate java|typescript|go|python FILE|FOLDER… --out FOLDER [options]",
  summary: text(
    "Writes a client for each contract of Solidity files and artifacts: a Java class over the official Java SDK, with all that it needs in the same package (compile the classes as UTF-8), a TypeScript module for chainside/sdk, what abigen of the Go SDK reads, or ABI and code as the Python SDK finds them.",
  ),
  options: [
    ["--package NAME", text("Java: package of the classes, such as org.example.contracts")],
    ["--out FOLDER", text("folder of the sources; for Java, the package's folders are made in it")],
    [
      "--sdk VERSION",
      text(
        "Java: oldest Java SDK that the classes are for, 3.2 to 3.6 (default: 3.2; 3.6 adds values of payable functions)",
      ),
    ],
    ["--no-bytecode", text("leave out creation code, and what deploys")],
    ["--no-client", text("TypeScript: only constants, for other libraries")],
    ["--check", text("write nothing; say which files are missing or stale")],
    ["--watch", text("generate again when a Solidity file of the project changes")],
    ...chainlessCompilerUsage,
    ["--json", text("print the files as JSON")],
  ],
  exitCodes: text(
    "Exit code: 0 written (--check: all current), 1 errors (--check: stale files), 2 wrong command line.",
  ),
};

const generateArguments = {
  package: { type: "string" },
  out: { type: "string" },
  sdk: { type: "string" },
  "no-bytecode": { type: "boolean", default: false },
  "no-client": { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  ...chainlessCompilerArguments,
} as const;

interface GenerateOptions {
  readonly paths: readonly string[];
  /** What to write, and where below `out`. */
  readonly target:
    | { readonly language: "java"; readonly packageName: string; readonly sdk: string }
    | { readonly language: "typescript"; readonly client: boolean }
    | { readonly language: "go" | "python" };
  readonly out: string;
  readonly bytecode: boolean;
  readonly check: boolean;
  readonly watch: boolean;
  readonly evm: string | undefined;
  readonly solc: string | undefined;
  readonly json: boolean;
}

const languages = ["java", "typescript", "go", "python"] as const;
type Language = (typeof languages)[number];

interface TargetValues {
  readonly package?: string | undefined;
  readonly out?: string | undefined;
  readonly sdk?: string | undefined;
  readonly "no-client": boolean;
}

function javaTarget({ package: packageName, out, sdk = "3.2", "no-client": noClient }: TargetValues) {
  if (noClient) throw new WrongCommandLine(t("{0} is an option of {1}", "--no-client", "typescript"));
  if (packageName === undefined || out === undefined) throw new WrongCommandLine(t("specify --package and --out"));
  if (!isPackageName(packageName))
    throw new WrongCommandLine(t("{0} can't be the name of a Java package", packageName));
  const release = sdkReleases.find((each) => sdk === each || sdk.startsWith(`${each}.`));
  if (release === undefined)
    throw new WrongCommandLine(t("--sdk must be one of {0}, not {1}", listed(sdkReleases), sdk));
  return { language: "java", packageName, sdk: release } as const;
}

function requireNoJavaOptions({ package: packageName, sdk }: TargetValues): void {
  const wrong = packageName === undefined ? (sdk === undefined ? undefined : "--sdk") : "--package";
  if (wrong !== undefined) throw new WrongCommandLine(t("{0} is an option of {1}", wrong, "java"));
}

function typescriptTarget(values: TargetValues) {
  requireNoJavaOptions(values);
  return { language: "typescript", client: !values["no-client"] } as const;
}

function inputsTarget<const Name extends "go" | "python">(language: Name, values: TargetValues) {
  requireNoJavaOptions(values);
  if (values["no-client"]) throw new WrongCommandLine(t("{0} is an option of {1}", "--no-client", "typescript"));
  return { language };
}

function targetOf(language: Language, values: TargetValues): GenerateOptions["target"] {
  if (language === "java") return javaTarget(values);
  return language === "typescript" ? typescriptTarget(values) : inputsTarget(language, values);
}

const isLanguage = (name: string | undefined): name is Language => languages.some((each) => each === name);

const commandLine: CommandLine<typeof generateArguments, GenerateOptions> = {
  name: "generate",
  usage,
  options: generateArguments,
  read: ({ values, positionals: [language, ...paths] }) => {
    if (!isLanguage(language)) throw new WrongCommandLine(t("specify the language: {0}", listed(languages)));
    if (paths.length === 0) throw new WrongCommandLine(t("specify Solidity files, artifacts, or folders"));
    const { out, check, watch, solc, json } = values;
    const evm = evmOf(values.evm);
    const target = targetOf(language, values);
    if (out === undefined) throw new WrongCommandLine(t("specify --out"));
    if (watch && (check || json))
      throw new WrongCommandLine(t("specify {0} or {1}, not both", "--watch", check ? "--check" : "--json"));
    return { paths, target, out, bytecode: !values["no-bytecode"], check, watch, evm, solc, json };
  },
};

/** How a file stands to what is generated now. */
type FileState = "current" | "stale" | "missing";

async function stateOf(folder: string, { name, text: wanted }: GeneratedFile): Promise<FileState> {
  const found = await readTextIn(folder, name, maxBytes.artifact);
  if (found === undefined) return "missing";
  return found.replaceAll("\r\n", "\n") === wanted ? "current" : "stale";
}

/** With what makes them again in their origin. */
function withOptions(found: readonly ClientContract[], { target, bytecode, evm, solc }: GenerateOptions) {
  const { language } = target;
  const options = keptOptions({
    bytecode,
    evm,
    solc,
    ...(language === "java" ? { sdk: target.sdk } : {}),
    ...(language === "typescript" ? { client: target.client } : {}),
  });
  return found.map(({ artifact, origin }): ClientContract => ({ artifact, origin: { ...origin, options } }));
}

function filesFor(found: readonly ClientContract[], options: GenerateOptions): GeneratedFile[] {
  const { target, bytecode } = options;
  const contracts = withOptions(found, options);
  switch (target.language) {
    case "java":
      return generateClients(contracts, { ...target, bytecode });
    case "typescript":
      return generateModules(contracts, { bytecode, client: target.client });
    case "go":
      return goInputs(contracts, bytecode);
    case "python":
      return pythonFiles(contracts, bytecode);
  }
}

/** What Go's and Python's tools can't link is left out, which is said. */
function sayUnlinked(contracts: readonly ClientContract[], { target, bytecode }: GenerateOptions): void {
  if (!bytecode || (target.language !== "go" && target.language !== "python")) return;
  for (const { artifact } of contracts)
    if (needsLibraries(artifact, artifact.bytecode) || needsLibraries(artifact, artifact.smBytecode))
      complain(t("{0} needs libraries: its code is left out, deploy it with chainside deploy.", artifact.name));
}

async function generateOnce(options: GenerateOptions): Promise<number> {
  const { target, out, check, json } = options;
  const folder = target.language === "java" ? resolve(out, ...target.packageName.split(".")) : resolve(out);
  const paths = await namedFiles(options.paths, "both");
  const { contracts, complete } = await clientContracts({ ...options, paths, folder });
  if (contracts.length === 0) {
    complain(`chainside generate: ${t("No contract found in {0}.", listed(paths))}`);
    return complete ? 2 : 1;
  }
  sayUnlinked(contracts, options);
  const files = filesFor(contracts, options);
  const report: { path: string; contract?: string; state: FileState | "written" }[] = [];
  for (const file of files) {
    const path = join(folder, file.name);
    const before = await stateOf(folder, file);
    if (!check && before !== "current") await writeOutputBelow(resolve(out), path, file.text);
    const state = check || before === "current" ? before : "written";
    report.push({ path, ...(file.contract === undefined ? {} : { contract: file.contract }), state });
  }
  const outdated = check ? report.filter(({ state }) => state !== "current") : [];
  if (json) printJson(JSON.stringify({ files: report }));
  else {
    for (const { path, state } of outdated)
      complain(state === "missing" ? t("missing: {0}", path) : t("stale: {0}", path));
    if (check)
      print(
        outdated.length === 0
          ? t("All files are current: {0}", files.length)
          : t("Files to generate again: {0}", outdated.length),
      );
    else print(t("Files written to {0}: {1}", folder, report.filter(({ state }) => state === "written").length));
  }
  return complete && outdated.length === 0 ? 0 : 1;
}

async function generate(options: GenerateOptions): Promise<number> {
  if (!options.watch) return generateOnce(options);
  return watchSources(options.paths, async () => {
    await generateOnce(options);
    print(t("Waiting for changes. Press Ctrl+C to stop."));
  });
}

/** `chainside generate`: clients of contracts for applications, from the command line. */
export const runGenerate = commandOf(commandLine, generate);
