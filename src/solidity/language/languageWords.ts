import { compareVersions } from "../../text/versions";
import type { Dialect } from "./dialect";
import type { CompletionProposal } from "./questions";

export const words = (kind: CompletionProposal["kind"], list: string): CompletionProposal[] =>
  list.split(" ").map((label) => ({ label, kind, detail: "", documentation: "" }));

/** What may stand anywhere, in every release. */
const everywhere: readonly CompletionProposal[] = [
  ...words(
    "keyword",
    "anonymous as assembly break constant constructor continue contract delete do else emit enum event external false for function if import indexed interface internal is library mapping memory modifier new payable pragma private public pure return returns storage struct super this true using view while",
  ),
  ...words(
    "type",
    "address bool string bytes bytes1 bytes2 bytes4 bytes8 bytes16 bytes20 bytes32 int int8 int16 int32 int64 int128 int256 uint uint8 uint16 uint32 uint64 uint96 uint128 uint160 uint256",
  ),
  ...words("variable", "msg tx block abi"),
  ...words("function", "payable"),
];

/** Words that came with a release. */
const since: readonly (readonly [release: string, words: readonly CompletionProposal[]])[] = [
  ["0.5.0", words("keyword", "calldata")],
  ["0.5.3", words("function", "type")],
  ["0.6.0", words("keyword", "abstract catch fallback override receive try virtual")],
  ["0.6.5", words("keyword", "immutable")],
  ["0.8.0", words("keyword", "unchecked")],
  ["0.8.4", words("keyword", "error")],
  ["0.8.8", words("keyword", "type")],
  ["0.8.28", words("keyword", "transient")],
];

/** What may stand anywhere in sources of a release. */
export const wordsOf = ({ release }: Dialect): readonly CompletionProposal[] => [
  ...everywhere,
  ...since.flatMap(([first, more]) => (compareVersions(release, first) >= 0 ? more : [])),
];

const declaring = new Set(
  "abstract constructor contract enum error event fallback function import interface library mapping modifier pragma receive struct type using".split(
    " ",
  ),
);

/** What may stand where a declaration begins. */
export const declaringWordsOf = (dialect: Dialect): readonly CompletionProposal[] =>
  wordsOf(dialect).filter(({ kind, label }) => kind === "type" || (kind === "keyword" && declaring.has(label)));

/** What types may be written with, beside names. */
export const typeWordsOf = (dialect: Dialect): readonly CompletionProposal[] =>
  wordsOf(dialect).filter(
    ({ kind, label }) => kind === "type" || (kind === "keyword" && (label === "mapping" || label === "function")),
  );

/** Words of statements in inline assembly. */
export const yulWordsOf = ({ release }: Dialect): readonly CompletionProposal[] => [
  ...words("keyword", "let function if switch case default for break continue true false"),
  ...(compareVersions(release, "0.6.0") >= 0 ? words("keyword", "leave") : []),
];

/** Tags of documentation comments. */
export const natspecTags: readonly CompletionProposal[] = words(
  "tag",
  "@title @author @notice @dev @param @return @inheritdoc @custom:",
);
