import { inspect } from "../../debugger/inspect/inspect";
import type { InspectionOrder } from "../../debugger/inspect/messages";
import { t, text } from "../../text/catalogue";
import { clientOf, transportOf, withSession } from "../connection/connect";
import {
  type Connection,
  connectionOf,
  nodeArguments,
  nodeUsage,
  tokenArgument,
  tokenOf,
  tokenUsage,
} from "../connection/connectionOptions";
import { terminalAddress } from "../contract/terminalTarget";
import { operationNamed } from "../operations/envelope";
import { tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, type Given, WrongCommandLine } from "../options/commandLine";
import { compilerArguments, compilerUsage } from "../options/compilerOptions";
import { severalTexts } from "../options/optionValues";
import { blocksArgument, blocksOf, blocksUsage } from "../options/reexecution";
import { storageLines } from "../output/inspectionLines";
import { complain, print } from "../output/print";
import { terminalForkConsent } from "../output/terminalForkConsent";
import type { Usage } from "../output/usageText";
import { storageSource } from "../solidity/storageSource";
import { withCompilers } from "../solidity/withCompilers";

const usage: Usage = {
  synopsis: "chainside storage TARGET [VARIABLE…] [options]",
  summary: text(
    "Prints the state variables of a contract by name. TARGET is an address or a BFS path such as /apps/Hello. The contract is found by its code among those of the folder. For an embedded chain, all storage is known. For other chains, it's read from the web3 port; without one, all blocks are re-executed on a copy.",
  ),
  options: [
    ["--web3 URL", text("web3 port of the node, for chains other than embedded ones: http://127.0.0.1:8545")],
    blocksUsage,
    ["--key-of VALUE", text("a value that might be a mapping key; repeat for several")],
    ["--folder FOLDER", text("project with the contracts (default: this folder)")],
    ...compilerUsage,
    tokenUsage,
    ...nodeUsage,
  ],
  notes: [
    text(
      "VARIABLE looks up one value: owner, list[3], 'balances[0x…]', 'people[\"bob\"].age'. For mappings, only keys from the source and from transactions known here are shown.",
    ),
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, 2 wrong command line."),
};

const storageArguments = {
  ...nodeArguments,
  ...tokenArgument,
  web3: { type: "string" },
  ...blocksArgument,
  "key-of": severalTexts,
  folder: { type: "string", default: "." },
  ...compilerArguments,
} as const;

interface StorageOrder extends Pick<Given<typeof storageArguments>, "values"> {
  readonly connection: Connection;
  readonly target: string;
  readonly expressions: readonly string[];
  readonly blocks: number | undefined;
}

const commandLine: CommandLine<typeof storageArguments, StorageOrder> = {
  name: "storage",
  usage,
  options: storageArguments,
  read: ({ values, positionals: [target, ...expressions] }) => {
    if (target === undefined) throw new WrongCommandLine(t("specify the contract's address"));
    const connection = { ...connectionOf(values), token: tokenOf(values) };
    return { values, connection, target, expressions, blocks: blocksOf(values) };
  },
};

/** The order of a command line. */
function orderOf(order: StorageOrder): Promise<Extract<InspectionOrder, { kind: "storage" }>> {
  const { values, connection, target, expressions } = order;
  const { folder, solc } = values;
  return withSession(connection, async (session) => {
    const address = await terminalAddress(session, target);
    return {
      kind: "storage",
      address,
      keys: values["key-of"],
      transactions: [],
      expressions,
      folder,
      trusted: true,
      ...(solc === undefined ? {} : { solc }),
      from: await storageSource(session, { ...connection, web3: values.web3, blocks: order.blocks }, address),
    };
  });
}

/** `chainside storage`: the state variables of a contract. */
export const runStorage = commandOf(commandLine, async (order) =>
  tellResult(await operationNamed("contract", "storage"), order.values.json, async () => {
    const asked = await orderOf(order);
    const { connection } = order;
    const consent =
      asked.from.kind === "rebuilt"
        ? terminalForkConsent(clientOf(connection, await transportOf(connection)))
        : undefined;
    const inspected = withCompilers(() => inspect(asked, undefined, consent));
    const result = await inspected.finally(() => consent?.client?.transport.close());
    const show = (): void => {
      for (const line of storageLines(result)) print(line);
      for (const note of result.notes) complain(note);
    };
    return { result, show };
  }),
);
