import type { ServerCapabilities } from "vscode-languageserver/node";
import type { SolidityState } from "./solidityState";

/**
 * Something that editors are answered about Solidity: a file of this folder, and a line in `features.ts`. What is heavy is loaded when
 * it is asked for: capabilities are told by a process that reads no source.
 */
export interface SolidityFeature {
  /** What an editor is told at the start. */
  readonly capabilities: ServerCapabilities;
  /** Sets its handlers on `state.connection`, or adds its part to an answer that several features give (`state.parts`). */
  register(state: SolidityState): void;
}
