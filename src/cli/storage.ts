import { getCode } from "../chain/rpc/getCode";
import { resolveTarget } from "../chain/services/bfs/readLink";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { inspect } from "../debugger/inspect/inspect";
import type { InspectionOrder } from "../debugger/inspect/messages";
import { evmOfChain } from "../solidity/version/evmVersion";
import { t, text } from "../text/catalogue";
import { withSession } from "./connection/connect";
import {
  type Connection,
  connectionArguments,
  connectionOf,
  connectionUsage,
  tokenArgument,
  tokenUsage,
  urlArgument,
  urlUsage,
} from "./connection/connectionOptions";
import { storageLines } from "./inspectionLines";
import { type CommandLine, type Given, runCommandLine, WrongCommandLine } from "./options/commandLine";
import { severalTexts } from "./options/optionValues";
import { complain, print, printJson } from "./print";
import { chainTargetOf } from "./solidity/chainTargetOf";
import type { Usage } from "./usageText";

const usage: Usage = {
  synopsis: "chainside storage TARGET [VARIABLE…] [options]",
  summary: text(
    "Prints the state variables of a contract by name. TARGET is an address or a BFS path such as /apps/Hello. The contract is found by its code among those of the folder. On an embedded chain all of its storage is known; of other chains, it is read from the web3 port.",
  ),
  options: [
    ["--web3 URL", text("web3 port of the node, for chains that aren't embedded ones: http://127.0.0.1:8545")],
    ["--key-of VALUE", text("a value that might be a mapping key; repeat for several")],
    ["--folder FOLDER", text("project with the contracts (default: this folder)")],
    ["--solc VERSION|PATH", text("compiler (default: by the pragmas)")],
    tokenUsage,
    urlUsage,
    ...connectionUsage,
  ],
  notes: [
    text(
      "VARIABLE looks up one value: owner, list[3], 'balances[0x…]', 'people[\"bob\"].age'. Of mappings, only keys are shown that transactions known here tell.",
    ),
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, 2 wrong command line."),
};

const storageArguments = {
  ...connectionArguments,
  ...urlArgument,
  ...tokenArgument,
  web3: { type: "string" },
  "key-of": severalTexts,
  folder: { type: "string", default: "." },
  solc: { type: "string" },
} as const;

interface StorageOrder extends Pick<Given<typeof storageArguments>, "values"> {
  readonly connection: Connection;
  readonly target: string;
  readonly expressions: readonly string[];
}

const commandLine: CommandLine<typeof storageArguments, StorageOrder> = {
  name: "storage",
  usage,
  options: storageArguments,
  read: ({ values, positionals: [target, ...expressions] }) => {
    if (target === undefined) throw new WrongCommandLine(t("specify the contract's address"));
    return { values, connection: connectionOf(values), target, expressions };
  },
};

/** Where the words come from: the web3 port that is named, else the embedded chain. */
function orderOf({
  values,
  connection,
  target,
  expressions,
}: StorageOrder): Promise<Extract<InspectionOrder, { kind: "storage" }>> {
  const { web3, folder, solc, token } = values;
  const [url = ""] = connection.urls;
  return withSession(connection, async (session) => {
    const address = await resolveTarget(session, target);
    return {
      kind: "storage",
      address,
      keys: values["key-of"],
      transactions: [],
      expressions,
      folder,
      trusted: true,
      ...(solc === undefined ? {} : { solc }),
      from:
        web3 === undefined
          ? { kind: "embedded", url, group: session.client.group, ...(token === undefined ? {} : { token }) }
          : {
              kind: "web3",
              url: web3,
              code: await getCode(session.client, address),
              suite: session.suite.name,
              revision: evmOfChain(await chainTargetOf(session)),
            },
    };
  });
}

/** `chainside storage`: the state variables of a contract. */
export function runStorage(args: readonly string[]): Promise<number> {
  return runCommandLine(commandLine, args, async (order) => {
    const view = await inspect(await orderOf(order));
    if (order.values.json) printJson(stringifyExactJson(view));
    else {
      for (const line of storageLines(view)) print(line);
      for (const note of view.notes) complain(note);
    }
    return 0;
  });
}
