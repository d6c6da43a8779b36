import { EVMError } from "@ethereumjs/evm";
import { codeSizeLimit } from "../../chain/evm/codeSize";
import { atLeast } from "../../text/versions";
import { accountAddress, readDynamicCode } from "../precompiled/host/addresses";
import type { ChainRules } from "./chainRules";

/**
 * What a message to an address without code does: nothing, give back its input, give words as if it had succeeded, fail with words or
 * without, fail and give back its input, or is not supported.
 */
export type MissingCode = "nothing" | "echo" | "words" | "failure" | "refused echo" | "unsupported";

/** How messages between contracts go and end where executors and data versions differ (evm-differences.md, "Calls to nowhere"). */
export interface MessageRules {
  /** The baseline executor. */
  readonly baseline: boolean;
  /** CREATE2 makes contracts, and STATICCALL forbids to write. */
  readonly staticAndCreate2: boolean;
  /** A creation asks for the permission to deploy, by a message that counts. */
  readonly asksToDeploy: boolean;
  /** So does CREATE2: always under the classic executor, under the baseline one since bugfix_auth_check. */
  readonly asksForSalted: boolean;
  /** CALL; the baseline executor takes one without input for a transfer. */
  readonly callToNowhere: MissingCode;
  /** A transaction to an address without code does as such a CALL. */
  readonly nowhereSucceeds: boolean;
  readonly staticToNowhere: MissingCode;
  readonly delegateToNowhere: MissingCode;
  /** DELEGATECALL moves its value once more. */
  readonly delegateMovesValue: boolean;
  /** The classic executor gives the balance of a destroyed contract to the beneficiary. */
  readonly destructionPays: boolean;
  /** A transfer without data to a contract runs its code. */
  readonly transfersRunCode: boolean;
  /** Most bytes of code, where there is a limit. */
  readonly codeLimit: number | undefined;
  /** What EXTCODE* show of accounts that are no contracts: their record's code, or nothing. */
  readonly showsAccounts: boolean;
  /** EXTCODEHASH of an address without code is the hash of nothing. */
  readonly hashesNothing: boolean;
  /** A frame that ended with this leaves its gas. */
  keepsGas(error: string): boolean;
  /** What a failed message leaves its caller to read is what a receipt says of such an end; otherwise nothing but the data of a revert. */
  readonly failuresTalk: boolean;
  /** Events of what failed: they stay in the receipt, or go; on the oldest chains no inner message has any. */
  readonly events: "stay" | "go" | "outer only";
  /** Refusals of a message that never ran are seen by the contract that sent it; otherwise it takes their words for success. */
  readonly refusalsSeen: boolean;
  /** Refusals by built-in contracts of another status than 15 are seen too. */
  readonly brokenBuiltinsSeen: boolean;
  /** Ends in the middle of the baseline executor cost all gas of the message; before, they cost nothing. */
  readonly errorsTakeGas: boolean;
  /**
   * What a write to storage is priced by: nothing (it is always a change), what the slot holds, or what this very block wrote there, since
   * the baseline executor of 3.17.0 sees no older block when it prices a write (docs/protocol/release-3.17.md).
   */
  readonly writesPricedBy: "nothing" | "slot" | "block";
}

const messages = EVMError.errorMessages;

/** Ends that the baseline executor knows; any other is an internal error of it, which costs nothing. */
const baselineEnds: ReadonlySet<string> = new Set([
  messages.REVERT,
  messages.OUT_OF_GAS,
  messages.INITCODE_SIZE_VIOLATION,
  messages.INSUFFICIENT_BALANCE,
  messages.STACK_OVERFLOW,
  messages.STACK_UNDERFLOW,
  messages.INVALID_OPCODE,
]);

const nowhereOf = (rules: ChainRules): MissingCode => {
  if (rules.executorVersion === 1) return "nothing";
  if (!atLeast(rules.compatibilityVersion, "3.1.0")) return "unsupported";
  return rules.feature("bugfix_call_noaddr_return") ? "nothing" : "failure";
};

/**
 * The classic executor gives the words and no failure: it notes the status for the receipt alone, and the calling contract looks at another
 * one. Chains of data version 3.0 look at the status.
 */
const callNowhereOf = (rules: ChainRules): MissingCode => {
  if (rules.executorVersion === 1) return "failure";
  if (!atLeast(rules.compatibilityVersion, "3.1.0")) return "refused echo";
  if (!nowhereSucceeds(rules)) return "words";
  return rules.feature("bugfix_staticcall_noaddr_return") ? "nothing" : "echo";
};

const nowhereSucceeds = (rules: ChainRules): boolean =>
  rules.executorVersion === 0 &&
  rules.feature("feature_balance_policy1") &&
  rules.feature("bugfix_policy1_empty_code_address");

const staticNowhereOf = (rules: ChainRules): MissingCode => {
  if (rules.executorVersion === 1) return "nothing";
  if (!rules.feature("bugfix_call_noaddr_return")) return callNowhereOf(rules);
  return rules.feature("bugfix_staticcall_noaddr_return") ? "nothing" : "echo";
};

function madeOf(rules: ChainRules): MessageRules {
  const baseline = rules.executorVersion === 1;
  const since31 = atLeast(rules.compatibilityVersion, "3.1.0");
  const errorsTakeGas = baseline && rules.feature("bugfix_v1_error_handling");
  const haltsKeepGas = !baseline && !rules.feature("bugfix_evm_exception_gas_used");
  return {
    baseline,
    staticAndCreate2: baseline || rules.feature("bugfix_evm_create2_delegatecall_staticcall_codecopy"),
    asksToDeploy: rules.authEnabled,
    asksForSalted: !baseline || rules.feature("bugfix_auth_check"),
    callToNowhere: callNowhereOf(rules),
    nowhereSucceeds: nowhereSucceeds(rules),
    staticToNowhere: staticNowhereOf(rules),
    delegateToNowhere: nowhereOf(rules),
    delegateMovesValue: baseline && !rules.feature("bugfix_delegatecall_transfer"),
    destructionPays: !baseline && rules.feature("feature_balance") && !rules.feature("feature_balance_policy1"),
    transfersRunCode: baseline || rules.feature("bugfix_support_transfer_receive_fallback"),
    codeLimit: codeSizeLimit(rules),
    showsAccounts: baseline
      ? !rules.feature("bugfix_v1_eoa_as_contract")
      : rules.feature("bugfix_call_noaddr_return") && !rules.feature("bugfix_eoa_as_contract"),
    hashesNothing: !baseline && since31 && !rules.feature("bugfix_precompiled_codehash"),
    failuresTalk: !baseline && since31,
    events: baseline ? "go" : since31 ? "stay" : "outer only",
    refusalsSeen: rules.feature(baseline ? "bugfix_auth_check" : "bugfix_precompiled_evm_status"),
    brokenBuiltinsSeen: baseline || rules.feature("bugfix_precompiled_evm_status"),
    errorsTakeGas,
    writesPricedBy: !rules.feature("bugfix_evm_storage_status") ? "nothing" : baseline ? "block" : "slot",
    keepsGas: (error) =>
      errorsTakeGas
        ? false
        : baseline
          ? !baselineEnds.has(error)
          : haltsKeepGas && error !== messages.REVERT && error !== messages.OUT_OF_GAS,
  };
}

/** Whether contracts see nothing of an account that has this code: the mark of one that only holds a balance. */
export const hidesAccount = ({ showsAccounts }: MessageRules, code: Uint8Array): boolean =>
  !showsAccounts && readDynamicCode(code)?.logicAddress === accountAddress;

const known = new WeakMap<ChainRules, MessageRules>();

/** Made once for each set of rules. */
export function messageRules(rules: ChainRules): MessageRules {
  let found = known.get(rules);
  if (!found) {
    found = madeOf(rules);
    known.set(rules, found);
  }
  return found;
}
