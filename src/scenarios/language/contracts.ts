import type { AbiParameter } from "../../chain/abi/abiType";
import { readArgument } from "../../chain/abi/abiValue";
import {
  type AbiArguments,
  type AbiEvent,
  type AbiFunction,
  type ContractInterface,
  functionsNamed,
  functionsTaking,
} from "../../chain/abi/contractInterface";
import { precompiledAt, precompiledInterface } from "../../chain/abi/precompiledContracts";
import { isAddress } from "../../crypto/bytes/hex";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import type { NamedPath } from "../../files/namedPath";
import { type LocalizableText, text } from "../../text/catalogue";
import type { Complaint, TextPosition } from "../../yaml/complaint";
import { type MapEntry, member, textOf, type YamlValue } from "../../yaml/value";
import { namedContract, notLookedAt } from "../document/namedFile";
import type { Plain } from "../document/plain";
import { splitName, textParts } from "./references";
import { namesFunction, type Scenario, type Step } from "./scenario";
import { writtenOut } from "./variants";

/**
 * The interface of a contract that a scenario names by its file (absolute, with the contract's name behind a colon or without): what is
 * wrong with it where there is none, undefined where it cannot be told.
 */
export type AbiOf = (path: NamedPath) => Promise<ContractInterface | LocalizableText | undefined>;

export const isAbi = (found: ContractInterface | LocalizableText | undefined): found is ContractInterface =>
  found !== undefined && "functions" in found;

const writtenTo = (value: YamlValue): boolean =>
  value.kind === "list"
    ? value.items.every(writtenTo)
    : value.kind === "map"
      ? value.entries.every((entry) => writtenTo(entry.value))
      : writtenOut(value);

function plainOf(value: YamlValue): Plain {
  if (value.kind === "text") return value.text;
  if (value.kind === "list") return value.items.map(plainOf);
  if (value.kind === "map")
    return Object.fromEntries(value.entries.map(({ key, value: each }) => [key, plainOf(each)]));
  return null;
}

/** More of what is wrong isn't read, nor more of the names that would be right. */
const maxComplaints = 200;
const maxNames = 30;

const namesText = (names: readonly string[]): readonly string[] =>
  names.length > maxNames ? [...names.slice(0, maxNames), "…"] : names;

const parametersText = (inputs: readonly AbiParameter[]): string =>
  `(${inputs.map(({ name, type }) => (name === "" ? type : `${type} ${name}`)).join(", ")})`;

/** The name that `shop`, or `${shop}` alone, names. */
export function contractNamed(target: string): string {
  const [only, ...others] = textParts(target);
  return only && others.length === 0 && "reference" in only ? only.reference : target;
}

/** The contract and the function that a `call` or `send` names: with `on` of its step the function alone, else both. */
export function calledIn(
  step: YamlValue | undefined,
  written: string,
): { readonly contract: string; readonly member: string } {
  const on = textOf(member(step, "on"));
  return on === undefined ? splitName(written) : { contract: contractNamed(on), member: written };
}

const eventCalled = ({ events }: ContractInterface, called: string): AbiEvent | undefined =>
  events.find(({ name, signature }) => name === called || signature === called);

class ContractCheck {
  readonly complaints: Complaint[] = [];
  readonly #contracts = new Map<string, ContractInterface>();
  readonly #abiOf: AbiOf;

  constructor(abiOf: AbiOf) {
    this.#abiOf = abiOf;
  }

  async step(step: Step): Promise<void> {
    if (step.kind === "deploy") await this.#deploy(step);
    else if (namesFunction(step.kind)) await this.#call(step);
    else if (step.kind === "wait") this.#wait(step);
  }

  #complain(range: TextPosition, message: LocalizableText, error?: ChainError): void {
    if (this.complaints.length < maxComplaints)
      this.complaints.push({ place: range, message, ...(error ? { error } : {}) });
  }

  async #fileAbi(value: YamlValue): Promise<ContractInterface | undefined> {
    const named = textOf(value);
    if (named === undefined || !writtenOut(value)) return undefined;
    const path = namedContract(named, value.place.file);
    const found = path === undefined ? notLookedAt(named) : await this.#abiOf(path);
    if (isAbi(found)) return found;
    if (found) this.#complain(value.place, found);
    return undefined;
  }

  async #deploy(step: Step): Promise<void> {
    const abi = await this.#fileAbi(step.subject);
    if (!abi) return;
    if (step.as !== undefined) this.#contracts.set(step.as, abi);
    this.#arguments(step, "constructor", abi.constructorInputs);
    this.#events(step, abi);
  }

  async #abiOfCall(step: Step): Promise<{ abi: ContractInterface | undefined; called: string; name: string }> {
    const written = textOf(step.subject) ?? "";
    const on = step.more.get("on");
    const file = step.more.get("abi");
    if (!on) {
      const { contract: name, member: called } = splitName(written);
      return { abi: this.#contracts.get(name), called, name };
    }
    const target = textOf(on) ?? "";
    const name = contractNamed(target);
    if (file) return { abi: await this.#fileAbi(file), called: written, name };
    const precompiled = isAddress(target) ? precompiledAt(target) : undefined;
    const abi = precompiled ? precompiledInterface(precompiled, cryptoSuite("standard")) : this.#contracts.get(name);
    return { abi, called: written, name };
  }

  async #call(step: Step): Promise<void> {
    const { abi, called, name } = await this.#abiOfCall(step);
    if (!abi || !writtenOut(step.subject)) return;
    const named = functionsNamed(abi, called);
    // What a fallback passes on is known on the chain alone.
    if (named.length === 0 && abi.hasFallback) return;
    if (named.length === 0) {
      const known = namesText(abi.functions.map((each) => each.name));
      this.#complain(step.subject.place, text('{0} has no function "{1}". It has: {2}', name, called, known));
      return;
    }
    const args = step.more.get("args");
    const count = countOf(args);
    const given = count === undefined ? undefined : ((args && plainOf(args)) ?? []);
    const fitting = functionsTaking(named, given as AbiArguments | undefined);
    const [only, ...others] = fitting;
    if (others.length > 0 && count !== undefined) {
      const all = namesText(fitting.map(({ signature }) => signature));
      this.#complain(step.subject.place, text("Several functions match. Specify one: {0}", all));
    } else if (!only) {
      const all = namesText(named.map(({ signature }) => signature));
      this.#complain(step.subject.place, text("No function of this name takes {0} arguments: {1}", count ?? 0, all));
    } else if (others.length === 0) {
      this.#arguments(step, only.name, only.inputs);
      this.#result(step, only);
    }
    this.#events(step, abi);
  }

  /** The number of arguments, their names, and each that is written out. */
  #arguments(step: Step, called: string, inputs: readonly AbiParameter[]): void {
    const args = step.more.get("args");
    if (args?.kind === "text") return;
    const count = countOf(args) ?? 0;
    const position = args?.place ?? step.subject.place;
    if (args?.kind === "map") {
      const names = new Set(inputs.map(({ name }) => name));
      const given = new Set(args.entries.map(({ key }) => key));
      const unknown = args.entries.filter(({ key }) => !names.has(key)).slice(0, maxComplaints);
      for (const { key, place: at } of unknown)
        this.#complain(at, text('{0} has no argument "{1}". It has: {2}', called, key, namesText([...names])));
      const missing = [...names].filter((name) => !given.has(name));
      if (unknown.length === 0 && missing.length > 0)
        this.#complain(position, text('"{0}" requires {1}.', called, namesText(missing)));
    } else if (count !== inputs.length) {
      this.#complain(
        position,
        text("{0} takes {1} arguments, not {2}: {3}", called, inputs.length, count, parametersText(inputs)),
      );
      return;
    }
    const byName = new Map(args?.kind === "map" ? args.entries.map(({ key, value }) => [key, value]) : []);
    const given = args?.kind === "list" ? args.items : inputs.map(({ name }) => byName.get(name));
    for (const [index, parameter] of inputs.entries()) this.#argument(parameter, given[index], index);
  }

  #argument(parameter: AbiParameter, value: YamlValue | undefined, index: number): void {
    if (!value || !writtenTo(value)) return;
    try {
      readArgument(parameter, plainOf(value), index);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      this.#complain(value.place, { text: error.message, args: [] }, error);
    }
  }

  #result({ expect }: Step, { name: called, outputs }: AbiFunction): void {
    const result = member(expect, "result");
    if (result?.kind !== "map" || outputs.length < 2 || outputs.some(({ name }) => name === "")) return;
    this.#names(result.entries, called, outputs);
  }

  /** Every name has to be one of these values; comparisons stand for any. */
  #names(entries: readonly MapEntry[], of: string, inputs: readonly AbiParameter[]): void {
    const names = new Set(inputs.map(({ name }) => name));
    if (names.has("")) return;
    const unknown = entries.filter(({ key }) => !key.startsWith("$") && !names.has(key));
    for (const { key, place: position } of unknown.slice(0, maxComplaints))
      this.#complain(position, text('{0} has no value "{1}". It has: {2}', of, key, namesText([...names])));
  }

  #events({ expect }: Step, abi: ContractInterface): void {
    const events = member(expect, "events");
    for (const item of events?.kind === "list" ? events.items : []) {
      const entry = item.kind === "map" ? item.entries[0] : undefined;
      const name = entry?.key ?? textOf(item) ?? "";
      const all = [abi, ...this.#contracts.values()];
      const event = all.map((each) => eventCalled(each, name)).find((each) => each !== undefined);
      if (!event) {
        const known = namesText([...new Set(all.flatMap((each) => each.events.map((one) => one.name)))]);
        this.#complain(
          entry?.place ?? item.place,
          text('No contract here has an event "{0}". There are: {1}', name, known),
        );
      } else if (entry?.value.kind === "map") this.#names(entry.value.entries, name, event.inputs);
      else if (entry?.value.kind === "list" && entry.value.items.length !== event.inputs.length) {
        const { length } = entry.value.items;
        const { inputs } = event;
        this.#complain(
          entry.place,
          text("{0} takes {1} arguments, not {2}: {3}", name, inputs.length, length, parametersText(inputs)),
        );
      }
    }
  }

  #wait({ subject }: Step): void {
    const event = member(subject, "event");
    const written = textOf(event);
    if (!event || written === undefined || !writtenOut(event)) return;
    const { contract, member: called } = splitName(written);
    const abi = this.#contracts.get(contract);
    if (!abi) return;
    const found = eventCalled(abi, called);
    const where = member(subject, "where");
    if (!found) {
      const known = namesText(abi.events.map(({ name }) => name));
      this.#complain(event.place, text('{0} has no event "{1}". It has: {2}', contract, called, known));
    } else if (where?.kind === "map") this.#names(where.entries, called, found.inputs);
  }
}

const countOf = (args: YamlValue | undefined): number | undefined =>
  args?.kind === "list" ? args.items.length : args?.kind === "map" ? args.entries.length : args ? undefined : 0;

/** What a scenario says of contracts that their ABIs do not: functions, arguments, results and events that are not there, or do not fit. */
export async function checkContracts({ steps }: Pick<Scenario, "steps">, abiOf: AbiOf): Promise<Complaint[]> {
  const check = new ContractCheck(abiOf);
  for (const step of steps) await check.step(step);
  return check.complaints;
}
