import type { SolidityState } from "./solidityState";

/**
 * Something that editors are answered about Solidity: a file of this folder, a line in `features.ts`, and what editors are told of it at
 * the start, in `front/capabilities.ts`: the process that tells them reads no source, and loads nothing that does.
 */
export interface SolidityFeature {
  /** Sets its handlers on `state.connection`, or adds its part to an answer that several features give (`state.parts`). */
  register(state: SolidityState): void;
}
