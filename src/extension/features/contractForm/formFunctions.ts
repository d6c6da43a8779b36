import { type AbiParameter, type AbiShape, readsOnly } from "../../../chain/abi/abiType";
import { emptyDraft } from "../../../chain/abi/argumentDraft";
import type { AbiFunction, ContractInterface } from "../../../chain/abi/contractInterface";
import { sourceType } from "../../../chain/abi/namedValue";
import type { FormFunction } from "../../../webview/contractForm/messages";
import { constructorSignature, functionText, parametersText } from "../../flows/lines/functionText";

const emptyOf = (inputs: readonly AbiParameter[]): FormFunction["empty"] =>
  inputs.map(({ shape }) => emptyDraft(shape));

function namedShape(shape: AbiShape): AbiShape {
  if (shape.kind === "array") return { ...shape, element: namedShape(shape.element) };
  return shape.kind === "tuple" ? { ...shape, members: shape.members.map(named) } : shape;
}

/** The parameter with the names of structs and enums as its types: what the page shows. */
const named = (parameter: AbiParameter): AbiParameter => ({
  ...parameter,
  type: sourceType(parameter),
  shape: namedShape(parameter.shape),
});

function formFunction(each: AbiFunction): FormFunction {
  const { name, signature, inputs, stateMutability, doc } = each;
  return {
    name,
    signature,
    text: functionText(each),
    inputs: inputs.map(named),
    empty: emptyOf(inputs),
    reads: readsOnly(each),
    payable: stateMutability === "payable",
    ...(doc === undefined ? {} : { doc }),
  };
}

/** The functions of a contract, by name. */
export function formFunctions(abi: ContractInterface): FormFunction[] {
  return abi.functions.map(formFunction).sort((one, other) => one.name.localeCompare(other.name));
}

/** The constructor as a function of its own. A node takes no amount with a deployment from here. */
export function formConstructor(name: string, { constructorInputs, constructorDoc }: ContractInterface): FormFunction {
  return {
    name,
    signature: constructorSignature,
    text: parametersText(constructorInputs),
    inputs: constructorInputs.map(named),
    empty: emptyOf(constructorInputs),
    reads: false,
    payable: false,
    ...(constructorDoc === undefined ? {} : { doc: constructorDoc }),
  };
}
