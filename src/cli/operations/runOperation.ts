import { findOperation, nouns } from "../../operations/catalogue";
import type { Operation } from "../../operations/model/operation";
import { t } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { withSession } from "../connection/connect";
import { accountOf } from "../contract/contractContext";
import { runCommandLine } from "../options/commandLine";
import { hideNegative } from "../options/negativeWords";
import { complain, print } from "../output/print";
import { terminalQuestion } from "../output/terminalQuestion";
import { addressWords } from "./addressWords";
import { chainKnowledge } from "./chainKnowledge";
import { terminalServices } from "./cliServices";
import { callForm } from "./fieldOptions";
import { operationLine, summaryOf, type TypedOperation } from "./operationLine";
import { performOperation } from "./performOperation";

function perform(operation: Operation, { connection, keyFile, order, ...password }: TypedOperation): Promise<number> {
  return withSession(connection, async (session) => {
    const signer = keyFile === undefined ? undefined : await accountOf(session, { keyFile, ...password });
    return performOperation(operation, order, {
      session,
      signer,
      access: connection.access,
      resolve: addressWords(session, connection),
      known: { ...chainKnowledge(session, connection), services: terminalServices(session, connection) },
      question: terminalQuestion(),
    });
  });
}

/** What there is to do with a noun. */
async function nounUsage(noun: string): Promise<string> {
  const operations = (await nouns[noun]?.load()) ?? [];
  const width = Math.max(...operations.map((operation) => callForm(operation).length));
  const lines = operations.map((operation) => `  ${callForm(operation).padEnd(width)}  ${summaryOf(operation)}`);
  const help = t("Run {0} to see all options.", `chainside ${noun} VERB --help`);
  return [t("usage: {0}", `chainside ${noun} VERB [fields] [options]`), "", ...lines, "", help].join("\n");
}

/** `chainside NOUN VERB …`: one operation of the catalogue. Gives the exit code. */
export async function runOperation(noun: string, args: readonly string[]): Promise<number> {
  const [verb, ...rest] = args;
  const operation = verb === undefined ? undefined : await findOperation(noun, verb);
  if (operation) {
    return runCommandLine(operationLine(operation), rest.map(hideNegative), (typed) => perform(operation, typed));
  }
  if (verb === undefined || verb === "--help" || verb === "-h") {
    print(await nounUsage(noun));
    return verb === undefined ? 2 : 0;
  }
  const verbs = ((await nouns[noun]?.load()) ?? []).map((each) => each.verb);
  const meant = closestName(verb, verbs);
  const trouble = meant
    ? t('unknown operation "{0}". Did you mean {1}?', verb, meant)
    : t('unknown operation "{0}"', verb);
  complain(`chainside ${noun}: ${trouble}\n\n${await nounUsage(noun)}`);
  return 2;
}
