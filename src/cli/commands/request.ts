import * as v from "valibot";
import { contractInterface } from "../../chain/abi/contractInterface";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import { type Hex, isHash } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { readGivenText } from "../../files/regularFile";
import { shownHere } from "../../signing/received";
import { type ShownRequest, withRequest } from "../../signing/request";
import {
  maxRequestFileBytes,
  type RequestFile,
  readRequestFile,
  sendRequestFile,
  signRequestFile,
} from "../../signing/requestFile";
import { requestPages, requestText } from "../../signing/requestText";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { commandAudit } from "../audit/terminalAudit";
import { withSession } from "../connection/connect";
import {
  accountConnectionOf,
  accountNodeArguments,
  accountNodeUsage,
  type Connection,
  connectionText,
} from "../connection/connectionOptions";
import { requireWriteAccess } from "../connection/requireSigning";
import { consentTrouble, terminalAsk } from "../connection/terminalConsent";
import { accountOf, readAbi } from "../contract/contractContext";
import { keyUsage } from "../contract/contractOptions";
import { printFailure } from "../operations/envelope";
import { keepOutcomeHere } from "../operations/inspection";
import { tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { accountArguments, devAccountNumber, type PasswordSource, passwordOf } from "../options/signingOptions";
import { replaceOutput } from "../output/outputFile";
import { complain, print } from "../output/print";
import { terminalQuestion } from "../output/terminalQuestion";
import type { Usage } from "../output/usageText";

const verbs = ["show", "sign", "send"] as const;

const usage: Usage = {
  synopsis: [
    "chainside request show FILE [--abi FILE]",
    "chainside request sign FILE --key FILE [--abi FILE] [options]",
    "chainside request send FILE [--url URL[,URL…]] [options]",
  ],
  summary: text(
    "Shows, signs, or sends a transaction that a signing command wrote with --request-out: signing needs no chain, so that it is done by another person, on another machine.",
  ),
  options: [
    ["--abi FILE", text("ABI of the contract, so that the call is read here; the file's own reading isn't believed")],
    ...keyUsage,
    ["--genesis HASH", text("hash of block 0 as you know it, for a signer whose policy asks for it")],
    ["--out FILE", text("where the signed request is written (default: the same file)")],
    ...accountNodeUsage,
  ],
  exitCodes: text("Exit code: 0 done, 1 an error, or the transaction failed, 2 wrong command line or not agreed to."),
};

const requestArguments = {
  ...accountNodeArguments,
  ...accountArguments,
  abi: { type: "string" },
  out: { type: "string" },
  genesis: { type: "string" },
} as const;

interface RequestOrder extends PasswordSource {
  readonly verb: (typeof verbs)[number];
  readonly file: string;
  readonly abi: string | undefined;
  readonly out: string | undefined;
  readonly genesisHash: Hex | undefined;
  readonly keyFile: string | undefined;
  readonly connection: Connection;
  readonly json: boolean;
}

const commandLine: CommandLine<typeof requestArguments, RequestOrder> = {
  name: "request",
  usage,
  options: requestArguments,
  failed: (thrown, form) => printFailure(thrown, { operation: "request" }, form),
  read: ({ values, positionals }) => {
    const [word, file, unexpected] = positionals;
    const verb = verbs.find((each) => each === word);
    if (verb === undefined) throw new WrongCommandLine(t("specify one of {0}", listed(verbs)));
    if (file === undefined) throw new WrongCommandLine(t("specify the file with the request"));
    if (unexpected !== undefined) throw new WrongCommandLine(t("unexpected argument {0}", unexpected));
    const { genesis } = values;
    if (genesis !== undefined && !isHash(genesis))
      throw new WrongCommandLine(t("--{0} must be 0x and 64 hex digits", "genesis"));
    const key = values.key ?? (process.env["CHAINSIDE_KEY"] || undefined);
    if (verb === "sign" && key === undefined) throw new WrongCommandLine(t("specify --{0}", "key"));
    if (verb === "sign" && key !== undefined && devAccountNumber(key) !== undefined)
      throw new WrongCommandLine(
        t("{0} is a development account with a public key; it signs only on this machine", key),
      );
    return {
      verb,
      file,
      abi: values.abi,
      out: values.out,
      genesisHash: genesis,
      keyFile: key,
      connection: accountConnectionOf(values),
      json: values.json,
      ...passwordOf(values),
    };
  },
};

async function requestIn(file: string): Promise<RequestFile> {
  const read = await readGivenText(file, maxRequestFileBytes).catch((cause: unknown) => {
    throw clientError("unreadableFile", { path: file }, { cause });
  });
  return readRequestFile(read);
}

/** What is told of a request is composed here alone. */
const requestCommand = { noun: "request", result: v.record(v.string(), v.unknown()) };

/** The request as it is shown on this machine. */
async function shownOf(
  request: RequestFile,
  { abi, genesisHash }: RequestOrder,
): Promise<Parameters<typeof withRequest>[0]> {
  const { suite } = request.transaction;
  const known = abi === undefined ? undefined : contractInterface(await readAbi(abi), suite);
  return shownHere(request, { abi: known, genesisHash });
}

const pagesOf = async (shown: ShownRequest): Promise<readonly string[]> =>
  requestPages(await requestText(shown, undefined));

async function show(order: RequestOrder): Promise<number> {
  const request = await requestIn(order.file);
  const shown = await shownOf(request, order);
  const signed = request.signature !== undefined;
  return tellResult({ ...requestCommand, verb: "show" }, order.json, async () => {
    const pages = await withRequest(shown, pagesOf);
    return {
      result: { hash: request.transaction.hash, from: request.claimed.from, signed },
      show: () => {
        print(pages.join("\n\n"));
        print(signed ? t("It is signed by {0}.", request.claimed.from) : t("It isn't signed."));
      },
    };
  });
}

async function signFile(order: RequestOrder): Promise<number> {
  const { file, out = file, connection, json } = order;
  const request = await requestIn(file);
  const { transaction } = request;
  const signer = await accountOf(transaction, { ...order, keyFile: order.keyFile ?? "" });
  const before = { yes: connection.agreed === true, confirm: connection.confirm };
  const text = await signRequestFile(request, await shownOf(request, order), {
    signer,
    before,
    ask: terminalAsk(terminalQuestion(), !json, "signs"),
    audit: commandAudit(connection, "terminal"),
    onRequest: async (asked) => {
      // What was agreed to before is shown all the same.
      if (before.yes && !json) complain((await pagesOf(asked))[0] ?? "");
    },
  }).catch((error: unknown) => {
    throw consentTrouble(error, true);
  });
  await replaceOutput(out, text);
  return tellResult({ ...requestCommand, verb: "sign" }, json, async () => ({
    result: { hash: transaction.hash, from: signer.address, file: out },
    show: () => print(t("Signed. Send it with chainside request send {0}", out)),
  }));
}

async function send(order: RequestOrder): Promise<number> {
  const { connection, json } = order;
  const request = await requestIn(order.file);
  const { transaction } = request;
  if (!request.signature) throw clientError("requestUnsigned", {});
  const shown = await shownOf(request, order);
  requireWriteAccess(connection);
  return withSession(connection, (session) =>
    tellResult({ ...requestCommand, verb: "send" }, json, async () => {
      const settled = await sendRequestFile(request, shown, {
        session,
        connection: connectionText(connection),
        audit: commandAudit(connection, "terminal"),
        onRequest: async (asked) => {
          if (!json) complain((await pagesOf(asked))[0] ?? "");
        },
        onSettled: (settlement) => keepOutcomeHere(session, transaction.hash, settlement),
      });
      if (settled.kind !== "inBlock") throw settled.error;
      await requireSuccess(session, settled.receipt, shown.abi);
      const { transactionHash, blockNumber, status, contractAddress } = settled.receipt;
      const deployed = transaction.data.to === "" ? { contractAddress } : {};
      return {
        result: { transactionHash, blockNumber, status, ...deployed },
        show: () => {
          if (transaction.data.to === "") print(contractAddress);
          print(t("Block {0}, transaction {1}", blockNumber, transactionHash));
        },
      };
    }),
  );
}

/** `chainside request`: transactions that one person writes, another signs, and either sends. */
export const runRequest = commandOf(commandLine, (order) => {
  switch (order.verb) {
    case "show":
      return show(order);
    case "sign":
      return signFile(order);
    case "send":
      return send(order);
  }
});
