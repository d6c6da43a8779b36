import type { Operation } from "../../operations/model/operation";
import { callForm, consoleNames } from "../../operations/words/fieldText";
import { say, t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import {
  accountConnectionOf,
  accountNodeArguments,
  accountNodeUsage,
  archiveArgument,
  type Connection,
  tokenArgument,
  tokenOf,
  tokenUsage,
} from "../connection/connectionOptions";
import { type KeyUse, ownKeyOf } from "../connection/requireSigning";
import { insteadUsage, keyUsage } from "../contract/contractOptions";
import { type CommandLine, type Given, WrongCommandLine } from "../options/commandLine";
import { consentArguments, consentUsage } from "../options/compilerConsent";
import { integerOf, oneOf } from "../options/optionValues";
import { accountArguments, type PasswordSource, passwordOf } from "../options/signingOptions";
import type { Usage } from "../output/usageText";
import { nameOf, type Output, outputs, printFailure } from "./envelope";
import { fieldArguments, fieldUsage, readFields } from "./fieldOptions";
import { type OperationOrder, ownPages } from "./performOperation";

/** Options of every operation beside its fields. */
const commonArguments = {
  ...accountNodeArguments,
  ...tokenArgument,
  ...accountArguments,
  ...archiveArgument,
  "dry-run": { type: "boolean", default: false },
  "request-out": { type: "string" },
  output: { type: "string" },
  limit: { type: "string" },
  offset: { type: "string" },
  follow: { type: "boolean", default: false },
  ...consentArguments,
} as const;

const { limit: _limit, offset: _offset, ...besidePages } = commonArguments;

/**
 * Names that no field's option may have. `--limit` and `--offset` mean a part of a long list everywhere: an operation that takes that part
 * from the chain has fields of these names.
 */
export const takenOptions = { ...besidePages, help: { type: "boolean" }, locale: { type: "string" } } as const;

/** A command line of an operation that makes sense. */
export interface TypedOperation extends PasswordSource {
  readonly connection: Connection;
  readonly keyFile: string | undefined;
  readonly order: OperationOrder;
}

type Typed = Given<typeof commonArguments>;

/** Options of an operation where its connection and account stand already. */
export const orderArguments = {
  yes: commonArguments.yes,
  confirm: commonArguments.confirm,
  force: commonArguments.force,
  "dry-run": commonArguments["dry-run"],
  "request-out": commonArguments["request-out"],
  output: commonArguments.output,
  json: commonArguments.json,
  limit: commonArguments.limit,
  offset: commonArguments.offset,
} as const;

type OrderValues = Given<typeof orderArguments>["values"] & { readonly follow?: boolean };

/** @throws WrongCommandLine */
function outputOf({ output, json }: OrderValues): Output {
  return output === undefined ? (json ? "json" : "table") : oneOf("output", output, outputs);
}

const maxItems = 1_000_000_000 - 1;

/** What the options of an operation say that aren't those of its connection. @throws WrongCommandLine */
export function orderOf(
  { fields, follows }: Operation,
  { values, positionals }: Pick<Typed, "positionals"> & { readonly values: OrderValues },
): OperationOrder {
  const { follow = false } = values;
  if (follow && !follows) throw new WrongCommandLine(t("--{0} is for lists that go on with the chain", "follow"));
  // rows that a limit is for would be others than those that were meant
  if (values.offset !== undefined && Object.hasOwn(fields, "limit") && !Object.hasOwn(fields, "offset"))
    throw new WrongCommandLine(t("unexpected argument {0}", "--offset"));
  return {
    follow,
    given: readFields(fields, values, positionals, takenOptions),
    dryRun: values["dry-run"],
    requestOut: values["request-out"],
    yes: values.yes,
    confirm: values.confirm,
    force: values.force,
    output: outputOf(values),
    offset: integerOf("offset", values.offset, { min: 0, max: maxItems }),
    limit: integerOf("limit", values.limit, { max: maxItems }),
  };
}

const keyUse = ({ effect, asksAs }: Operation): KeyUse => (effect === "signs" ? "signs" : asksAs ? "asksAs" : "none");

function read(operation: Operation, typed: Typed): TypedOperation {
  const { values } = typed;
  const order = orderOf(operation, typed);
  const connection = { ...accountConnectionOf(values), token: tokenOf(values) };
  const keyFile = ownKeyOf(values.key, connection, keyUse(operation));
  return { connection, keyFile, order, ...passwordOf(values) };
}

const effects = {
  asks: text("It reads and changes nothing."),
  signs: text("It signs a transaction: you see what it comes to and are asked first."),
  dev: text("It uses what only an embedded chain can do."),
} as const;

const archiveUsage = ["--archive URL", text("archive query service, for what nodes have no more")] as const;

/** Whether it may compile sources of the folder. */
const compiles = ({ needs }: Operation): boolean => needs === "inspector" || needs === "tracer" || needs === "sources";

/** Composed in the chosen language already. */
const composed = (words: string) => ({ text: words, args: [] });

/** How an operation is called. @param own only its own options, where connection and account stand already */
export function operationUsage(operation: Operation, own = false): Usage {
  const { summary, effect, fields } = operation;
  const names = listed(consoleNames(operation));
  return {
    synopsis: `${own ? "" : "chainside "}${callForm(operation)} [options]`,
    summary: [summary, effects[effect], ...(names === "" ? [] : [text("In the official console: {0}", names)])],
    options: [
      ...fieldUsage(fields, takenOptions).map(([flag, meaning]) => [flag, composed(meaning)] as const),
      ...(own ? [] : keyUsage),
      ...(effect === "signs" ? insteadUsage : []),
      ["--output table|json|yaml", text("form of the output (default: table)")],
      ...(operation.follows && !own
        ? ([["--follow", text("also print what new blocks bring, until it is stopped")]] as const)
        : []),
      ...(ownPages(operation) ? [] : ([["--limit N --offset N", text("part of a long list")]] as const)),
      ...(own ? [] : [...accountNodeUsage, archiveUsage]),
      ...(compiles(operation) && !own ? consentUsage : []),
      ...(effect === "dev" && !own ? [tokenUsage] : []),
    ],
    exitCodes: text(
      "Exit code: 0 done or would work, 1 it failed or would fail, 2 wrong command line or not agreed to, 3 it can't be known.",
    ),
  };
}

/** What a line is called that is an operation, and how a program hears what went wrong before the operation began, as of the operation. */
export function namedAs(operation: Operation): Required<Pick<CommandLine<never, never>, "name" | "failed">> {
  const name = nameOf(operation);
  return { name, failed: (thrown, form) => printFailure(thrown, { operation: name }, form) };
}

/** The command line of `chainside NOUN VERB`, made from the operation. */
export function operationLine(operation: Operation): CommandLine<typeof commonArguments, TypedOperation> {
  return {
    ...namedAs(operation),
    usage: operationUsage(operation),
    // the fields of this operation are read by their declaration
    options: { ...commonArguments, ...fieldArguments(operation.fields, takenOptions) } as typeof commonArguments,
    read: (typed) => read(operation, typed),
  };
}

/** An operation on a line of a list. */
export const summaryOf = ({ summary }: Operation): string => say(summary);
