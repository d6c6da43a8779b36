/** The ABI of `test/fixtures/contracts/Kiosk.sol`, written out for its types. */
export const kioskAbi = [
  {
    inputs: [{ internalType: "string", name: "initialLabel", type: "string" }],
    stateMutability: "nonpayable",
    type: "constructor",
  },
  {
    inputs: [
      { internalType: "uint64", name: "id", type: "uint64" },
      { internalType: "string", name: "name", type: "string" },
    ],
    name: "OutOfStock",
    type: "error",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "from", type: "address" },
      { indexed: false, internalType: "uint256", name: "amount", type: "uint256" },
    ],
    name: "Paid",
    type: "event",
  },
  {
    anonymous: true,
    inputs: [{ indexed: false, internalType: "uint256", name: "number", type: "uint256" }],
    name: "Quiet",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "uint64", name: "id", type: "uint64" },
      { indexed: true, internalType: "string", name: "name", type: "string" },
      { indexed: false, internalType: "address", name: "owner", type: "address" },
      { indexed: false, internalType: "uint256[]", name: "prices", type: "uint256[]" },
    ],
    name: "Stocked",
    type: "event",
  },
  { inputs: [], name: "broken", outputs: [], stateMutability: "pure", type: "function" },
  {
    inputs: [],
    name: "caller",
    outputs: [{ internalType: "address", name: "", type: "address" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "count",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "int256", name: "a", type: "int256" },
      { internalType: "int256", name: "b", type: "int256" },
    ],
    name: "divide",
    outputs: [
      { internalType: "int256", name: "quotient", type: "int256" },
      { internalType: "bytes32", name: "tag", type: "bytes32" },
    ],
    stateMutability: "pure",
    type: "function",
  },
  {
    inputs: [{ internalType: "uint64", name: "id", type: "uint64" }],
    name: "find",
    outputs: [
      {
        components: [
          { internalType: "uint64", name: "id", type: "uint64" },
          { internalType: "string", name: "name", type: "string" },
          { internalType: "address", name: "owner", type: "address" },
          { internalType: "uint256[]", name: "prices", type: "uint256[]" },
        ],
        internalType: "struct Kiosk.Item",
        name: "item",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "uint64[2]", name: "ids", type: "uint64[2]" }],
    name: "find",
    outputs: [
      {
        components: [
          { internalType: "uint64", name: "id", type: "uint64" },
          { internalType: "string", name: "name", type: "string" },
          { internalType: "address", name: "owner", type: "address" },
          { internalType: "uint256[]", name: "prices", type: "uint256[]" },
        ],
        internalType: "struct Kiosk.Item[]",
        name: "found",
        type: "tuple[]",
      },
      { internalType: "bool", name: "complete", type: "bool" },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "label",
    outputs: [{ internalType: "string", name: "", type: "string" }],
    stateMutability: "view",
    type: "function",
  },
  { inputs: [], name: "pay", outputs: [], stateMutability: "payable", type: "function" },
  {
    inputs: [{ internalType: "string", name: "newLabel", type: "string" }],
    name: "setLabel",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      {
        components: [
          { internalType: "uint64", name: "id", type: "uint64" },
          { internalType: "string", name: "name", type: "string" },
          { internalType: "address", name: "owner", type: "address" },
          { internalType: "uint256[]", name: "prices", type: "uint256[]" },
        ],
        internalType: "struct Kiosk.Item",
        name: "item",
        type: "tuple",
      },
    ],
    name: "stock",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const;
