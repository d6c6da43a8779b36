/** A function of a contract, by the generated file that calls it. */
export interface ContractFunction {
  /** URI of the generated file. */
  readonly client: string;
  /** Undefined for the contract itself. */
  readonly functionName?: string;
}
