const sdk = "org.fisco.bcos.sdk.v3.";
/** Packages of the classes that generated code names; those of the SDK's own values are elsewhere. */
const homes: Readonly<Record<string, string>> = {
  BigInteger: "java.math",
  List: "java.util",
  Map: "java.util",
  ArrayList: "java.util",
  LinkedHashMap: "java.util",
  CompletableFuture: "java.util.concurrent",
  Consumer: "java.util.function",
  Client: `${sdk}client`,
  Contract: `${sdk}contract`,
  CryptoSuite: `${sdk}crypto`,
  CryptoKeyPair: `${sdk}crypto.keypair`,
  CryptoType: `${sdk}model`,
  TransactionReceipt: `${sdk}model`,
  TransactionManager: `${sdk}transaction.manager.transactionv1`,
  TransactionCallback: `${sdk}model.callback`,
  EventSubCallback: `${sdk}eventsub`,
  EventLog: `${sdk}model`,
  ContractException: `${sdk}transaction.model.exception`,
  RevertMessageParser: `${sdk}transaction.codec.decode`,
  StringUtils: `${sdk}utils`,
  Function: `${sdk}codec.datatypes`,
  Event: `${sdk}codec.datatypes`,
  DynamicArray: `${sdk}codec.datatypes`,
  DynamicStruct: `${sdk}codec.datatypes`,
  StaticStruct: `${sdk}codec.datatypes`,
  Utf8String: `${sdk}codec.datatypes`,
  Address: `${sdk}codec.datatypes`,
  Bool: `${sdk}codec.datatypes`,
  DynamicBytes: `${sdk}codec.datatypes`,
};

/** A class of Java's library or of the SDK with its package: `java.util.List`, the SDK's `Tuple2`, `Uint256`. */
export function wholeName(name: string): string {
  const values = `${sdk}codec.datatypes.generated`;
  return `${homes[name] ?? (name.startsWith("Tuple") ? `${values}.tuples.generated` : values)}.${name}`;
}
