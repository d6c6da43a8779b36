import { literal } from "../../java/javaLayout";
import { hasSample } from "../base/sampleValue";
import { deployValues, sample, type TypeTexts } from "../java/javaContractText";
import controllerTest from "./ControllerTest.java.eta";
import { jsonSamples, type SpringContract, type SpringFunction } from "./springContract";
import { resultText } from "./springControllerText";

/** How a test calls a function, through its route and by the service. */
function testOf(types: TypeTexts, contract: string, spring: SpringFunction, number: number) {
  const { own, found } = spring;
  const { declared, reads, route } = found;
  const values = own.inputs.map(({ type }, at) => sample(types, type, declared.inputs[at]?.shape ?? { kind: "bool" }));
  return {
    number,
    title: literal(declared.signature),
    method: reads && declared.inputs.length === 0 ? "GET" : "POST",
    path: literal(`/api/${contract}/${route}${reads ? "" : "/simulate"}`),
    body: declared.inputs.length === 0 ? "null" : literal(JSON.stringify(jsonSamples(declared.inputs))),
    answer: types.answer(own),
    call: `service.${reads ? own.names.call : own.names.simulate}(${values.join(", ")})`,
    result: resultText(types, `${contract}Json`, spring, "result"),
  };
}

/** `KioskControllerTest.java`: the routes on an embedded chain. */
export function controllerTestText(packageName: string, types: TypeTexts, spring: SpringContract): string {
  const { name, functions, contract } = spring;
  return controllerTest({
    packageName,
    name,
    deployValues: deployValues(types, contract),
    paths: functions.map(({ found }) => literal(`/api/${name}/${found.route}`)).join(", "),
    tests: functions.flatMap((each, number) =>
      hasSample(each.found.declared.inputs) ? [testOf(types, name, each, number)] : [],
    ),
  });
}
