import { accessOrigin } from "./rules/accessOrigin";
import { accessUnprotected } from "./rules/accessUnprotected";
import { addressNonce } from "./rules/addressNonce";
import { blockZero } from "./rules/blockZero";
import { builtInAddress } from "./rules/builtInAddress";
import { builtInUnchecked } from "./rules/builtInUnchecked";
import { codeSelfdestruct } from "./rules/codeSelfdestruct";
import { coinMoved } from "./rules/coinMoved";
import { gasFixed } from "./rules/gasFixed";
import { hashConstant } from "./rules/hashConstant";
import { hashEcrecover } from "./rules/hashEcrecover";
import { keysKnown } from "./rules/keysKnown";
import { parallelConflict } from "./rules/parallelConflict";
import { tableLimit } from "./rules/tableLimit";
import { timeNarrow } from "./rules/timeNarrow";
import { timeSeconds } from "./rules/timeSeconds";
import { upgradeAuthorize } from "./rules/upgradeAuthorize";
import { upgradeImplementation } from "./rules/upgradeImplementation";
import { upgradeInitialize } from "./rules/upgradeInitialize";
import type { LintRule } from "./source/rule";

/** Every rule about Solidity, in the order of docs/lints.md. */
export const lintRules: readonly LintRule[] = [
  hashConstant,
  hashEcrecover,
  timeSeconds,
  timeNarrow,
  coinMoved,
  gasFixed,
  blockZero,
  addressNonce,
  codeSelfdestruct,
  builtInAddress,
  builtInUnchecked,
  tableLimit,
  accessUnprotected,
  accessOrigin,
  keysKnown,
  upgradeAuthorize,
  upgradeInitialize,
  upgradeImplementation,
  parallelConflict,
];

export const isLintRule = (id: string): boolean => lintRules.some((rule) => rule.id === id);
