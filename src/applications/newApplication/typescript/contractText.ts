import { type AbiParameter, type AbiShape, maxNumberBits } from "../../../chain/abi/abiType";
import type { ModuleNames } from "../../typescript/moduleNames";
import type { ApplicationContract, ApplicationFunction } from "../base/applicationContract";
import { hasSample, type SampleValue, sampleBody, sampleValue } from "../base/sampleValue";
import deploy from "./templates/src/deploy.ts.eta";
import routes from "./templates/src/routes/contract.ts.eta";
import test from "./templates/test/contract.test.ts.eta";

/** `.label`, `["find(uint64)"]`. */
const memberOf = ({ declared, overloaded }: ApplicationFunction): string =>
  overloaded ? `[${JSON.stringify(declared.signature)}]` : `.${declared.name}`;

/** `src/routes/Kiosk.ts`: a route for each function. */
export const routesText = (names: ModuleNames, { functions }: ApplicationContract): string =>
  routes({
    ...names,
    routes: functions.map((found) => ({
      signature: found.declared.signature,
      reads: found.reads,
      index: found.index,
      route: JSON.stringify(found.route),
      member: memberOf(found),
      given: found.declared.inputs.length === 0 ? "" : "values",
    })),
  });

/** `src/deploy.ts`: `npm run deploy -- Kiosk '["corner"]'`. Undefined where nothing can be deployed. */
export function deployText(
  contracts: readonly { readonly names: ModuleNames; readonly contract: ApplicationContract }[],
): string | undefined {
  const deployed = contracts
    .filter(({ contract }) => contract.deployable)
    .map(({ names, contract }) => ({ ...names, values: contract.abi.constructorInputs.length > 0 }));
  if (deployed.length === 0) return undefined;
  return deploy({ deployed, takesValues: deployed.some(({ values }) => values) });
}

/** A sample as an expression of the SDK's types. */
function expression(shape: AbiShape, value: SampleValue): string {
  if (shape.kind === "integer") return shape.bits > maxNumberBits ? `${value as string}n` : String(value);
  if (shape.kind === "array")
    return `[${(value as readonly SampleValue[]).map((each) => expression(shape.element, each)).join(", ")}]`;
  if (shape.kind === "tuple") {
    if (Array.isArray(value))
      return `[${shape.members.map((member, at) => expression(member.shape, value[at] as SampleValue)).join(", ")}]`;
    const members = shape.members.map(
      (member) =>
        `${member.name}: ${expression(member.shape, (value as Record<string, SampleValue>)[member.name] ?? "")}`,
    );
    return `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** Small values of a call, as an expression of the SDK's types. */
export const argumentList = (inputs: readonly AbiParameter[]): string =>
  `[${inputs.map(({ shape }) => expression(shape, sampleValue(shape))).join(", ")}]`;

/** How a test calls a function, through the service and without it. */
function testOf(module: string, found: ApplicationFunction) {
  const { declared, reads, route } = found;
  const { inputs } = declared;
  const given = inputs.length === 0 ? "" : argumentList(inputs);
  return {
    name: JSON.stringify(`${module}.${declared.signature}`),
    method: reads && inputs.length === 0 ? "GET" : "POST",
    url: JSON.stringify(`/api/${module}/${route}${reads ? "" : "/simulate"}`),
    body: inputs.length === 0 ? "undefined" : JSON.stringify(sampleBody(inputs)),
    call: reads
      ? `contract.read${memberOf(found)}(${given})`
      : `contract.simulate${memberOf(found)}(${given}).then(({ result }) => result)`,
  };
}

/** `test/Kiosk.test.ts`: every route gives what the contract gives. `port`: that of the service. */
export const testText = (names: ModuleNames, { abi, functions }: ApplicationContract, port: number): string =>
  test({
    ...names,
    port,
    args: abi.constructorInputs.length === 0 ? undefined : argumentList(abi.constructorInputs),
    tests: functions.filter(({ declared }) => hasSample(declared.inputs)).map((found) => testOf(names.module, found)),
  });
