import { maxBytes, readGivenFile } from "../../files/regularFile";
import type { SourceLayout } from "../../operations/model/inspector";
import { layoutOperation, layoutShown } from "../../operations/source/layout";
import type { StorageLayout } from "../../solidity/artifact/compiledProject";
import type { LayoutInUse } from "../../solidity/deployed/layoutInUse";
import { readLayout } from "../../solidity/layout/readLayout";
import { say, t, text, useCatalogue } from "../../text/catalogue";
import { isJsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { sourceTarget } from "../../text/sourceNames";
import { visibleLine } from "../../text/visibleText";
import { withSession } from "../connection/connect";
import { type Connection, connectionOf, nodeArguments, nodeUsage } from "../connection/connectionOptions";
import { terminalAddress } from "../contract/terminalTarget";
import { tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { compilerArguments, compilerUsage } from "../options/compilerOptions";
import { suiteOf } from "../options/optionValues";
import { complain, print } from "../output/print";
import { textTable } from "../output/textTable";
import type { Usage } from "../output/usageText";
import { layoutOfDeployed, layoutOfSource, type NamedLayout, sourceLayout } from "../solidity/sourceLayout";

const usage: Usage = {
  synopsis: "chainside layout FILE.sol[:NAME] [--against OTHER] [options]",
  summary: text(
    "Prints where a contract keeps its state variables. With --against, says what an upgrade does to what is stored: variables that move, that are read as another type, or that others take the place of, are errors.",
  ),
  options: [
    [
      "--against OTHER",
      text(
        "the layout that is in use: another source (FILE.sol:NAME), a JSON file with a storageLayout, or the address or BFS path of a deployed contract that was compiled here or stands in .chainside/proxies.json",
      ),
    ],
    ["--suite standard|sm", text("standard: keccak256. sm: SM3, for SM chains (default: standard)")],
    ...compilerUsage,
    ...nodeUsage,
  ],
  exitCodes: text(
    "Exit code: 0 done, 1 an upgrade would break what is stored, or can't be judged, or an error, 2 wrong command line.",
  ),
};

const layoutArguments = {
  ...nodeArguments,
  against: { type: "string" },
  suite: { type: "string", default: "standard" },
  ...compilerArguments,
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

const compiled = (source: string, { suite, solc }: LayoutOptions): Promise<NamedLayout> =>
  layoutOfSource(source, { suite, solc });

/** Of a contract on a chain: what it was compiled to here, when it was deployed. */
const deployed = (target: string, { connection, source }: LayoutOptions): Promise<LayoutInUse> =>
  withSession(connection, async (session) =>
    layoutOfDeployed(session, await terminalAddress(session, target), source, { target }),
  );

const undoubted = (layout: StorageLayout): LayoutInUse => ({ layout, doubts: [] });

async function layoutInFile(file: string): Promise<StorageLayout> {
  const content = (await readGivenFile(file, maxBytes.artifact)).toString("utf8");
  let layout: StorageLayout | undefined;
  let held: unknown;
  try {
    held = parseBoundedJson(content, jsonLimits.compiled);
    // what `chainside layout --json` printed holds it in its result
    layout = readLayout(isJsonObject(held) && isJsonObject(held["result"]) ? held["result"] : held);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (layout) return layout;
  const name = visibleLine(file);
  // Artifacts of forge have none unless the project asks for it.
  if (isJsonObject(held) && Array.isArray(held["abi"]))
    throw new WrongCommandLine(
      t(
        '{0} holds no storage layout; with extra_output = ["storageLayout"] in foundry.toml, forge build writes it',
        name,
      ),
    );
  throw new WrongCommandLine(t("{0} holds no storage layout", name));
}

async function otherLayout(against: string, options: LayoutOptions): Promise<LayoutInUse> {
  if (sourceTarget(against)) return undoubted((await compiled(against, options)).storageLayout);
  return against.endsWith(".json") ? undoubted(await layoutInFile(against)) : deployed(against, options);
}

function tableOf({ rows: variables }: SourceLayout): string[] {
  const rows = variables.map(({ slotText, offset, bytes, name, type, contract, depth }) => [
    slotText,
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

function showLayout(layout: SourceLayout): void {
  for (const line of tableOf(layout)) print(line);
  for (const { severity, message } of layout.changes ?? []) {
    const line = `${say(levels[severity])}: ${visibleLine(say(message))}`;
    if (severity === "error") complain(line);
    else print(line);
  }
  if (layout.verdict === "kept") print(t("Everything that is stored stays where it is read."));
  if (layout.verdict === "unknown") complain(t("Whether what is stored stays where it is read isn't known."));
}

/** `chainside layout`: where variables are, and what an upgrade does to them. Programs hear the compiler's own form, too. */
export const runLayout = commandOf(commandLine, (options) =>
  tellResult(layoutOperation, options.json, async () => {
    const now = await compiled(options.source, options);
    const before = options.against === undefined ? undefined : await otherLayout(options.against, options);
    const layout = sourceLayout(now, before);
    if (options.json) useCatalogue("en");
    const shown = layoutShown(layout);
    const result = { ...shown, storageLayout: now.storageLayout };
    return { result, show: () => showLayout(layout), code: layoutOperation.holds?.(shown) === false ? 1 : 0 };
  }),
);
