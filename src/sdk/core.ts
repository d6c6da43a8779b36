export type { ContractProxy } from "../chain/proxy/contractProxy";
export { ChainError, type ChainErrorKind } from "../errors/chainError";
export type {
  Abi,
  AbiConstructorInputs,
  AbiEntry,
  AbiErrorOf,
  AbiEventArgs,
  AbiEventFilter,
  AbiParameter,
  AbiResultOf,
  AbiValueOf,
  AbiValuesOf,
} from "./abi/abi";
export {
  type Account,
  generateAccount,
  generateKey,
  privateKeyAccount,
} from "./base/accounts";
export {
  type Chain,
  type ChainPushes,
  type ChainTransport,
  type ConnectOptions,
  connect,
  type OpenOptions,
  openChain,
  type PushListener,
  type PushQuery,
  rawRequest,
  type Stop,
  suiteOf,
  withAccount,
} from "./base/chain";
export {
  type BlockQuery,
  getAbi,
  getBlock,
  getBlockHash,
  getBlockNumber,
  getCode,
  getGroups,
  getLogs,
  getObservers,
  getPendingCount,
  getReceipt,
  getSealers,
  getTransaction,
  getTransactionCount,
  type LogQuery,
  resolveAddress,
  type TransactionQuery,
} from "./base/reading";
export type {
  Address,
  Block,
  BlockDetail,
  BlockHeader,
  GroupNode,
  Hex,
  Log,
  LogEntry,
  Receipt,
  RequestOptions,
  TlsOptions,
  Transaction,
  WriteOptions,
  WriteResult,
} from "./base/records";
export {
  type SignedTransaction,
  sendSignedTransaction,
  sendTransaction,
  signTransaction,
  type TransactionRequest,
} from "./base/sending";
export { importAccount, type SignerOptions, signerAccount } from "./base/storedAccounts";
export { watchBlocks } from "./base/watching";
export {
  type ContractOptions,
  type DeployedContract,
  type DeployOptions,
  decodeLogs,
  deploy,
  getContract,
  getLinkedContract,
} from "./contract/contract";
export { type ContractAtOptions, contractAt, type ProxyContract } from "./contract/contractAt";
export { ContractRevert, customErrorOf } from "./contract/contractRevert";
export type {
  Contract,
  ContractEvent,
  EventAccess,
  EventOf,
  EventQuery,
  EventWatch,
  PlacedEvent,
  ReadOptions,
  SendOptions,
  SendResult,
  SimulateResult,
} from "./contract/contractTypes";
