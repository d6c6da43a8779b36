import type { ServerCapabilities } from "vscode-languageserver/node";
import { mergeCapabilities } from "../protocol/mergeCapabilities";
import { codeActions } from "./codeActions";
import { compilerFixes } from "./compilerFixes";
import { compilerProblems } from "./compilerProblems";
import { completion } from "./completion";
import type { SolidityFeature } from "./feature";
import { fileMoves } from "./fileMoves";
import { formatting } from "./formatting";
import { halfWidth } from "./halfWidth";
import { hierarchies } from "./hierarchies";
import { inlayHints, ranges, semanticTokens, signatureHelp } from "./hints";
import { hover } from "./hover";
import { implement } from "./implement";
import { importing } from "./importing";
import { lints } from "./lints";
import { highlights, places, related, workspaceSymbols } from "./navigation";
import { outline } from "./outline";
import { refactorings } from "./refactorings";
import { rename } from "./rename";
import type { SolidityState } from "./solidityState";
import { sync } from "./sync";
import { syntax } from "./syntaxProblems";
import { writing } from "./writing";

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
  syntax,
  compilerProblems,
  lints,
  highlights,
  signatureHelp,
  semanticTokens,
  ranges,
  related,
  hierarchies,
  inlayHints,
  workspaceSymbols,
  implement,
  refactorings,
  formatting,
  importing,
  fileMoves,
  writing,
];

/** What is answered about Solidity. */
export const solidityCapabilities: ServerCapabilities = mergeCapabilities(
  ...features.map(({ capabilities }) => capabilities),
);

/** Serves Solidity. */
export function serveSolidity(state: SolidityState): void {
  for (const { register } of features) register(state);
}
