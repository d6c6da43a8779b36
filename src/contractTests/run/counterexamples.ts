// Counterexamples of a symbolic engine, kept as what tests failed with, so that they are tried first. Halmos writes them with
// `halmos --json-output FILE`.
import type { AbiParameter } from "../../chain/abi/abiType";
import { selectorOf } from "../../chain/abi/selector";
import { cryptoSuite } from "../../crypto/suites";
import { jsonLimits, jsonObjectOf, parseBoundedJson } from "../../text/limits/boundedJson";
import type { TestContract, TestProject } from "../testProject";
import { functionsOf } from "./functionsOf";
import { failureFolderOf, KeptFailures } from "./keptFailures";

/** Values by the names of parameters: what stands in a call for each, of those that take one word there. */
type Counterexample = ReadonlyMap<string, bigint>;

/** Tests that an engine found a counterexample of, by contract (`test/Shop.t.sol:ShopTest`) and signature. */
type Counterexamples = ReadonlyMap<string, ReadonlyMap<string, Counterexample>>;

const wordBits = 256;
const decimal = /^\d{1,78}$/;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first model that the engine itself holds for right. */
function exampleIn(models: unknown): Counterexample | undefined {
  const model = listOf(models).find((each) => jsonObjectOf(each)["is_valid"] === true);
  if (model === undefined) return undefined;
  const found = new Map<string, bigint>();
  for (const each of Object.values(jsonObjectOf(jsonObjectOf(model)["model"]))) {
    const { variable_name: name, value, size_bits: bits } = jsonObjectOf(each) as Record<string, unknown>;
    const isNumber = typeof value === "string" && decimal.test(value);
    if (typeof name === "string" && isNumber && bits === wordBits)
      found.set(name, BigInt.asUintN(wordBits, BigInt(value)));
  }
  return found;
}

/**
 * Reads what Halmos wrote.
 * @throws Error where it isn't JSON, or too large
 */
export function readCounterexamples(text: string): Counterexamples {
  // Its numbers have up to 256 bits, more than a number of JSON keeps here.
  const exact = text.replaceAll(/("value": {0,4})(\d{1,78})(?=[\s,}])/g, '$1"$2"');
  const { test_results: results } = jsonObjectOf(parseBoundedJson(exact, jsonLimits.compiled)) as Record<
    string,
    unknown
  >;
  const found = new Map<string, Map<string, Counterexample>>();
  for (const [contract, tests] of Object.entries(jsonObjectOf(results))) {
    for (const test of listOf(tests)) {
      const { name, models } = jsonObjectOf(test) as Record<string, unknown>;
      const example = exampleIn(models);
      if (typeof name !== "string" || !example) continue;
      found.set(contract, (found.get(contract) ?? new Map<string, Counterexample>()).set(name, example));
    }
  }
  return found;
}

/** A value of one word: what stands elsewhere in a call has parts that the engine names otherwise. */
const isWord = ({ shape }: AbiParameter): boolean =>
  ["integer", "bool", "address"].includes(shape.kind) || (shape.kind === "bytes" && shape.size !== undefined);

/** The call of a test with these values; undefined where a parameter isn't among them, or isn't of one word. */
function callOf(project: TestProject, contract: TestContract, signature: string, example: Counterexample) {
  const compiled = project.modules[contract.module]?.contracts.find(
    ({ name, sourceName }) => name === contract.name && sourceName === contract.sourceName,
  );
  const parameters = compiled && functionsOf(compiled).find((each) => each.signature === signature)?.parameters;
  const words = parameters?.map((each) => {
    const value = example.get(each.name);
    return isWord(each) ? value?.toString(16).padStart(wordBits / 4, "0") : undefined;
  });
  if (!words?.length || words.includes(undefined)) return undefined;
  return `${selectorOf(cryptoSuite(project.suite), signature)}${words.join("")}`;
}

/**
 * Keeps counterexamples of a project's tests as what these failed with.
 * @returns how many, and names of those that can't be tried
 */
export async function keepCounterexamples(
  project: TestProject,
  contracts: readonly TestContract[],
  found: Counterexamples,
): Promise<{ readonly kept: number; readonly left: readonly string[] }> {
  const failures = new KeptFailures(failureFolderOf(project.root));
  const left: string[] = [];
  let kept = 0;
  for (const contract of contracts) {
    for (const { signature, kind } of contract.tests) {
      const example = found.get(contract.id)?.get(signature);
      if (!example) continue;
      const data = kind === "fuzz" ? callOf(project, contract, signature, example) : undefined;
      const lines = data && (await failures.keep({ id: contract.id, root: project.root }, signature, { data }));
      if (lines?.length) kept += 1;
      else left.push(`${contract.name}.${signature}`);
    }
  }
  return { kept, left };
}
