const hash = `0x${"ab".repeat(32)}`;

const transaction = {
  version: 1,
  hash,
  nonce: "3132333435",
  blockLimit: 511,
  to: `0x${"12".repeat(20)}`,
  from: `0x${"34".repeat(20)}`,
  input: `0x4ed3885e${"00".repeat(96)}`,
  importTime: 1700000000001,
  chainID: "chain0",
  groupID: "group0",
  abi: "",
  signature: `0x${"ef".repeat(65)}`,
  extraData: "",
  value: "",
  gasPrice: "",
  gasLimit: 0,
  maxFeePerGas: "",
  maxPriorityFeePerGas: "",
};

/** A block of 100 transactions as a node sends it: 7 KB with their hashes, 78 KB with themselves. */
export function sampleBlock(content: "hashes" | "transactions"): object {
  return {
    hash,
    version: 51380224,
    txsRoot: hash,
    receiptsRoot: hash,
    stateRoot: hash,
    number: 12,
    gasUsed: "24363",
    timestamp: 1700000000123,
    sealer: 0,
    extraData: "0x",
    consensusWeights: [1, 1, 1, 1],
    sealerList: Array.from({ length: 4 }, () => `0x${"cd".repeat(64)}`),
    parentInfo: [{ blockHash: hash, blockNumber: 11 }],
    signatureList: Array.from({ length: 3 }, (_, sealerIndex) => ({ sealerIndex, signature: `0x${"ef".repeat(65)}` })),
    transactions: Array.from({ length: 100 }, () => (content === "hashes" ? hash : transaction)),
  };
}
