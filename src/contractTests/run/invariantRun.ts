import { type AbiParameter, readParameters, readsOnly } from "../../chain/abi/abiType";
import { bytesToHex, bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { ExecutionResult } from "../../devchain/execution/executionResult";
import { isContractNamed } from "../../solidity/artifact/contractName";
import { t } from "../../text/catalogue";
import type { Artifact } from "../chain/artifacts";
import { testSender } from "../chain/testChain";
import { type AbiValue, decodeValues, encodeValues } from "../cheats/abiCode";
import { TestState } from "../cheats/testState";
import { valueText } from "../cheats/valueText";
import type { TestFunction, TestResult } from "../testProject";
import type { Attempt, ContractRun } from "./contractRun";
import { failureOf, type RunTools } from "./failure";
import { functionsOf } from "./functionsOf";
import { oneSimpler, randomArguments } from "./fuzzInput";
import type { KeptCall } from "./keptFailures";
import { Random } from "./random";

interface Target {
  readonly address: string;
  readonly contract: string;
  readonly name: string;
  readonly selector: string;
  readonly parameters: readonly AbiParameter[];
}

/** One call of a sequence. */
interface Step {
  readonly target: Target;
  readonly sender: string;
  readonly args: readonly AbiValue[];
}

const addressList = readParameters([{ type: "address[]" }], "targets");
const selectorList = readParameters(
  [{ type: "tuple[]", components: [{ type: "address" }, { type: "bytes4[]" }] }],
  "selectors",
);
const namedSelectorList = readParameters(
  [{ type: "tuple[]", components: [{ type: "string" }, { type: "bytes4[]" }] }],
  "selectors",
);
const interfaceList = readParameters(
  [{ type: "tuple[]", components: [{ type: "address" }, { type: "string[]" }] }],
  "interfaces",
);
const textList = readParameters([{ type: "string[]" }], "artifacts");

const texts = (value: AbiValue | undefined): string[] =>
  Array.isArray(value) ? (value as AbiValue[]).map(String) : [];

async function addresses(run: ContractRun, signature: string): Promise<string[]> {
  return texts((await run.ask(signature, addressList))?.[0]);
}

/** Address and functions, as `targetSelectors` and `excludeSelectors` of test libraries tell them. */
async function selectors(run: ContractRun, signature: string): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  const [list] = (await run.ask(signature, selectorList)) ?? [];
  for (const entry of (list ?? []) as readonly AbiValue[]) {
    const [address, own] = entry as readonly [string, readonly Uint8Array[]];
    const set = found.get(address) ?? new Set();
    for (const selector of own) set.add(bytesToHexDigits(selector));
    found.set(address, set);
  }
  return found;
}

/** Contracts by name and their functions, as `targetArtifactSelectors` tells them. */
async function selectorsByName(run: ContractRun): Promise<(readonly [name: string, selectors: Set<string>])[]> {
  const [list] = (await run.ask("targetArtifactSelectors()", namedSelectorList)) ?? [];
  return ((list ?? []) as readonly AbiValue[]).map((entry) => {
    const [name, own] = entry as readonly [string, readonly Uint8Array[]];
    return [name, new Set(own.map(bytesToHexDigits))];
  });
}

/** What stands at addresses as a test says it, for proxies. */
async function interfaces(run: ContractRun): Promise<(readonly [address: string, artifact: Artifact])[]> {
  const [list] = (await run.ask("targetInterfaces()", interfaceList)) ?? [];
  return ((list ?? []) as readonly AbiValue[]).flatMap((entry) => {
    const [address, names] = entry as readonly [string, readonly string[]];
    const found = run.context.artifacts.interfaces.filter((artifact) =>
      names.some((name) => isContractNamed(artifact.contract, name)),
    );
    return found.map((artifact) => [address, artifact] as const);
  });
}

/** What sequences may call: what the test names, else every contract of the project that `setUp` has made. */
async function targetsOf(run: ContractRun): Promise<Target[]> {
  const chosen = await selectors(run, "targetSelectors()");
  const excludedSelectors = await selectors(run, "excludeSelectors()");
  const excluded = new Set(await addresses(run, "excludeContracts()"));
  const excludedNames = texts((await run.ask("excludeArtifacts()", textList))?.[0]);
  const wantedNames = texts((await run.ask("targetArtifacts()", textList))?.[0]);
  const byName = await selectorsByName(run);
  const named = await addresses(run, "targetContracts()");
  const made = [...run.context.created.keys()].filter((address) => address !== "" && address !== run.address);
  const candidates = named.length > 0 ? [...new Set(named)] : made;
  const artifacts = candidates.flatMap((address) => {
    const artifact = run.context.artifactAt(address);
    if (!artifact || excluded.has(address) || excludedNames.some((name) => isContractNamed(artifact.contract, name)))
      return [];
    const wanted = [...wantedNames, ...byName.map(([name]) => name)];
    if (wanted.length > 0 && !wanted.some((name) => isContractNamed(artifact.contract, name))) return [];
    return [[address, artifact] as const];
  });
  for (const address of chosen.keys()) {
    const artifact = run.context.artifactAt(address);
    if (artifact && !artifacts.some(([other]) => other === address)) artifacts.push([address, artifact]);
  }
  const isWanted = (address: string, artifact: Artifact, selector: string): boolean => {
    if (excludedSelectors.get(address)?.has(selector)) return false;
    const own = chosen.get(address) ?? byName.find(([name]) => isContractNamed(artifact.contract, name))?.[1];
    return own?.has(selector) ?? true;
  };
  return [...artifacts, ...(await interfaces(run))].flatMap(([address, artifact]): Target[] =>
    functionsOf(artifact.contract)
      .filter((each) => !readsOnly(each))
      .filter(({ selector }) => isWanted(address, artifact, selector))
      .map(({ name, selector, parameters }) => ({
        address,
        contract: artifact.contract.name,
        name,
        selector,
        parameters,
      })),
  );
}

const dataOf = ({ target: { selector, parameters }, args }: Step): Uint8Array =>
  joinBytes([hexToBytes(selector), encodeValues(parameters, args)]);

/** Plays sequences of calls on the state that `setUp` left, and asks the invariant after each. */
class SequencePlayer {
  readonly #run: ContractRun;
  readonly #test: TestFunction;
  readonly #selector: Uint8Array;

  constructor(run: ContractRun, test: TestFunction) {
    this.#run = run;
    this.#test = test;
    this.#selector = run.selector(test.signature);
  }

  /** Asks the invariant, and takes back what asking does. */
  async #ask(state: TestState, number: number): Promise<Attempt> {
    const { store } = this.#run.context;
    const checkpoint = store.checkpoint();
    const asking = new TestState(state, []);
    const result = await this.#run.send(this.#run.address, this.#selector, asking, number);
    const attempt = this.#run.judge(result, asking);
    if (!attempt.passed) asking.lines = [...state.lines, ...asking.lines];
    store.revert(checkpoint);
    return attempt;
  }

  /** Plays the calls of a generator until the invariant breaks; gives the broken attempt and what was played. */
  async play(next: (index: number) => Step | undefined): Promise<{
    readonly steps: Step[];
    readonly broken: Attempt | undefined;
    readonly calls: number;
  }> {
    this.#run.goBack();
    let state = new TestState(this.#run.base);
    let number = this.#run.firstBlock;
    const steps: Step[] = [];
    const first = await this.#ask(state, number);
    if (!first.passed) return { steps, broken: first, calls: 0 };
    let calls = 0;
    for (let index = 0; ; index++) {
      const step = next(index);
      if (!step) break;
      steps.push(step);
      calls++;
      number++;
      const result = await this.#send(step, state, number);
      if (this.#run.isRejected(result)) {
        steps.pop();
        state = new TestState(state, state.lines);
        continue;
      }
      if (result.status !== 0) {
        if (this.#test.invariant.failOnRevert) return { steps, broken: this.#run.judge(result, state), calls };
        state = new TestState(state, state.lines);
        continue;
      }
      const attempt = await this.#ask(state, number);
      if (!attempt.passed) return { steps, broken: attempt, calls };
    }
    const after = await this.#after(state, number + 1);
    return { steps, broken: after, calls };
  }

  async #send(step: Step, state: TestState, number: number): Promise<ExecutionResult> {
    return this.#run.send(step.target.address, dataOf(step), state, number, step.sender);
  }

  async #after(state: TestState, number: number): Promise<Attempt | undefined> {
    if (!this.#run.has("afterInvariant()")) return undefined;
    const asking = new TestState(state);
    const result = await this.#run.send(this.#run.address, this.#run.selector("afterInvariant()"), asking, number);
    const attempt = this.#run.judge(result, asking);
    return attempt.passed ? undefined : attempt;
  }

  async breaks(steps: readonly Step[]): Promise<boolean> {
    return (await this.play((index) => steps[index])).broken !== undefined;
  }
}

/** Most sequences that are played to make a counterexample simpler. */
const maxShrinks = 400;

/** Leaves out calls, then makes arguments simpler, as long as the invariant breaks. */
async function shrinkSteps(player: SequencePlayer, found: readonly Step[]): Promise<readonly Step[]> {
  let steps = found;
  let left = maxShrinks;
  for (let size = Math.ceil(steps.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length && left > 0; ) {
      const shorter = [...steps.slice(0, at), ...steps.slice(at + size)];
      left--;
      if (await player.breaks(shorter)) steps = shorter;
      else at += size;
    }
  }
  for (let at = 0; at < steps.length && left > 0; at++) {
    const step = steps[at];
    if (!step) break;
    const items = step.target.parameters.map(({ shape }, index) => ({ shape, value: step.args[index] ?? 0n }));
    for (const args of oneSimpler(items)) {
      if (left-- <= 0) break;
      const simplerSteps = steps.map((each, index) => (index === at ? { ...each, args } : each));
      if (!(await player.breaks(simplerSteps))) continue;
      steps = simplerSteps;
      at--; // the same call may get simpler still
      break;
    }
  }
  return steps;
}

const keptCall = (step: Step): KeptCall => ({
  contract: step.target.contract,
  address: step.target.address,
  sender: step.sender,
  data: bytesToHex(dataOf(step)),
});

/** A sequence that broke the invariant before, as far as all that it calls is there; of contracts of one name that at the same address. */
function keptSteps(calls: readonly KeptCall[], targets: readonly Target[]): readonly Step[] {
  const steps = calls.flatMap(({ contract, address, sender, data }): Step[] => {
    const bytes = hexToBytes(data);
    const selector = bytesToHexDigits(bytes.subarray(0, 4));
    const named = targets.filter((each) => each.contract === contract && each.selector === selector);
    const target = named.find((each) => each.address === address) ?? named[0];
    if (!target) return [];
    try {
      return [{ target, sender, args: decodeValues(target.parameters, bytes.subarray(4)) }];
    } catch {
      return [];
    }
  });
  return steps.length === calls.length ? steps : [];
}

function stepText(run: ContractRun, { target, sender, args }: Step): string {
  const values = target.parameters.map(({ name, shape }, index) => {
    const text = valueText(shape, args[index] ?? 0n, run.context.suite, run.base.labels);
    return name ? `${name}: ${text}` : text;
  });
  const who = sender === testSender ? "" : ` from 0x${sender}`;
  return `${target.contract}.${target.name}(${values.join(", ")})${who}`;
}

/** Runs an invariant: random sequences of calls, after each of which it has to hold. */
export async function runInvariant(run: ContractRun, test: TestFunction, tools: RunTools): Promise<TestResult> {
  run.goBack();
  const targets = await targetsOf(run);
  const senders = await addresses(run, "targetSenders()");
  const excluded = new Set(await addresses(run, "excludeSenders()"));
  const random = new Random(`${tools.seed}\n${run.test.id}\n${test.signature}`);
  const player = new SequencePlayer(run, test);
  const common = { contract: run.test.id, test: test.signature, kind: test.kind, durationMs: 0 } as const;
  let calls = 0;
  const someSender = (): string => {
    if (senders.length > 0) return random.pick(senders) ?? testSender;
    for (;;) {
      const sender = bytesToHexDigits(random.bytes(20));
      if (!excluded.has(sender)) return sender;
    }
  };
  const sequence = (index: number): Step | undefined => {
    const target = index < test.invariant.depth ? random.pick(targets) : undefined;
    if (!target) return undefined;
    return {
      target,
      sender: someSender(),
      args: randomArguments(target.parameters, random, run.dictionary, run.enums),
    };
  };
  const kept = keptSteps((await tools.kept?.read(run.test.id, test.signature))?.calls ?? [], targets);
  for (let count = kept.length > 0 ? -1 : 0; count < test.invariant.runs; count++) {
    const played = await player.play(count < 0 ? (index) => kept[index] : sequence);
    calls += played.calls;
    if (played.broken) {
      const steps = tools.verdictOnly ? played.steps : await shrinkSteps(player, played.steps);
      const final = tools.verdictOnly
        ? played.broken
        : ((await player.play((index) => steps[index])).broken ?? played.broken);
      const texts = steps.map((step) => stepText(run, step));
      const calls = steps.map((step) => {
        return { to: step.target.address, sender: step.sender, data: bytesToHex(dataOf(step)) };
      });
      const again = (): Promise<unknown> => player.play((index) => steps[index]);
      const failure = await failureOf(run, tools, final, again, { texts, input: { calls } });
      const { root } = run.project;
      const kept = await tools.kept?.keep({ id: run.test.id, root }, test.signature, { calls: steps.map(keptCall) });
      const lines = [...final.state.lines, ...(kept ?? [])];
      return { ...common, status: "failed", gas: 0, meanGas: 0, runs: Math.max(1, count + 1), lines, failure };
    }
    if (count < 0) continue;
    tools.progress?.(count + 1, test.invariant.runs);
    if (targets.length === 0) break; // there is nothing to call: the invariant alone was asked
  }
  return {
    ...common,
    status: "passed",
    gas: 0,
    meanGas: 0,
    runs: targets.length === 0 ? 1 : test.invariant.runs,
    lines: targets.length === 0 ? [t("no contract of the project to call")] : [t("{0} calls", calls)],
  };
}
