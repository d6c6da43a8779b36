import type { CompletionProposal } from "./questions";

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
