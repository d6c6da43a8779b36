/**
 * Who answers Ethereum's methods as the web3 port of a node does (docs/protocol/web3-rpc.md): such a port, or what stands in for it over
 * the FISCO BCOS interface.
 */
export interface Web3Node {
  /** For people: `http://127.0.0.1:8545`. */
  readonly label: string;
  /** Whether raw transactions can be passed on. */
  readonly takesTransactions: boolean;
  /**
   * Asks one method and gives its result, undecoded.
   * @throws Web3Error for an error of the node; ChainError where there is no answer
   */
  request(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
}
