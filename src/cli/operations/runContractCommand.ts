import type { OwnAbis } from "../../chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import type { EventShown, OutcomeShown } from "../../operations/kit/decoded";
import type { Operation } from "../../operations/model/operation";
import type { Services } from "../../operations/model/services";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { withSession } from "../connection/connect";
import type { Connection } from "../connection/connectionOptions";
import { accountOf, nothingAtStake } from "../contract/contractContext";
import { type ContractOptions, contractLine } from "../contract/contractOptions";
import { type Command, commandOf } from "../options/commandLine";
import { hideNegative } from "../options/optionValues";
import { print } from "../output/print";
import { terminalPlace } from "./chainKnowledge";
import { checkedResult, nameOf, operationNamed, printEnvelope, printFailure } from "./envelope";
import { type OperationOrder, type OperationRun, performOperation } from "./performOperation";
import { typedText } from "./terminalNames";

/** What a command found out: for a person, and for a program. */
export interface ContractOutput {
  readonly lines: readonly string[];
  /** The operation's. */
  readonly result: object;
  /** What this command tells beside it. */
  readonly more?: object;
}

type ContractCommand = Omit<Parameters<typeof contractLine>[0], "failed">;

/** A command that works with one contract, and prints what came of it, for programs as its operation does. */
export function contractCommand(
  command: ContractCommand,
  run: (options: ContractOptions) => Promise<ContractOutput>,
): Command {
  const { name } = command;
  const operation = nameOf({ noun: "contract", verb: name });
  const line = contractLine({ ...command, failed: (thrown) => printFailure(thrown, { operation }, "json") });
  const perform = async (options: ContractOptions): Promise<number> => {
    const { lines, result, more } = await run(options);
    if (options.json) {
      const checked = checkedResult(await operationNamed("contract", name), result) as object;
      await printEnvelope({ ok: true, operation, result: { ...checked, ...more } }, "json");
    } else print(lines.map(visibleLine).join("\n"));
    return 0;
  };
  return commandOf(line, perform, (args) => args.map(hideNegative));
}

/** An operation, as a command with further options has it. */
export interface OperationCommand {
  readonly operation: Operation;
  readonly given: OperationOrder["given"];
  /** The result for a person. */
  readonly lines: NonNullable<OperationRun["lines"]>;
  readonly abiOf?: OwnAbis;
  /** What takes sources, where that isn't the folder that the terminal is in. */
  readonly services?: Services;
}

/** Nothing is asked where nothing is at stake, unless the connection asks. */
const isFree = async (session: ChainSession, connection: Connection, signer: Signer): Promise<boolean> =>
  connection.access !== "confirm" && nothingAtStake(session, connection, signer);

/** A command that is an operation: what it shows, asks, refuses and prints is the operation's. */
export function operationCommand(
  command: ContractCommand,
  choose: (session: ChainSession, options: ContractOptions) => Promise<OperationCommand>,
): Command {
  const { name } = command;
  const failed = (thrown: unknown) =>
    printFailure(thrown, { operation: nameOf({ noun: "contract", verb: name }) }, "json");
  const perform = (options: ContractOptions): Promise<number> =>
    withSession(options.connection, async (session) => {
      const { connection, keyFile, dryRun, requestOut, json } = options;
      const { operation, given, lines, abiOf, services } = await choose(session, options);
      const signer = keyFile === undefined ? undefined : await accountOf(session, { ...options, keyFile });
      const output = json ? "json" : "table";
      const place = await terminalPlace(session, connection, signer);
      const { known } = place;
      return performOperation(
        operation,
        {
          given,
          dryRun,
          requestOut,
          yes: connection.agreed === true,
          confirm: connection.confirm,
          force: connection.force,
          output,
        },
        {
          ...place,
          known: { ...known, ...(abiOf ? { abiOf } : {}), services: { ...known.services, ...services } },
          free: requestOut === undefined && signer !== undefined && (await isFree(session, connection, signer)),
          command: name,
          sending: options.sending,
          lines,
        },
      );
    });
  return commandOf(contractLine({ ...command, failed }), perform, (args) => args.map(hideNegative));
}

function eventLine({ address, event, topics = [], data = "" }: EventShown): string {
  if (!event) return [`${address}:`, ...topics, data].join(" ");
  return `${event.name}(${event.arguments.map(typedText).join(", ")})`;
}

/** `total: 5, owner: 0x…`: results with their names. */
export const typedTexts = (values: OutcomeShown["values"]): string =>
  values.map((each) => (each.name ? `${each.name}: ${typedText(each)}` : typedText(each))).join(", ");

/** What a transaction did, for a person: where it is, what came back, and its events. @param head what was called */
export function sentLines(
  head: string,
  { blockNumber, transactionHash, values, events, moreEvents }: OutcomeShown,
): string[] {
  return [
    values.length > 0 ? `${head} → ${typedTexts(values)}` : head,
    t("Block {0}, transaction {1}", blockNumber, transactionHash),
    ...events.map(eventLine),
    ...(moreEvents ? [t("There are more events.")] : []),
  ];
}
