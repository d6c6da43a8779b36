import * as v from "valibot";
import { clientError } from "../../chain/errors/clientError";
import { getCode } from "../../chain/rpc/getCode";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import { mostBytes, readGivenFile } from "../../files/regularFile";
import type { StorageLayout } from "../../solidity/artifact/compiledProject";
import { keptContractOf } from "../../solidity/compile/keptContract";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilers/compilerStore";
import { type LayoutChange, layoutChanges } from "../../solidity/layout/layoutChanges";
import { readLayout } from "../../solidity/layout/readLayout";
import { storageTable } from "../../solidity/layout/storageTable";
import { say, sayInEnglish, t, text } from "../../text/catalogue";
import { isJsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { visibleLine } from "../../text/visibleText";
import { withSession } from "../connection/connect";
import { type Connection, connectionOf, nodeArguments, nodeUsage } from "../connection/connectionOptions";
import { type Told, tellResult } from "../operations/tellResult";
import { type CommandLine, runCommandLine, WrongCommandLine } from "../options/commandLine";
import { consentArguments, consentUsage } from "../options/compilerConsent";
import { suiteOf } from "../options/optionValues";
import { complain, print } from "../output/print";
import { textTable } from "../output/textTable";
import type { Usage } from "../output/usageText";
import { compileSources, contractIn } from "../solidity/compileSources";
import { sourceTarget } from "../solidity/sourceTarget";

const usage: Usage = {
  synopsis: "chainside layout FILE.sol[:NAME] [--against OTHER] [options]",
  summary: text(
    "Prints where a contract keeps its state variables. With --against, says what an upgrade does to what is stored: variables that move, that are read as another type, or that others take the place of, are errors.",
  ),
  options: [
    [
      "--against OTHER",
      text(
        "the layout that is in use: another source (FILE.sol:NAME), a JSON file with a storageLayout, or the address or BFS path of a deployed contract that was compiled here",
      ),
    ],
    ["--suite standard|sm", text("standard: keccak256. sm: SM3, for SM chains (default: standard)")],
    ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
    ...consentUsage,
    ...nodeUsage,
  ],
  exitCodes: text("Exit code: 0 done, 1 an upgrade would break what is stored, or an error, 2 wrong command line."),
};

const layoutArguments = {
  ...nodeArguments,
  against: { type: "string" },
  suite: { type: "string", default: "standard" },
  solc: { type: "string" },
  ...consentArguments,
} as const;

interface LayoutOptions {
  readonly source: string;
  readonly against: string | undefined;
  readonly suite: "standard" | "sm";
  readonly solc: string | undefined;
  readonly connection: Connection;
  readonly json: boolean;
}

const commandLine: CommandLine<typeof layoutArguments, LayoutOptions> = {
  name: "layout",
  usage,
  options: layoutArguments,
  read: ({ values, positionals: [source, ...more] }) => {
    if (source === undefined || more.length > 0 || !sourceTarget(source))
      throw new WrongCommandLine(t("specify one Solidity file"));
    const { against, suite, solc, json } = values;
    return { source, against, suite: suiteOf(suite), solc, connection: connectionOf(values), json };
  },
};

/** @throws ChainError usage `notCompiled`, `noSuchContract`; WrongCommandLine for a compiler that tells no layout */
async function layoutOfSource(source: string, { suite, solc }: LayoutOptions): Promise<StorageLayout> {
  const { file, name } = sourceTarget(source) ?? { file: source, name: undefined };
  const result = await compileSources([file], { suite, ...(solc === undefined ? {} : { solc }) });
  const { contract } = contractIn(result, name);
  if (!contract.storageLayout) throw new WrongCommandLine(t("compilers before 0.5.13 don't tell where variables are"));
  return contract.storageLayout;
}

/** Of a contract on a chain: what it was compiled to here, when it was deployed. */
function layoutOfDeployed(target: string, { connection }: LayoutOptions): Promise<StorageLayout> {
  return withSession(connection, async (session) => {
    const address = await resolveTarget(session, target);
    const code = await getCode(session.client, address);
    if (code.length <= 2) throw clientError("noCodeAt", { target });
    const kept = await keptContractOf(artifactsBeside(defaultCompilerCache()), code);
    const layout = kept?.storageLayout;
    if (!layout)
      throw new WrongCommandLine(
        t(
          "the code at {0} wasn't compiled here, or too long ago: specify its source or a file with its layout",
          address,
        ),
      );
    return layout;
  });
}

async function layoutInFile(file: string): Promise<StorageLayout> {
  const content = (await readGivenFile(file, mostBytes.artifact)).toString("utf8");
  let layout: StorageLayout | undefined;
  try {
    const held = parseBoundedJson(content, jsonLimits.compiled);
    // what `chainside layout --json` printed holds it in its result
    layout = readLayout(isJsonObject(held) && isJsonObject(held["result"]) ? held["result"] : held);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!layout) throw new WrongCommandLine(t("{0} holds no storage layout", visibleLine(file)));
  return layout;
}

function otherLayout(against: string, options: LayoutOptions): Promise<StorageLayout> {
  if (sourceTarget(against)) return layoutOfSource(against, options);
  return against.endsWith(".json") ? layoutInFile(against) : layoutOfDeployed(against, options);
}

function tableOf(layout: StorageLayout): string[] {
  const rows = storageTable(layout).map(({ slot, offset, bytes, name, type, contract, depth }) => [
    slot,
    String(offset),
    bytes,
    `${"  ".repeat(depth)}${name}`,
    type,
    contract,
  ]);
  return textTable([t("Slot"), t("Offset"), t("Bytes"), t("Variable"), t("Type"), t("Contract")], rows, [0, 1, 2]);
}

/** What a change is called before its sentence. */
const levels = { error: text("error"), warning: text("warning"), information: text("new") } as const;

/** The layout in the compiler's own form, and what an upgrade to it does. */
const told: Told = {
  noun: "source",
  verb: "layout",
  result: v.object({
    storageLayout: v.looseObject({}),
    changes: v.optional(
      v.array(v.looseObject({ severity: v.picklist(["error", "warning", "information"]), message: v.string() })),
    ),
  }),
};

function resultOf(layout: StorageLayout, changes: readonly LayoutChange[] | undefined): object {
  const said = changes?.map(({ message, ...rest }) => ({ ...rest, message: sayInEnglish(message) }));
  return { storageLayout: layout, ...(said ? { changes: said } : {}) };
}

function showLayout(layout: StorageLayout, changes: readonly LayoutChange[] | undefined): void {
  for (const line of tableOf(layout)) print(line);
  for (const { severity, message } of changes ?? []) {
    const line = `${say(levels[severity])}: ${visibleLine(say(message))}`;
    if (severity === "error") complain(line);
    else print(line);
  }
  if (changes && !changes.some(({ severity }) => severity === "error"))
    print(t("Everything that is stored stays where it is read."));
}

/** `chainside layout`: where variables are, and what an upgrade does to them. */
export function runLayout(args: readonly string[]): Promise<number> {
  return runCommandLine(commandLine, args, (options) =>
    tellResult(told, options.json, async () => {
      const now = await layoutOfSource(options.source, options);
      const before = options.against === undefined ? undefined : await otherLayout(options.against, options);
      const changes = before && layoutChanges(before, now);
      const breaks = changes?.some(({ severity }) => severity === "error") === true;
      return { result: resultOf(now, changes), show: () => showLayout(now, changes), code: breaks ? 1 : 0 };
    }),
  );
}
