/** When a menu of the manifest is that of a transaction's or receipt's document. */
export const onTransactionRecord =
  "resourceScheme == chainside && resourcePath =~ /\\/(transaction|receipt)\\/[^\\/]+$/";

/** When it is that of a contract's document. */
export const onContractRecord = "resourceScheme == chainside && resourcePath =~ /\\/contract\\/[^\\/]+$/";
