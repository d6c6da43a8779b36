import { type Hex, hexToBytes } from "../../crypto/bytes/hex";
import { excerpt } from "../../errors/clientError";
import { ambiguousText, namelessText, panicMeaning, panicText } from "../../errors/revertText";
import { sayInEnglish } from "../../text/catalogue";
import { type DecodedValue, decodeParameters } from "./abiDecoder";
import { readParameters } from "./abiType";
import { bareText } from "./namedValue";

/** An error that a contract declares. */
export interface CustomRevert {
  readonly kind: "custom";
  readonly name: string;
  readonly signature: string;
  readonly arguments: readonly DecodedValue[];
}

/** Why an execution failed, as its output says it. */
export type DecodedRevert =
  /** `revert("…")`, `require(c, "…")`, and every built-in contract that throws. */
  | { readonly kind: "error"; readonly message: string }
  /** `assert`, overflow, division by zero …: Solidity's own number and what it means. */
  | { readonly kind: "panic"; readonly code: number; readonly message: string }
  | CustomRevert
  /** Errors of several contracts have this selector, and nothing tells which of them it was. */
  | { readonly kind: "ambiguous"; readonly selector: Hex; readonly candidates: readonly CustomRevert[] }
  /** `revert()` or `require(c)`: no reason given. */
  | { readonly kind: "empty" }
  | { readonly kind: "unknown"; readonly selector: Hex; readonly data: Hex };

/**
 * Error(string) and Panic(uint256) under keccak256 and SM3. Both are recognised on every chain: contracts compiled for the
 * other suite carry the other selector in their code (docs/protocol/abi.md, "Failures").
 */
const errorSelectors = new Set(["0x08c379a0", "0xc703cb12"]);
const panicSelectors = new Set(["0x4e487b71", "0xb95aa355"]);

const reasonOfError = readParameters([{ name: "reason", type: "string" }], "Error");
const codeOfPanic = readParameters([{ name: "code", type: "uint256" }], "Panic");

/**
 * Reads the output of a failed execution without an ABI. Never throws.
 * `contractInterface(…).decodeRevert` also knows the contract's own errors.
 */
export function decodeRevert(output: Hex): DecodedRevert {
  if (output.length <= 2) return { kind: "empty" };
  const selector = output.slice(0, 10).toLowerCase() as Hex;
  try {
    const body = hexToBytes(output.slice(10));
    if (errorSelectors.has(selector))
      return { kind: "error", message: String(decodeParameters(reasonOfError, body)[0]) };
    if (panicSelectors.has(selector)) {
      const code = Number(decodeParameters(codeOfPanic, body)[0]);
      return { kind: "panic", code, message: panicMeaning(code) };
    }
  } catch {
    return { kind: "unknown", selector, data: output };
  }
  return { kind: "unknown", selector, data: output };
}

/** A contract may say anything at any length. */
const maxReasonLength = 1000;

/**
 * The reason in one line; undefined when the output says nothing. In English, which scenarios and indexes keep and programs compare:
 * `revertMessage` is for people.
 */
export function revertText(revert: DecodedRevert): string | undefined {
  const reason = reasonText(revert);
  return reason === undefined ? undefined : excerpt(reason, maxReasonLength);
}

const argumentText = (argument: DecodedValue): string =>
  `${argument.name && `${argument.name}: `}${bareText(argument)}`;

const customText = ({ name, arguments: values }: CustomRevert): string =>
  `${name}(${values.map(argumentText).join(", ")})`;

/**
 * Statuses of what is frozen or abolished: a node answers them with the input of the call, which is no reason (docs/protocol/errors.md).
 */
const echoing = new Set([21, 22, 23, 24]);

/** What an output tells of a failure with that status: nothing where the node only gives the call back. */
export const outputOfFailure = (status: number, output: Hex): Hex => {
  if (!echoing.has(status)) return output;
  const { kind } = decodeRevert(output);
  return kind === "error" || kind === "panic" ? output : "0x";
};

/** A selector and whole words: an error of a contract, which the ABI does not name. Anything else is no reason. */
export function isNamelessError(revert: DecodedRevert): revert is DecodedRevert & { readonly kind: "unknown" } {
  return revert.kind === "unknown" && revert.data.length % 64 === 10;
}

function reasonText(revert: DecodedRevert): string | undefined {
  switch (revert.kind) {
    case "error":
      return revert.message;
    case "panic":
      return sayInEnglish(panicText(`0x${revert.code.toString(16).padStart(2, "0")}`, revert.message));
    case "custom":
      return customText(revert);
    case "ambiguous":
      return sayInEnglish(ambiguousText(revert.candidates.map(customText), revert.selector));
    case "unknown":
      return isNamelessError(revert) ? sayInEnglish(namelessText(revert.selector)) : undefined;
    case "empty":
      return undefined;
  }
}
