import { EVMError } from "@ethereumjs/evm";
import { atLeast } from "../../chain/chainVersion";
import type { ChainRules } from "./chainRules";

/** What a message to an address without code does: nothing, give back its input, fail with words or without, or is not supported. */
export type MissingCode = "nothing" | "echo" | "words" | "failure" | "unsupported";

/** How messages between contracts go and end where executors and data versions differ (evm-differences.md, "Messages"). */
export interface MessageRules {
  /** The baseline executor. */
  readonly baseline: boolean;
  /** CREATE2 makes contracts, and STATICCALL forbids to write. */
  readonly staticAndCreate2: boolean;
  /** A creation asks for the permission to deploy, by a message that counts; the baseline executor does not ask for CREATE2. */
  readonly asksToDeploy: boolean;
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

const staticNowhereOf = (rules: ChainRules): MissingCode => {
  if (rules.executorVersion === 1) return "nothing";
  if (!rules.feature("bugfix_call_noaddr_return")) return "words";
  return rules.feature("bugfix_staticcall_noaddr_return") ? "nothing" : "echo";
};

function madeOf(rules: ChainRules): MessageRules {
  const baseline = rules.executorVersion === 1;
  const since = (version: string): boolean => atLeast(rules.compatibilityVersion, version);
  const haltsKeepGas = !baseline && !rules.feature("bugfix_evm_exception_gas_used");
  return {
    baseline,
    staticAndCreate2: baseline || rules.feature("bugfix_evm_create2_delegatecall_staticcall_codecopy"),
    asksToDeploy: rules.authEnabled,
    staticToNowhere: staticNowhereOf(rules),
    delegateToNowhere: nowhereOf(rules),
    delegateMovesValue: baseline && !rules.feature("bugfix_delegatecall_transfer"),
    destructionPays: !baseline && rules.feature("feature_balance") && !rules.feature("feature_balance_policy1"),
    transfersRunCode: baseline || rules.feature("bugfix_support_transfer_receive_fallback"),
    codeLimit: baseline ? undefined : since("3.2.0") ? 0x10_0000 : 0x4_0000,
    showsAccounts: baseline || (rules.feature("bugfix_call_noaddr_return") && !rules.feature("bugfix_eoa_as_contract")),
    hashesNothing: !baseline && since("3.1.0") && !rules.feature("bugfix_precompiled_codehash"),
    keepsGas: (error) =>
      baseline ? !baselineEnds.has(error) : haltsKeepGas && error !== messages.REVERT && error !== messages.OUT_OF_GAS,
  };
}

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
