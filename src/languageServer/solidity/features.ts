import type { ServerCapabilities } from "vscode-languageserver/node";
import { mergeCapabilities } from "../protocol/mergeCapabilities";
import { codeActions } from "./codeActions";
import { compilerFixes } from "./compilerFixes";
import { compilerProblems } from "./compilerProblems";
import { completion } from "./completion";
import type { SolidityFeature } from "./feature";
import { halfWidth } from "./halfWidth";
import { hover } from "./hover";
import { outline } from "./outline";
import { places } from "./places";
import { rename } from "./rename";
import type { SolidityState } from "./solidityState";
import { sync } from "./sync";

/** Parts of an answer come in this order. */
const features: readonly SolidityFeature[] = [
  sync,
  outline,
  hover,
  places,
  rename,
  completion,
  codeActions,
  halfWidth,
  compilerFixes,
  compilerProblems,
];

/** What is answered about Solidity. */
export const solidityCapabilities: ServerCapabilities = mergeCapabilities(
  ...features.map(({ capabilities }) => capabilities),
);

/** Serves Solidity. */
export function serveSolidity(state: SolidityState): void {
  for (const { register } of features) register(state);
}
