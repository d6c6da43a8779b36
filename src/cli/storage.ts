import { parseArgs } from "node:util";
import { createClient } from "../chain/client";
import { toChainError } from "../chain/errors/dictionary";
import { openSession } from "../chain/openSession";
import { getCode } from "../chain/rpc/getCode";
import { resolveTarget } from "../chain/services/bfs/readLink";
import { stringifyExactJson } from "../chain/transport/exactJson";
import { createHttpTransport } from "../chain/transport/httpTransport";
import { inspect } from "../debugger/inspect/inspect";
import type { InspectionOrder } from "../debugger/inspect/messages";
import { CannotDebug } from "../debugger/program/cannotDebug";
import { evmOfChain } from "../solidity/version/evmVersion";
import { argumentWords } from "../text/argumentTrouble";
import { t, text, useCatalogue } from "../text/catalogue";
import {
  connectionArguments,
  connectionUsage,
  timeoutOf,
  tlsOf,
  tokenMeaning,
  urlUsage,
} from "./connection/connectionOptions";
import { complainOfError } from "./connection/showError";
import { storageLines } from "./inspectionLines";
import { complain, print, printJson } from "./print";
import { chainTargetOf } from "./solidity/chainTargetOf";
import { refuse, showUsage, type Usage } from "./usageText";

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
    ["--token TOKEN", tokenMeaning],
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

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...connectionArguments,
      url: { type: "string", default: "http://127.0.0.1:20200" },
      web3: { type: "string" },
      "key-of": { type: "string", multiple: true, default: [] },
      folder: { type: "string", default: "." },
      solc: { type: "string" },
      token: { type: "string" },
    },
  });
}

type Arguments = ReturnType<typeof readArguments>;

/** Where the words come from: the web3 port that is named, else the embedded chain. */
async function orderOf(
  { values, positionals }: Arguments,
  timeoutMs: number,
): Promise<Extract<InspectionOrder, { kind: "storage" }>> {
  const [target = "", ...expressions] = positionals;
  const { url, web3, folder, solc, token } = values;
  const transport = createHttpTransport({ url: url.split(","), tls: await tlsOf(values), timeoutMs });
  try {
    const session = await openSession(createClient(transport, values.group ?? "", values.node));
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
  } finally {
    await transport.close();
  }
}

/** `chainside storage`: the state variables of a contract. */
export async function runStorage(args: readonly string[]): Promise<number> {
  let parsed: Arguments;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return refuse("storage", argumentWords(error), usage);
  }
  if (parsed.values.help) return showUsage(usage);
  if (parsed.positionals.length === 0) return refuse("storage", t("specify the contract's address"), usage);
  const { json, timeout } = parsed.values;
  const timeoutMs = timeoutOf(timeout);
  if (timeoutMs === undefined) return refuse("storage", t("--timeout must be a number of milliseconds"), usage);
  // What programs read is in English.
  if (json) useCatalogue("en");
  try {
    const view = await inspect(await orderOf(parsed, timeoutMs));
    if (json) printJson(stringifyExactJson(view));
    else {
      for (const line of storageLines(view)) print(line);
      for (const note of view.notes) complain(note);
    }
    return 0;
  } catch (thrown) {
    if (thrown instanceof CannotDebug) complain(`chainside storage: ${thrown.message}`);
    else await complainOfError("storage", toChainError(thrown));
    return 1;
  }
}
