import { type AbiParameter, readParameters } from "../../chain/abi/abiType";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import type { AbiValue } from "../cheats/abiCode";
import { functionsOf } from "./functionsOf";

/** Values for a parameter, and their type as the ABI has it. */
interface Fixture {
  readonly type: string;
  readonly values: readonly AbiValue[];
}

/** A test contract that can be asked. */
interface AskedContract {
  readonly contract: CompiledContract;
  ask(signature: string, returns: readonly AbiParameter[], args?: readonly AbiValue[]): Promise<AbiValue[] | undefined>;
}

/** By the name of the parameter, in small letters and without underscores around it. */
export type Fixtures = ReadonlyMap<string, Fixture>;

const mark = "fixture";
const maxValues = 10_000;

/** `fixture_amount` and `amount_` name the same. */
function plainName(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && name[from] === "_") from++;
  while (to > from && name[to - 1] === "_") to--;
  return name.slice(from, to).toLowerCase();
}

/** The type of what a list holds; undefined for what is no list of any length. */
const elementType = (type: string): string | undefined => (type.endsWith("[]") ? type.slice(0, -2) : undefined);

/** Reads a public list place by place, until there is none. */
async function listed(run: AskedContract, signature: string, returns: readonly AbiParameter[]): Promise<AbiValue[]> {
  const values: AbiValue[] = [];
  while (values.length < maxValues) {
    const found = await run.ask(signature, returns, [BigInt(values.length)]);
    if (!found) break;
    values.push(returns.length === 1 ? (found[0] ?? 0n) : found);
  }
  return values;
}

/** What functions and public lists named `fixture…` of a test contract give. */
export async function readFixtures(run: AskedContract): Promise<Fixtures> {
  const found = new Map<string, Fixture>();
  for (const { name, signature, parameters, outputs } of functionsOf(run.contract)) {
    if (!name.startsWith(mark)) continue;
    const returns = readParameters(outputs, name);
    const key = plainName(name.slice(mark.length));
    const [first] = returns;
    if (!first) continue;
    const element = parameters.length === 0 && returns.length === 1 ? elementType(first.type) : undefined;
    if (element !== undefined) {
      const [values = []] = (await run.ask(signature, returns)) ?? [];
      found.set(key, { type: element, values: values as readonly AbiValue[] });
    } else if (parameters.length === 1 && parameters[0]?.type === "uint256") {
      const type = returns.length === 1 ? first.type : `(${returns.map((each) => each.type).join(",")})`;
      found.set(key, { type, values: await listed(run, signature, returns) });
    }
  }
  return found;
}

/** The values for a parameter, which may be none; undefined where no fixture is named so, or one of another type. */
export function fixtureFor(fixtures: Fixtures, { name, type }: AbiParameter): readonly AbiValue[] | undefined {
  const found = fixtures.get(plainName(name));
  return found && found.type === type ? found.values : undefined;
}
