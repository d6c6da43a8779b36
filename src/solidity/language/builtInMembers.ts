import type { CompletionProposal } from "./questions";

const field = (label: string, detail: string): CompletionProposal => ({
  label,
  kind: "field",
  detail,
  documentation: "",
});
const method = (label: string, detail: string): CompletionProposal => ({
  label,
  kind: "function",
  detail,
  documentation: "",
});

/** Members of what the language itself gives, by its name or the name of its type. */
export const builtInMembers: Readonly<Record<string, readonly CompletionProposal[]>> = {
  msg: [field("sender", "address"), field("value", "uint256"), field("data", "bytes calldata"), field("sig", "bytes4")],
  tx: [field("origin", "address"), field("gasprice", "uint256")],
  block: [
    field("timestamp", "uint256"),
    field("number", "uint256"),
    field("chainid", "uint256"),
    field("coinbase", "address payable"),
    field("gaslimit", "uint256"),
    field("basefee", "uint256"),
    field("prevrandao", "uint256"),
  ],
  abi: [
    method("encode", "(…) bytes memory"),
    method("encodePacked", "(…) bytes memory"),
    method("encodeWithSelector", "(bytes4, …) bytes memory"),
    method("encodeWithSignature", "(string memory, …) bytes memory"),
    method("encodeCall", "(function, (…)) bytes memory"),
    method("decode", "(bytes memory, (…)) (…)"),
  ],
  address: [
    field("balance", "uint256"),
    field("code", "bytes memory"),
    field("codehash", "bytes32"),
    method("call", "(bytes memory) (bool, bytes memory)"),
    method("staticcall", "(bytes memory) (bool, bytes memory)"),
    method("delegatecall", "(bytes memory) (bool, bytes memory)"),
    method("transfer", "(uint256)"),
    method("send", "(uint256) bool"),
  ],
  array: [field("length", "uint256"), method("push", "(element)"), method("pop", "()")],
  bytes: [field("length", "uint256"), method("push", "(bytes1)"), method("pop", "()")],
  fixedBytes: [field("length", "uint8")],
  bytesType: [method("concat", "(…) bytes memory")],
  stringType: [method("concat", "(…) string memory")],
  typeOfContract: [
    field("name", "string"),
    field("creationCode", "bytes memory"),
    field("runtimeCode", "bytes memory"),
  ],
  typeOfInterface: [field("name", "string"), field("interfaceId", "bytes4")],
  function: [field("selector", "bytes4"), field("address", "address")],
  event: [field("selector", "bytes32")],
};

/** Members of `type(…)` of a number or an enum. */
export const limitsOf = (type: string): readonly CompletionProposal[] => [field("min", type), field("max", type)];

/** Members by a name that stands in a source; nothing for one that the language does not give. */
export const membersNamed = (name: string): readonly CompletionProposal[] =>
  Object.hasOwn(builtInMembers, name) ? (builtInMembers[name] ?? []) : [];

const words = (kind: CompletionProposal["kind"], list: string): CompletionProposal[] =>
  list.split(" ").map((label) => ({ label, kind, detail: "", documentation: "" }));

/** What may stand anywhere. */
export const globalWords: readonly CompletionProposal[] = [
  ...words(
    "keyword",
    "abstract anonymous as assembly break calldata catch constant constructor continue contract delete do else emit enum error event external fallback false for function if immutable import indexed interface internal is library mapping memory modifier new override payable pragma private public pure receive return returns revert storage struct super this throw true try type unchecked using view virtual while",
  ),
  ...words(
    "type",
    "address bool string bytes bytes1 bytes4 bytes32 int int256 uint uint8 uint32 uint64 uint128 uint256",
  ),
  ...words("variable", "msg tx block abi"),
  ...words(
    "function",
    "require assert keccak256 sha256 ripemd160 ecrecover addmod mulmod blockhash gasleft selfdestruct payable",
  ),
];

/** Tags of documentation comments. */
export const natspecTags: readonly CompletionProposal[] = words(
  "tag",
  "@title @author @notice @dev @param @return @inheritdoc @custom:",
);
