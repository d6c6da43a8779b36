import { resolveAddress } from "../../chain/services/bfs/readLink";
import type { Address } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { type AddressResolver, type Field, type RawValue, WrongField } from "../../operations/model/fields";
import type { Operation, Prepared, Preview } from "../../operations/model/operation";
import { prepareGiven } from "../../operations/perform";
import { text } from "../../text/catalogue";
import { mapExpected } from "../../yaml/complaint";
import { member, type YamlValue } from "../../yaml/value";
import type { Plain } from "../document/plain";
import { formOf, shortOf } from "../language/operations";
import type { Step } from "../language/scenario";
import { comparedOf, type StepOutcome } from "./outcome";
import { performStep } from "./performStep";
import type { RunContext } from "./runContext";
import { plainLine, type Scope, StepFailure } from "./scope";

/** The fields of a step, as they stand there. */
function givenFields({ subject }: Step, operation: Operation): readonly (readonly [string, YamlValue])[] {
  if (subject.kind === "map") return subject.entries.map(({ key, value }) => [key, value]);
  const short = shortOf(operation);
  return subject.kind === "nothing" || short === undefined ? [] : [[short, subject]];
}

/** An empty text where nothing stands: a column can be empty. */
function wordOf(item: Plain, { place }: YamlValue): string {
  if (item === null) return "";
  if (typeof item === "string") return item;
  throw new StepFailure(place, text("Text is required here, not {0}.", plainLine(item)));
}

/** What a field holds once `${…}` is put in, in the form that the field wants. */
function rawOf(name: string, field: Field | undefined, value: YamlValue, scope: Scope): RawValue {
  const form = field ? formOf(field) : "text";
  if (form !== "list" && form !== "map") return scope.text(value);
  const found = scope.resolve(value);
  if (form === "list") {
    if (Array.isArray(found)) return found.map((item: Plain) => wordOf(item, value));
    throw new StepFailure(value.place, text('"{0}" must be a list.', name));
  }
  if (found === null || typeof found === "string" || Array.isArray(found))
    throw new StepFailure(value.place, mapExpected(name));
  return Object.fromEntries(Object.entries(found).map(([key, item]) => [key, wordOf(item as Plain, value)]));
}

/**
 * An operation with the fields of the step, put in and checked.
 * @param account whose rights count, and what it may do
 * @throws StepFailure at the field that is wrong
 */
async function prepare(
  step: Step,
  operation: Operation,
  scope: Scope,
  { session, services = {} }: RunContext,
  account: Address | undefined,
) {
  const given = givenFields(step, operation).map(([name, value]): [string, RawValue] => [
    name,
    rawOf(name, operation.fields[name], value, scope),
  ]);
  const resolve: AddressResolver = async (named) =>
    scope.contracts.get(named)?.address ?? scope.addresses.get(named) ?? resolveAddress(session, named);
  try {
    const context = { session, services, ...(account ? { account } : {}) };
    return await prepareGiven(operation, { given: Object.fromEntries(given), resolve }, context);
  } catch (error) {
    if (!(error instanceof WrongField)) throw error;
    throw new StepFailure(member(step.subject, error.field)?.place ?? step.subject.place, error.text);
  }
}

/**
 * What is done to a contract or account of the scenario is agreed to by the scenario's name for it: its address is another one with each
 * run.
 */
function byName<Result>(prepared: Prepared<Result>, { contracts, addresses }: Scope): Prepared<Result> {
  const known = [...[...contracts].map(([name, { address }]) => [name, address] as const), ...addresses];
  const named = <Named extends Pick<Preview, "target">>(reported: Named): Named => {
    const target = reported.target?.toLowerCase() ?? "";
    const [name] = known.find(([, address]) => target.includes(address.toLowerCase())) ?? [];
    return name === undefined ? reported : { ...reported, target: name };
  };
  const { report } = prepared;
  return {
    ...prepared,
    preview: async (how) => named(await prepared.preview(how)),
    ...(report ? { report: async () => named(await report.call(prepared)) } : {}),
  };
}

/** Runs an operation of the catalogue. It refuses what only the committee may do: a scenario spells its proposals out. */
export async function operate(
  step: Step,
  operation: Operation,
  scope: Scope,
  context: RunContext,
  signer: Signer | undefined,
): Promise<StepOutcome> {
  const signs = operation.effect === "signs";
  if (signs && !signer) throw new StepFailure(step.place, text("Nothing can be signed in this run."));
  const prepared = await prepare(step, operation, scope, context, signer?.address);
  const agreed = operation.agreedByWriting ?? false;
  // A chain that can be set back is the run's own: its powers are used as the scenario has them.
  return comparedOf(
    operation,
    await performStep(byName(prepared, scope), signer, context, { agreed, alwaysPreviews: signs }),
  );
}
