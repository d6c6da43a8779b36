import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { version } from "../../../package.json";
import type { ClientContract } from "../../applications/java/generateClients";
import { isPackageName } from "../../applications/java/javaPackage";
import {
  type ApplicationChain,
  type ApplicationKind,
  applicationKinds,
  type BuildTool,
  buildTools,
  isApplicationName,
  isJava,
} from "../../applications/newApplication/base/application";
import { newApplication } from "../../applications/newApplication/newApplication";
import { parseEndpoint } from "../../chain/transport/endpoint";
import { t, text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { listed } from "../../text/joining";
import { clientContracts } from "../applications/clientContracts";
import {
  type Connection,
  connectionArguments,
  connectionOf,
  connectionUsage,
  tlsFilesOf,
  urlArgument,
  urlUsage,
} from "../connection/connectionOptions";
import { namedAddresses } from "../contract/contractOptions";
import { type CommandLine, commandOf, WrongCommandLine, withWords } from "../options/commandLine";
import { chainlessCompilerArguments, chainlessCompilerUsage, evmOf } from "../options/compilerOptions";
import { namedFiles } from "../options/filePatterns";
import { writeOutputBelow } from "../output/outputFile";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: [
    "chainside new application FILE|FOLDER… --kind KIND --out FOLDER [options]",
    "chainside new project FOLDER [options]    (chainside new project --help)",
  ],
  summary: text(
    "Writes an application that calls contracts of Solidity files and artifacts, with its settings for a chain, a route for each function, tests on an embedded chain, and a README. The folder must be new or empty. Certificates are named by their paths, no key is written, and no node is asked.",
  ),
  options: [
    ["--kind KIND", text("what to write: {0}", applicationKinds.join("|"))],
    ["--out FOLDER", text("folder of the application")],
    ["--name NAME", text("name of the application (default: that of the folder)")],
    ["--build TOOL", text("Java: what builds it: {0} (default: {1})", buildTools.join("|"), buildTools[0])],
    ["--package NAME", text("Java: package of the application (default: org.example with its name)")],
    ["--contract NAME", text("only this contract; repeat for several (default: all that can be deployed)")],
    ["--address NAME=ADDRESS", text("where a contract stands already; repeat for several")],
    [
      "--chainside VERSION|FILE",
      text("what package.json names as chainside: a version, or its packed file (default: this version)"),
    ],
    ...chainlessCompilerUsage,
    urlUsage,
    ...connectionUsage.filter(([name]) => !/^--(?:timeout|node)/.test(name)),
  ],
  exitCodes: text("Exit code: 0 written, 1 errors, 2 wrong command line."),
};

const { node: _node, timeout: _timeout, ...chainArguments } = connectionArguments;

const newArguments = {
  kind: { type: "string" },
  out: { type: "string" },
  name: { type: "string" },
  build: { type: "string" },
  package: { type: "string" },
  contract: { type: "string", multiple: true },
  address: { type: "string", multiple: true },
  chainside: { type: "string" },
  ...urlArgument,
  ...chainArguments,
  ...chainlessCompilerArguments,
} as const;

interface NewOptions {
  readonly paths: readonly string[];
  readonly kind: ApplicationKind;
  readonly build: BuildTool;
  readonly out: string;
  readonly name: string;
  readonly packageName: string;
  readonly only: readonly string[];
  readonly addresses: Readonly<Record<string, string>>;
  readonly chainside: string;
  readonly connection: Connection;
  readonly evm: string | undefined;
  readonly solc: string | undefined;
  readonly json: boolean;
}

function kindOf(text: string | undefined): ApplicationKind {
  const kind = applicationKinds.find((each) => each === text);
  if (kind === undefined) throw new WrongCommandLine(t("specify --kind: {0}", listed(applicationKinds)));
  return kind;
}

function buildToolOf(text: string | undefined): BuildTool {
  const tool = text === undefined ? buildTools[0] : buildTools.find((each) => each === text);
  if (tool === undefined) throw new WrongCommandLine(t("specify --build: {0}", listed(buildTools)));
  return tool;
}

/** A version as it is, a packed file by its place. */
const chainsideOf = (given: string): string => (/\.tgz$/i.test(given) ? `file:${resolve(given)}` : given);

const commandLine: CommandLine<typeof newArguments, NewOptions> = {
  name: "new",
  usage,
  options: newArguments,
  read: ({ values, positionals: [what, ...paths] }) => {
    if (what !== "application")
      throw new WrongCommandLine(t("specify what to make: {0}", listed(["application", "project"])));
    if (paths.length === 0) throw new WrongCommandLine(t("specify Solidity files, artifacts, or folders"));
    const { out, solc, json, contract = [], address = [] } = values;
    const evm = evmOf(values.evm);
    const kind = kindOf(values.kind);
    if (out === undefined) throw new WrongCommandLine(t("specify --out"));
    const name = values.name ?? basename(resolve(out)).toLowerCase();
    if (!isApplicationName(name))
      throw new WrongCommandLine(t("{0} can't be the name of an application: specify --name my-service", name));
    const packageName = values.package ?? `org.example.${name.replace(/[^a-z0-9]/g, "")}`;
    if (isJava(kind) && !isPackageName(packageName))
      throw new WrongCommandLine(t("{0} can't be the name of a Java package", packageName));
    for (const option of ["package", "build"] as const) {
      if (values[option] !== undefined && !isJava(kind))
        throw new WrongCommandLine(
          t("{0} is an option of {1}", `--${option}`, listed(applicationKinds.filter(isJava))),
        );
    }
    return {
      build: buildToolOf(values.build),
      ...{ paths, kind, out, name, packageName, evm, solc, json },
      only: contract,
      addresses: namedAddresses("address", address),
      chainside: chainsideOf(values.chainside ?? version),
      connection: connectionOf(values),
    };
  },
};

const isFunction = (entry: unknown): boolean => (entry as { type?: unknown } | null)?.type === "function";

/** Those that were named; else what can be deployed, or all where nothing can be. @throws WrongCommandLine */
function chosen(found: readonly ClientContract[], only: readonly string[]): readonly ClientContract[] {
  const names = found.map(({ artifact }) => artifact.name);
  for (const name of only) {
    if (names.includes(name)) continue;
    const meant = closestName(name, names);
    throw new WrongCommandLine(
      meant
        ? t("there is no contract {0}. Did you mean {1}?", name, meant)
        : t("there is no contract {0}. There are {1}.", name, listed(names)),
    );
  }
  if (only.length > 0) return found.filter(({ artifact }) => only.includes(artifact.name));
  const useful = found.filter(({ artifact }) => artifact.abi.some(isFunction));
  const deployable = useful.filter(({ artifact }) => artifact.bytecode !== undefined);
  return deployable.length > 0 ? deployable : useful;
}

async function chainOf(connection: Connection): Promise<ApplicationChain> {
  const files = await tlsFilesOf(connection);
  const { group } = connection;
  // the official SDK wants a port, and knows no ws://
  const urls = connection.urls.map((url) => parseEndpoint(url).origin);
  if (!files) return { urls, group, tls: undefined };
  const placed = Object.entries({ ...files }).flatMap(([kind, path]) =>
    typeof path === "string" ? [[kind, resolve(path)]] : [],
  );
  return { urls, group, tls: { ca: resolve(files.ca), ...(Object.fromEntries(placed) as Record<string, string>) } };
}

const isVacant = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
};

async function writeApplication(options: NewOptions): Promise<number> {
  const { only, json, connection } = options;
  const folder = resolve(options.out);
  if (!(await isVacant(folder))) {
    complain(`chainside new: ${t("{0} isn't empty; an application gets a folder of its own.", folder)}`);
    return 1;
  }
  const paths = await namedFiles(options.paths, "both");
  const { contracts: found, complete } = await clientContracts({ ...options, paths, folder, bytecode: true });
  const contracts = chosen(found, only);
  if (contracts.length === 0) {
    complain(`chainside new: ${t("No contract found in {0}.", listed(paths))}`);
    return complete ? 2 : 1;
  }
  const files = newApplication({ ...options, contracts, chain: await chainOf(connection) });
  for (const file of files) await writeOutputBelow(folder, join(folder, file.path), file.text);
  if (json) printJson(JSON.stringify({ folder, files: files.map(({ path }) => path) }));
  else {
    for (const { path } of files) print(path);
    print(t("Files written to {0}: {1}", folder, files.length));
  }
  return complete ? 0 : 1;
}

/** `chainside new application`: an application that calls contracts, from the command line; `new project` has a page of its own. */
export const runNew = withWords(commandOf(commandLine, writeApplication), {
  project: async () => (await import("./newProject")).runNewProject,
});
