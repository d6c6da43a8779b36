import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { type AbiArguments, type DecodedEvent, inOrder } from "../../chain/abi/contractInterface";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { withNotes } from "../../chain/artifact/sourceNotes";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { parseAmount } from "../../chain/services/balance/amount";
import { resolveAddress } from "../../chain/services/bfs/readLink";
import { EventNames } from "../../chain/services/contract/eventNames";
import { abiUnknown, contractInterfaceAt, lookUpAbi, precompiledBehind } from "../../chain/services/contract/lookUpAbi";
import { type ContractTarget, readFunction } from "../../chain/services/contract/readFunction";
import { isAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import type { NamedPath } from "../../files/namedPath";
import { linkOperation } from "../../operations/bfs/bfs";
import { deployment, deploymentOf, functionTransaction } from "../../operations/contract/transactions";
import { preparedSigning } from "../../operations/kit/define";
import { text } from "../../text/catalogue";
import { mapExpected } from "../../yaml/complaint";
import type { YamlValue } from "../../yaml/value";
import { namedContract, notLookedAt } from "../document/namedFile";
import type { Plain } from "../document/plain";
import { argsExpected } from "../language/check";
import { splitName } from "../language/references";
import type { Step } from "../language/scenario";
import type { StepOutcome } from "./outcome";
import { performStep } from "./performStep";
import type { RunContext } from "./runContext";
import { plainLine, type Scope, StepFailure, seenAnswer } from "./scope";

/** The part of an outcome that says what a function answered. */
function resultOf(values: readonly DecodedValue[]): Pick<StepOutcome, "result" | "named"> {
  const { plain, named } = seenAnswer(values);
  return { result: plain, named };
}

/** An event of a proxy is one of the code that it runs, which the run may know. */
const decodedByAny = (known: readonly ContractTarget[], log: TransactionReceipt["logEntries"][number]) =>
  known.map(({ abi }) => abi.decodeEvent(log)).find((event) => event !== undefined);

/** The events of a receipt, those of every contract that the run knows in words. */
function eventsOf(
  { session }: RunContext,
  logs: TransactionReceipt["logEntries"],
  known: readonly ContractTarget[],
): Promise<(DecodedEvent | undefined)[]> {
  const names = new EventNames(session);
  return Promise.all(
    logs.map(async (log) => {
      const owner = known.find(({ address }) => address.toLowerCase() === log.address.toLowerCase());
      return (await names.decode(log, owner?.abi)) ?? decodedByAny(known, log);
    }),
  );
}

function argumentsOf(step: Step, scope: Scope): AbiArguments {
  const given = step.more.get("args");
  if (!given) return [];
  const args = scope.resolve(given);
  if (args === null) return [];
  if (typeof args !== "string") return args as readonly Plain[] | Readonly<Record<string, Plain>>;
  throw new StepFailure(given.place, argsExpected);
}

function librariesOf(step: Step, scope: Scope): Readonly<Record<string, string>> {
  const given = step.more.get("libraries");
  const libraries = given ? scope.resolve(given) : null;
  if (!given || libraries === null) return {};
  if (typeof libraries === "string" || Array.isArray(libraries))
    throw new StepFailure(given.place, mapExpected("libraries"));
  return Object.fromEntries(Object.entries(libraries).map(([name, address]) => [name, plainLine(address)]));
}

/** The file that a value of the scenario names. */
function fileOf({ place: position }: YamlValue, named: string): NamedPath {
  const path = namedContract(named, position.file);
  if (path === undefined) throw new StepFailure(position, notLookedAt(named));
  return path;
}

/** Compiles a contract, or takes it from an artifact, and deploys it. */
export async function deploy(step: Step, scope: Scope, context: RunContext, signer: Signer): Promise<StepOutcome> {
  const { session } = context;
  const source = scope.text(step.subject);
  const solc = step.more.get("solc");
  const path = fileOf(step.subject, source);
  const artifact = await context.contract(path, solc && scope.text(solc));
  const abi = artifactInterface(artifact, session.suite);
  const made = deploymentOf(session, artifact, argumentsOf(step, scope), librariesOf(step, scope));
  const receipt = await performStep(
    preparedSigning({ session, account: signer.address }, made, deployment),
    signer,
    context,
  );
  const address = receipt.contractAddress ?? "";
  if (!isAddress(address)) throw clientError("badTarget", { given: address });
  // Code of a standard compiler keeps its selectors on an SM chain.
  const own =
    session.suite.name === "sm"
      ? await contractInterfaceAt(session, address, withNotes(artifact.abi, artifact.notes))
      : abi;
  const contract: ContractTarget = { name: step.as ?? artifact.name, address, abi: own };
  if (step.as !== undefined) scope.contracts.set(step.as, contract);
  return {
    result: address,
    events: await eventsOf(context, receipt.logEntries, [contract, ...scope.contracts.values()]),
  };
}

/** A link of the chain's file system to a contract; the ABI of a contract of this run goes with it. */
export async function linkContract(
  step: Step,
  scope: Scope,
  context: RunContext,
  signer: Signer,
): Promise<StepOutcome> {
  const to = step.more.get("to");
  if (!to) throw new StepFailure(step.place, text('"{0}" requires {1}.', "link", "to"));
  const target = scope.text(to);
  const known = scope.contracts.get(target);
  const resolved = known ?? (await resolveAddress(context.session, target));
  const { address } = resolved;
  const { abi } = known ?? (await lookUpAbi(context.session, address));
  const described = abi && (await keptAbi(context, address));
  const request = { path: scope.text(step.subject), contract: address, abi: described ?? "" };
  const { code } = await performStep(
    linkOperation.prepare({ session: context.session, account: signer.address, found: [resolved] }, request),
    signer,
    context,
  );
  return { result: address, code };
}

/** ABI text that the chain keeps with the contract. */
async function keptAbi({ session }: RunContext, address: string): Promise<string> {
  const { getABI } = await import("../../chain/rpc/contractCode");
  return getABI(session.client, address);
}

/** The contract and the function that a `call` or `send` names. */
async function calledOf(
  step: Step,
  scope: Scope,
  context: RunContext,
): Promise<{ contract: ContractTarget; called: string }> {
  const given = scope.text(step.subject);
  const on = step.more.get("on");
  if (!on) {
    const { contract: name, member: called } = splitName(given);
    const contract = scope.contracts.get(name) ?? (await foundContract(step, scope, context, scope.values.get(name)));
    return { contract: await asItRuns(contract, called, context), called };
  }
  const contract = await foundContract(step, scope, context, scope.text(on));
  return { contract: await asItRuns(contract, given, context), called: given };
}

/** A contract of the run that doesn't have the function itself may be a proxy: then it is one of what that runs now. */
async function asItRuns(contract: ContractTarget, called: string, { session }: RunContext): Promise<ContractTarget> {
  const [name] = called.split("(", 1);
  if (contract.abi.functions.some((each) => each.name === name)) return contract;
  const { abi, proxy } = await lookUpAbi(session, contract.address);
  return abi && proxy ? { ...contract, abi, proxy } : contract;
}

async function foundContract(
  step: Step,
  scope: Scope,
  { session, contract }: RunContext,
  target: Plain | undefined,
): Promise<ContractTarget> {
  if (typeof target !== "string") throw new StepFailure(step.subject.place, text("This doesn't specify a contract."));
  const own = scope.contracts.get(target);
  if (own) return own;
  const file = step.more.get("abi");
  if (file) {
    const { address, ...led } = await resolveAddress(session, target);
    const path = fileOf(file, scope.text(file));
    const { abi } = await contract(path, undefined);
    return { name: target, address, ...led, abi: await contractInterfaceAt(session, address, abi) };
  }
  const { address, foundBy, abi, proxy, ...known } = await lookUpAbi(session, target);
  if (!abi) throw abiUnknown(target, known);
  // The run knows more of its own contracts than the chain keeps: members of enums have names.
  const ofRun = [...scope.contracts.values()].find((each) => each.address.toLowerCase() === address.toLowerCase());
  return { name: target, address, ...(foundBy ? { foundBy } : {}), abi: (proxy ? undefined : ofRun?.abi) ?? abi };
}

/** The function that arguments fit, and these in their order. @throws ChainError usage where none does */
function fitting({ abi }: ContractTarget, named: string, args: AbiArguments) {
  const called = abi.getFunction(named, args);
  return { called, values: inOrder(called.signature, called.inputs, args) };
}

/** Asks a function; `from` is whom the contract sees. */
export async function call(
  step: Step,
  scope: Scope,
  context: RunContext,
  caller: Signer | undefined,
): Promise<StepOutcome> {
  const { contract, called: named } = await calledOf(step, scope, context);
  const { called, values } = fitting(contract, named, argumentsOf(step, scope));
  const answer = await readFunction(context.session, contract, called, values, caller);
  return resultOf(answer.values);
}

/** The call data of a function, for a contract that takes some: several calls in one, an upgrade with its initializer. */
export async function encode(step: Step, scope: Scope, context: RunContext): Promise<StepOutcome> {
  const { contract, called: named } = await calledOf(step, scope, context);
  const { called, values } = fitting(contract, named, argumentsOf(step, scope));
  return { result: contract.abi.encodeCall(called.signature, values) };
}

/** Signs and sends a call of a function. */
export async function send(step: Step, scope: Scope, context: RunContext, signer: Signer): Promise<StepOutcome> {
  const { session } = context;
  const { contract, called: named } = await calledOf(step, scope, context);
  const { called, values: given } = fitting(contract, named, argumentsOf(step, scope));
  const value = step.more.get("value");
  const amount = value ? parseAmount(scope.text(value)) : 0n;
  const sent = { contract, called, values: given, amount };
  // To a contract of the node it is what an operation does, and weighs as much.
  const alwaysPreviews = (await precompiledBehind(session, contract.address)) !== undefined;
  const prepared = preparedSigning({ session, account: signer.address }, sent, functionTransaction);
  const receipt = await performStep(prepared, signer, context, { alwaysPreviews });
  const answers = called.outputs.length > 0 && receipt.output.length > 2;
  const values = answers ? contract.abi.decodeOutput(called.signature, receipt.output) : [];
  const [first] = values;
  const code = first && /^-?\d{1,9}$/.test(String(first.value)) ? { code: Number(first.value) } : {};
  const events = await eventsOf(context, receipt.logEntries, [contract, ...scope.contracts.values()]);
  return { ...resultOf(values), events, ...code };
}
