import { ChainError } from "../errors/chainError";

/** An argument that cannot become a value of its type. `path` names it as a person would: `person.ages[2]`. */
export function invalidArgument(path: string, type: string, problem: string, advice: string): ChainError {
  return new ChainError({
    kind: "usage",
    code: "invalidArgument",
    message: `Argument ${path} (${type}): ${problem}.`,
    advice,
    details: { argument: path, type },
  });
}

/** Not the arguments that the function takes. */
export function wrongArgumentCount(signature: string, given: number, wanted: number): ChainError {
  return new ChainError({
    kind: "usage",
    code: "argumentCount",
    message: `${signature} takes ${wanted} argument${wanted === 1 ? "" : "s"}, ${given} given.`,
    advice: "Give one value for each parameter, in the order of the signature.",
    details: { signature, given, wanted },
  });
}

/** The text or value is not a contract ABI. */
export function invalidAbi(problem: string, cause?: unknown): ChainError {
  return new ChainError({
    kind: "usage",
    code: "invalidAbi",
    message: `This is not a contract ABI: ${problem}.`,
    advice: "Give the JSON array that the Solidity compiler writes as `abi`.",
    cause,
  });
}

/** Several functions of that name, or none. */
export function unknownFunction(asked: string, candidates: readonly string[]): ChainError {
  const ambiguous = candidates.length > 0 && candidates.every((candidate) => candidate.startsWith(`${asked}(`));
  return new ChainError({
    kind: "usage",
    code: ambiguous ? "ambiguousFunction" : "unknownFunction",
    message: ambiguous ? `The contract has several functions ${asked}.` : `The contract has no function ${asked}.`,
    advice:
      candidates.length === 0
        ? "Check that the ABI is that of this contract."
        : `Name one of ${candidates.join(", ")}.`,
    details: { function: asked },
  });
}

/** Data that does not hold what the ABI says. */
export function undecodable(what: string, problem: string, cause?: unknown): ChainError {
  return new ChainError({
    kind: "decode",
    code: "abiMismatch",
    message: `${what} cannot be decoded: ${problem}.`,
    advice: "Check that the ABI belongs to the contract at this address and to the crypto suite of this chain.",
    cause,
  });
}
