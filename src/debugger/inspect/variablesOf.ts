import { hexToBytes } from "../../crypto/bytes/hex";
import type { FoundContract } from "../program/findContract";
import { ProjectSyntax } from "../source/syntax";
import { TypeReader } from "../values/solidityType";
import { StateLayout } from "../values/stateLayout";
import type { NamedValue } from "../values/value";

/** The state variables of a contract in an account; its code tells immutables. */
export function variablesOf(
  { project, contract }: FoundContract,
  address: string,
  code: string,
  syntax = new ProjectSyntax(project),
): NamedValue[] {
  const node = syntax.contract(contract.name, contract.sourceName);
  if (!node) return [];
  const layout = new StateLayout(syntax, contract, node, new TypeReader(syntax));
  return layout.variables(address, { bytes: hexToBytes(code), creation: false });
}
