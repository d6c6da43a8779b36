import type { GenericSchema } from "valibot";
import type { ContractInterface } from "../../chain/abi/contractInterface";
import type { ChainClient, RequestOptions } from "../../chain/client/client";
import type { ResolvedAddress } from "../../chain/services/bfs/readLink";
import type { OwnAbis } from "../../chain/services/contract/lookUpAbi";
import type { AskAs } from "../../chain/services/contract/readFunction";
import type { ProposalOutcome, ProposalRequest } from "../../chain/services/governance/propose";
import type { Operation as NeededRight } from "../../chain/services/rights/checkRights";
import type { ChainSession } from "../../chain/session";
import type { TransactOptions } from "../../chain/transaction/transact";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import type { KnownEvents } from "../../chain/verification/receiptMembers";
import type { KnownCalls } from "../../chain/verification/transactionMembers";
import type { Address } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import type { ChainError } from "../../errors/chainError";
import type { Weight } from "../../signing/request";
import type { LocalizableText } from "../../text/catalogue";
import type { Fields, RawValue, ValuesOf } from "./fields";
import type { ServiceName, Services } from "./services";

/** An account that contracts see as their caller: its key signs calls, which no transaction can be made of, and nothing else. */
export interface Caller {
  readonly address: Address;
  readonly call: AskAs;
}

/** On what an operation is prepared, and for whom. */
export interface OperationContext {
  readonly session: ChainSession;
  /** Who would sign; without one, rights and votes can't be foreseen. */
  readonly account?: Address;
  /** Further accounts whose keys the person has: they can vote too. */
  readonly ownAccounts?: readonly Address[];
  /** Contracts whose ABI the person has: of the workspace, or added by hand. Asked before the chain. */
  readonly abiOf?: OwnAbis;
  /** The address that a word of this front stands for, where an argument is one: `dev1`. BFS paths are known everywhere. */
  readonly addressOf?: (word: string) => Promise<Address | undefined>;
  /** What is believed of the chain without asking it, for verdicts. Without it nothing is proven. */
  readonly trust?: () => Promise<ChainTrust | undefined>;
  /** Events and calls of contracts whose ABI comes from the person, not from a node: what verdicts on data need. */
  readonly knownShapes?: () => Promise<{ readonly knownEvents: KnownEvents; readonly knownCalls: KnownCalls }>;
  /** As whom contracts are asked; undefined where that would take a signature that wasn't agreed to. */
  readonly caller?: () => Promise<Caller | undefined>;
  /** What the front brings along beside the chain. */
  readonly services?: Services;
  /** An assistant asks, who learns no more of the person's files than sources and what compilers made of them. */
  readonly forAssistant?: boolean;
  /** Addresses among the values that a path led to, for the request that is made of them. */
  readonly found?: readonly ResolvedAddress[];
  /** Ends questions to the chain. */
  readonly signal?: AbortSignal;
}

/** `asks` reads, `signs` sends a transaction, `dev` uses powers that only an embedded chain has. */
export type Effect = "asks" | "signs" | "dev";

/** One thing that the signer should see. */
export interface PreviewLine {
  readonly label: string;
  readonly value: string;
  /** The address that it names, where a path led to it. */
  readonly found?: ResolvedAddress;
}

/**
 * What a person is shown before they sign, the same in every front, in the chosen language. What an operation finds out about one case
 * (`consequences`) is a part of it.
 */
export interface Preview {
  /** Without a full stop: `Add Sealer`. */
  readonly title: string;
  /** What it comes to, as numbers. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly weight: Weight;
  readonly lines: readonly PreviewLine[];
  /** What is put to the committee instead, on a chain where only the committee may do it. */
  readonly proposal?: ProposalRequest;
  /** Why the chain would refuse it, as far as rights tell. */
  readonly refusal?: ChainError;
  /** Why it is known to fail or to stop the chain: it is refused, unless the person forces it by the error's code. */
  readonly blocked?: ChainError | undefined;
  /** Rights and rules that were read decide it: where nothing speaks against it, it works, also where no node can try it out. */
  readonly byRules?: boolean;
  /** Name of the thing, typed by the person where the act is irreversible. */
  readonly target?: string;
  /** Addresses that paths led to: of the values, and of the lines. */
  readonly found?: readonly ResolvedAddress[];
}

/** What came of an operation: its result, or the proposal that was made instead. */
export type Outcome<Result> = { readonly result: Result } | { readonly proposed: ProposalOutcome };

/** How a signing operation is run. */
export interface RunOptions extends TransactOptions {
  /** A person saw the preview and agreed: what locks people out is done then, and is refused otherwise. */
  readonly agreed?: boolean;
  /**
   * What happens where only the committee may do it: a proposal is made (what the preview says), or the chain's refusal comes. A script
   * that spells out its proposals takes the latter.
   */
  readonly committee?: "propose" | "refuse";
}

/** An operation with its values: it can be looked at, then done. */
export interface Prepared<Result = unknown> {
  /** What doesn't sign can't be tried out: doing it is all there is. */
  readonly effect: Effect;
  /** As its operation has it. */
  readonly alwaysPreviewed?: true;
  /**
   * @param how whether what only the committee may do is looked at as a proposal (when absent), or as what it is
   * @throws ChainError of the questions that it asks
   */
  preview(how?: Pick<RunOptions, "committee">): Promise<Preview>;
  /** What its declaration alone says of it, without asking what it comes to. @throws as `preview` */
  report?(): Promise<Pick<Preview, "title" | "lines" | "weight" | "target" | "found">>;
  /** Interface of the contract that its transaction calls, where that is known, so that a dry run can be read. @throws as `preview` */
  abi?(): Promise<ContractInterface | undefined>;
  /** @throws ChainError usage `signerNeeded` where it signs without a signer; what the service throws. */
  run(signer?: Signer, options?: RunOptions): Promise<Outcome<Result>>;
}

/** What stays as it is, whatever an operation is given. */
export interface OperationHead<Given extends Fields = Fields, Result = unknown> {
  /** `node`, as in `chainside node add-sealer`. */
  readonly noun: string;
  readonly verb: string;
  /** Its word in scenarios: `addSealer`. */
  readonly word: string;
  /** What the official console calls it, with the order of its arguments; several where the console has several. */
  readonly console?: readonly ConsoleForm<Given>[];
  /** What it does, in a sentence. */
  readonly summary: LocalizableText;
  readonly fields: Given;
  readonly effect: Effect;
  /** What makes a command of an editor of it, beyond how its fields are asked for. */
  readonly command?: EditorCommand<Given, Result>;
  /** What it can't do without. A front that lacks it doesn't offer the operation, and says why where it is asked for all the same. */
  readonly needs?: ServiceName;
  /** Of a question: what is answered depends on the account that asks. */
  readonly asksAs?: true;
  /**
   * Of a question that a node of 2.x can be asked, too, which gets no session: how it is asked there.
   * @throws ChainError as a request
   */
  ofOlderNode?(client: ChainClient, options: RequestOptions): Promise<Result>;
  /** What it weighs at least; ordinary when absent. A preview may say more of a single case. */
  readonly weight?: Weight;
  /** What speaks against it is in sources, and holds where nothing is at stake, too: it is looked at everywhere. */
  readonly alwaysPreviewed?: true;
  /** Where it locks people out, a scenario agrees to that by having it as a step: no person is there to be asked. */
  readonly agreedByWriting?: true;
  /** Doing it twice is as doing it once. */
  readonly idempotent?: boolean;
  /** Shape of the result as JSON. */
  readonly result: GenericSchema<unknown, Result>;
  /** Of a question with a yes and a no: whether this is a yes. A command line ends with 1 where it isn't, with 3 where it isn't known. */
  holds?(result: Result): boolean | "unknown";
  /** Of a list that goes on with the chain: what is asked behind an answer, and the block that comes first; undefined at its end. */
  follows?(result: Result, values: ValuesOf<Given>): Following | undefined;
  /** What a step of a scenario compares, where that is less than the result. */
  inSteps?(result: Result): unknown;
}

/** An operation as a command of an editor: what is asked first, and what is said at the end. */
export interface EditorCommand<Given extends Fields = Fields, Result = unknown> {
  /** Title of its questions: `Add Sealer`. */
  readonly title: LocalizableText;
  /** The fields that are asked for, in this order; those that can't be left out when absent. */
  readonly asks?: readonly (keyof Given & string)[];
  /** Whether it can be done at all, asked before any question. @throws ChainError why not */
  readonly first?: (session: ChainSession) => Promise<unknown>;
  /** What the user is told of it. What signs is committed then, whether the chain can still be asked or not. */
  report?(done: Done<Given, Result>): Report | Promise<Report>;
}

/** What a report can tell of. */
export interface Done<Given extends Fields = Fields, Result = unknown> {
  readonly context: OperationContext;
  readonly values: ValuesOf<Given>;
  readonly result: Result;
  /** What the user calls a contract or an account. */
  readonly named: (address: string) => string;
}

/** What a user is told of something done. */
export interface Report {
  /** Addresses in a text of ours get the names that the user has for them; in others they stand as they are. */
  readonly text: LocalizableText | string;
  /** What a button copies. */
  readonly copied?: string;
  /** A table that a button opens. */
  readonly table?: string;
}

/** How a list goes on. */
interface Following {
  readonly given: Readonly<Record<string, RawValue>>;
  readonly block: number;
}

/** A command of the official console (docs/coverage.md): its name, and the fields that its arguments are, in order. */
export interface ConsoleForm<Given extends Fields = Fields> {
  readonly name: string;
  readonly arguments: readonly (keyof Given & string)[];
  /** Fields that the command settles by its name. */
  readonly settled?: Readonly<Partial<Record<keyof Given & string, string>>>;
  /** Its one argument is the whole line, the command's name included: a statement of SQL. */
  readonly wholeLine?: true;
}

/** One thing that can be done on a chain, declared once for every front. */
export interface Operation<Given extends Fields = Fields, Result = unknown> extends OperationHead<Given, Result> {
  prepare(context: OperationContext, values: ValuesOf<Given>): Prepared<Result>;
}

/** What is said of signing one case. Its values are those of fields, or what such fields stand for. */
export interface Signing<Values, Result> {
  /** The title of the question, which may name what it is about. */
  readonly title:
    | LocalizableText
    | ((values: Values, context: OperationContext) => LocalizableText | Promise<LocalizableText>);
  /** Name of the thing that it is done to, typed where the act is irreversible; the first line's value when absent. */
  readonly target?: (values: Values, context: OperationContext) => string | Promise<string>;
  /** What may keep an account from it. */
  readonly right?: (
    values: Values,
    context: OperationContext,
  ) => NeededRight | undefined | Promise<NeededRight | undefined>;
  /** What is proposed instead where permissions are enforced. */
  readonly proposal?: (values: Values) => ProposalRequest;
  /** Lines to show; all fields with their values when absent. */
  readonly lines?: (context: OperationContext, values: Values) => Promise<readonly PreviewLine[]>;
  readonly consequences?: (context: OperationContext, values: Values) => Promise<Partial<Preview>>;
  readonly run: (
    context: OperationContext,
    signer: Signer,
    values: Values,
    options: TransactOptions & { readonly agreed: boolean },
  ) => Promise<Result>;
  /** Of the contract that is called, where it is known: so that a dry run can be read. */
  readonly abi?: (context: OperationContext, values: Values) => Promise<ContractInterface | undefined>;
}
