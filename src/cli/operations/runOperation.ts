import { isOlderNode, olderNodeNote } from "../../chain/services/network/listPeers";
import { nouns } from "../../operations/catalogue";
import type { Operation } from "../../operations/model/operation";
import { callForm } from "../../operations/words/fieldText";
import { say, t } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { visibleLine } from "../../text/visibleText";
import { clientOf, withSession, withTransport } from "../connection/connect";
import { accountOf } from "../contract/contractContext";
import { runCommandLine } from "../options/commandLine";
import { hideNegative } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print } from "../output/print";
import { terminalPlace } from "./chainKnowledge";
import { localWordsOf } from "./localText";
import { operationLine, summaryOf, type TypedOperation } from "./operationLine";
import { type OperationRun, performOperation, tellOlderNode } from "./performOperation";

/** On the chain; of a node of 2.x, which gets no session, what it can be asked all the same. */
async function perform(operation: Operation, typed: TypedOperation): Promise<number> {
  try {
    return await performOnChain(operation, typed);
  } catch (thrown) {
    if (!operation.ofOlderNode || !isOlderNode(thrown)) throw thrown;
    const { connection, order } = typed;
    return withTransport(connection, async (transport) => {
      complain(say(olderNodeNote(visibleLine(transport.label))));
      return tellOlderNode(operation, order, clientOf(connection, transport));
    });
  }
}

function performOnChain(
  operation: Operation,
  { connection, keyFile, order, ...password }: TypedOperation,
): Promise<number> {
  return withSession(connection, async (session) => {
    const signer = keyFile === undefined ? undefined : await accountOf(session, { keyFile, ...password });
    const done = async (following: Pick<OperationRun, "nextBlock" | "signal"> = {}): Promise<number> =>
      performOperation(operation, order, { ...(await terminalPlace(session, connection, signer)), ...following });
    if (!order.follow) return done();
    const { blockWaiter } = await import("../connection/blockWaiter");
    return stoppable(async (signal) =>
      done({ nextBlock: await blockWaiter(connection, session.groupId, signal), signal }),
    );
  });
}

/** The operation that a line means: of a noun with one verb alone, also where only options stand behind it. */
async function meantBy(noun: string, [verb = "", ...rest]: readonly string[]) {
  const operations = (await nouns[noun]?.load()) ?? [];
  const [only, ...others] = operations;
  const alone = others.length === 0 && verb.startsWith("--") && verb !== "--help" ? only : undefined;
  const operation = operations.find((each) => each.verb === verb);
  return operation ? { operation, words: rest } : alone && { operation: alone, words: [verb, ...rest] };
}

/** What there is to do with a noun. */
async function nounUsage(noun: string): Promise<string> {
  const operations = (await nouns[noun]?.load()) ?? [];
  const rows = [
    ...operations.map((operation) => [callForm(operation), summaryOf(operation)] as const),
    ...localWordsOf(noun).map(([, { form, summary }]) => [form, say(summary)] as const),
  ];
  const width = Math.max(...rows.map(([form]) => form.length));
  const lines = rows.map(([form, summary]) => `  ${form.padEnd(width)}  ${summary}`);
  const help = t("Run {0} to see all options.", `chainside ${noun} VERB --help`);
  return [t("usage: {0}", `chainside ${noun} VERB [fields] [options]`), "", ...lines, "", help].join("\n");
}

/** `chainside NOUN VERB …`: one operation of the catalogue. Gives the exit code. */
export async function runOperation(noun: string, args: readonly string[]): Promise<number> {
  const [verb] = args;
  const meant = await meantBy(noun, args);
  if (meant) {
    const { operation, words } = meant;
    return runCommandLine(operationLine(operation), words.map(hideNegative), (typed) => perform(operation, typed));
  }
  if (verb === undefined || verb === "--help" || verb === "-h") {
    print(await nounUsage(noun));
    return verb === undefined ? 2 : 0;
  }
  const own = localWordsOf(noun).map(([word]) => word);
  const verbs = [...((await nouns[noun]?.load()) ?? []).map((each) => each.verb), ...own];
  const close = closestName(verb, verbs);
  const trouble = close
    ? t('unknown operation "{0}". Did you mean {1}?', verb, close)
    : t('unknown operation "{0}"', verb);
  complain(`chainside ${noun}: ${trouble}\n\n${await nounUsage(noun)}`);
  return 2;
}
