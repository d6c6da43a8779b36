import { stringifyExactJson } from "../../chain/json/exactJson";
import type { WriteOutcome } from "../../chain/transaction/precompiledCall";
import type { TransactOptions } from "../../chain/transaction/transact";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { heaviest, type Weight } from "../../signing/request";
import { type LocalizableText, say, t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { allBegun } from "../../time/inParallel";
import type { Fields, ValuesOf } from "../model/fields";
import type {
  Effect,
  Operation,
  OperationContext,
  OperationHead,
  Prepared,
  Preview,
  PreviewLine,
  Signing,
} from "../model/operation";
import { neededService, type ServiceName, type ServiceTypes } from "../model/services";
import { failuresOf, proposalPreview, refusalOf } from "./proposalPreview";
import { proposeAgreed } from "./proposing";
import { asked, type Written, written, writtenBy } from "./results";

type Head<Given extends Fields, Result> = Omit<OperationHead<Given, Result>, "effect">;

const itemText = (item: unknown): string => (typeof item === "object" ? stringifyExactJson(item) : String(item));

/** Values of fields as they are shown; a field that was left out has no line. */
function fieldLines(fields: Fields, values: Readonly<Record<string, unknown>>): PreviewLine[] {
  return Object.entries(fields).flatMap(([name, { label }]): PreviewLine[] => {
    const value = values[name];
    const message = say(label);
    if (value === undefined) return [];
    if (Array.isArray(value)) return [{ label: message, value: listed(value.map(itemText)) }];
    if (typeof value !== "object" || value === null) return [{ label: message, value: String(value) }];
    const pairs = Object.entries(value).map(([key, item]) => `${key} = ${String(item)}`);
    return [{ label: message, value: listed(pairs) }];
  });
}

/** Why something can't be had; a question that can't be asked is no refusal. */
async function refusalBy(ask: () => Promise<unknown>): Promise<ChainError | undefined> {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "usage") return error;
    throw error;
  }
}

/** An operation without a signature: it asks, or uses powers of an embedded chain. */
export function asking<Given extends Fields, Result, Needs extends ServiceName = never>(
  head: Omit<Head<Given, Result>, "needs"> & {
    readonly effect?: Exclude<Effect, "signs">;
    readonly needs?: Needs;
    /** Of the question before it is done; what it does when absent. */
    readonly title?: LocalizableText;
    /** @param service what it needs */
    readonly run: (context: OperationContext, values: ValuesOf<Given>, service: ServiceTypes[Needs]) => Promise<Result>;
  },
): Operation<Given, Result> {
  const { run, title = head.summary, ...rest } = head;
  const { effect = "asks", fields, needs, weight = "ordinary" } = rest;
  const service = async ({ services }: OperationContext): Promise<ServiceTypes[Needs]> =>
    // without a need, `Needs` is never, and nothing reads what is handed over
    needs === undefined ? (undefined as never) : neededService(services, needs);
  return {
    idempotent: true,
    ...rest,
    effect,
    prepare: (context, values) => ({
      effect: effect,
      preview: async () => {
        const refusal = await refusalBy(() => service(context));
        return {
          title: say(title),
          lines: fieldLines(fields, values),
          notes: [],
          warnings: [],
          weight,
          target: head.verb,
          ...(refusal ? { refusal } : {}),
        };
      },
      run: async () => ({ result: await run(context, values, await service(context)) }),
    }),
  };
}

/** Why it goes to the committee's vote though it was asked for directly. */
const proposalReason = (): string =>
  t("This chain enforces permissions. Only the committee can do this, so a proposal is created.");

/** What an operation adds to its case. */
interface OfOperation {
  /** Reported where there is no signer. */
  readonly name?: string;
  /** What it weighs at least. */
  readonly weight?: Weight;
  readonly alwaysPreviewed?: true;
  /** Where the case says no lines of its own. */
  readonly lines?: () => readonly PreviewLine[];
}

/** One case of what is signed: it can be looked at, tried out, then done. Where only the committee may do it, it becomes a proposal. */
export function preparedSigning<Values, Result>(
  context: OperationContext,
  values: Values,
  how: Signing<Values, Result>,
  { name = "", weight: min, lines: usualLines = () => [], alwaysPreviewed }: OfOperation = {},
): Prepared<Result> {
  const { abi } = how;
  const proposal = context.session.authEnabled ? how.proposal?.(values) : undefined;
  const foundIn = (lines: readonly PreviewLine[]) => [
    ...(context.found ?? []),
    ...lines.flatMap(({ found = [] }) => found),
  ];
  const titleOf = () => (typeof how.title === "function" ? how.title(values, context) : how.title);
  return {
    effect: "signs",
    ...(alwaysPreviewed ? { alwaysPreviewed } : {}),
    report: async () => {
      const [title, lines = usualLines(), target] = await allBegun(
        titleOf,
        () => how.lines?.(context, values),
        () => how.target?.(values, context),
      );
      const named = target === undefined ? {} : { target };
      return { title: say(title), lines, weight: heaviest(min), ...named, found: foundIn(lines) };
    },
    preview: async ({ committee = "propose" } = {}) => {
      if (proposal && committee === "propose") return proposalPreview(context, proposal, [proposalReason()]);
      const [lacking, lines, consequences = {} satisfies Partial<Preview>, title, named] = await allBegun(
        () => refusalOf(context, how.right && (() => how.right?.(values, context))),
        () => how.lines?.(context, values),
        () => how.consequences?.(context, values),
        titleOf,
        () => how.target?.(values, context),
      );
      const { notes = [], warnings = [], weight, refusal = lacking, blocked, byRules }: Partial<Preview> = consequences;
      const shown = lines ?? consequences.lines ?? usualLines();
      const whole = heaviest(min, weight);
      // What can't be undone is agreed to by a name.
      const target = named ?? consequences.target ?? (whole === "irreversible" ? shown[0]?.value : undefined);
      return {
        title: say(title),
        lines: shown,
        notes,
        warnings,
        weight: whole,
        ...(target === undefined ? {} : { target }),
        ...failuresOf(refusal, blocked),
        ...(byRules ? { byRules } : {}),
        found: foundIn(shown),
      };
    },
    ...(abi && !proposal ? { abi: () => abi(context, values) } : {}),
    run: async (signer, { committee = "propose", agreed = false, ...options } = {}) => {
      if (!signer) throw clientError("signerNeeded", { operation: name });
      const sending: TransactOptions = { ...asked(context), ...options };
      if (proposal && committee === "propose") {
        return { proposed: await proposeAgreed(context, signer, proposal, { ...sending, agreed }) };
      }
      return { result: await how.run(context, signer, values, { ...sending, agreed }) };
    },
  };
}

/**
 * An operation that signs a transaction. Without a shape of its result it is one to a built-in contract, and gives what such a one
 * leaves.
 */
export function signing<Given extends Fields, Result>(
  head: Head<Given, Result>,
  how: Signing<ValuesOf<Given>, Result>,
): Operation<Given, Result>;
export function signing<Given extends Fields>(
  head: Omit<Head<Given, Written>, "result">,
  how: Signing<ValuesOf<Given>, WriteOutcome>,
): Operation<Given, Written>;
export function signing<Given extends Fields, Result>(
  head: Omit<Head<Given, Result>, "result"> & Partial<Pick<Head<Given, Result>, "result">>,
  how: Signing<ValuesOf<Given>, Result> | Signing<ValuesOf<Given>, WriteOutcome>,
): Operation<Given, Result> | Operation<Given, Written> {
  const { result } = head;
  // the compiler doesn't relate what is given to the shape that was declared for it
  if (result) return signingOf({ ...head, result }, how as Signing<ValuesOf<Given>, Result>);
  const writes = how as Signing<ValuesOf<Given>, WriteOutcome>;
  return signingOf(
    { ...(head as Omit<Head<Given, Written>, "result">), result: written },
    { ...writes, run: async (...given) => writtenBy(await writes.run(...given)) },
  );
}

function signingOf<Given extends Fields, Result>(
  head: Head<Given, Result>,
  how: Signing<ValuesOf<Given>, Result>,
): Operation<Given, Result> {
  const { fields, noun, verb, weight, alwaysPreviewed } = head;
  return {
    ...head,
    effect: "signs",
    prepare: (context, values) =>
      preparedSigning(context, values, how, {
        name: `${noun} ${verb}`,
        ...(weight ? { weight } : {}),
        ...(alwaysPreviewed ? { alwaysPreviewed } : {}),
        lines: () => fieldLines(fields, values),
      }),
  };
}
/**
 * What a case says of values that a front's fields stand for. They are found out once: what is shown is what is signed.
 * @param found what fields stand for; asked again after it failed
 */
export function resolvedFrom<Given extends object, Values, Sent, Result>(
  how: Signing<Values, Sent>,
  found: (context: OperationContext, given: Given) => Promise<Values>,
  give: (context: OperationContext, sent: Sent, values: Values) => Promise<Result>,
): Signing<Given, Result> {
  const known = new WeakMap<Given, Promise<Values>>();
  const valuesOf = (context: OperationContext, given: Given): Promise<Values> => {
    const values = known.get(given) ?? found(context, given);
    known.set(given, values);
    values.catch(() => known.delete(given));
    return values;
  };
  const { title, target, right, lines, consequences, abi, run } = how;
  return {
    title:
      typeof title === "function" ? async (given, context) => title(await valuesOf(context, given), context) : title,
    ...(target && { target: async (given, context) => target(await valuesOf(context, given), context) }),
    ...(right && { right: async (given, context) => right(await valuesOf(context, given), context) }),
    ...(lines && { lines: async (context, given) => lines(context, await valuesOf(context, given)) }),
    ...(consequences && {
      consequences: async (context, given) => consequences(context, await valuesOf(context, given)),
    }),
    ...(abi && { abi: async (context, given) => abi(context, await valuesOf(context, given)) }),
    run: async (context, signer, given, options) => {
      const values = await valuesOf(context, given);
      return give(context, await run(context, signer, values, options), values);
    },
  };
}
