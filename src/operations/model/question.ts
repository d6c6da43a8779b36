import type { ChainSession } from "../../chain/session";
import type { LocalizableText } from "../../text/catalogue";

/** What a node is for its group, as far as an operation cares; a sealer that waits for its turn is one. */
export type NodeRole = "sealer" | "observer" | "other";

/** What a question may depend on. */
export interface QuestionContext {
  readonly session: ChainSession;
  /** Answers to the questions before it, by the names of their fields. */
  readonly given: Readonly<Record<string, unknown>>;
  /** A folder of the chain's file system that the command was run on. */
  readonly folder?: string;
}

type Depending<Value> = Value | ((context: QuestionContext) => Value | Promise<Value>);

/** One answer of several. A label that is an address gets the name that the user has for it. */
export interface Offer {
  readonly value: string | boolean;
  readonly label: LocalizableText | string;
  readonly description?: LocalizableText | string;
  readonly detail?: LocalizableText | string;
  /** Name of a product icon. */
  readonly icon?: string;
}

/** How a user is asked for a field, where its kind and label don't say it all. Fronts that ask nothing don't look at it. */
export interface Question {
  /** The label when absent. */
  readonly prompt?: Depending<LocalizableText | string>;
  /** Example of an answer that is typed. */
  readonly example?: string;
  /** What there is to choose from. Of an account, before the user's own ones; `only`: nothing else, unless there is nothing. */
  readonly offers?: (context: QuestionContext) => readonly Offer[] | Promise<readonly Offer[]>;
  readonly only?: true;
  /** What stands in the box at first. */
  readonly start?: Depending<string>;
  /**
   * What is meant by a typed text.
   * @throws WrongField, ChainError: why it won't do
   */
  readonly read?: (typed: string, context: QuestionContext) => string | Promise<string>;
  /** The thing that a command is run on answers it, where it is of this kind. Contracts and nodes always do. */
  readonly target?: "account" | "configKey" | "path";
  /** Nodes of these roles are offered; all when absent. */
  readonly roles?: readonly NodeRole[];
  /** The front's own picker, which knows more than the chain: methods by the ABIs that the user has. */
  readonly picker?: "method";
  /** The answer stands in the title of the questions behind it. */
  readonly inTitle?: true;
}

/** An answer to one of these questions. */
export const depending = async <Value>(value: Depending<Value>, context: QuestionContext): Promise<Value> =>
  typeof value === "function" ? (value as (context: QuestionContext) => Value | Promise<Value>)(context) : value;
