import { type LocalizableText, text } from "../../../text/catalogue";
import type { EvmVersion } from "../../version/evmVersion";

/** Something that the language itself gives. */
export interface BuiltIn {
  /** Declarations as the language would write them, each way to call it. */
  readonly code: readonly string[];
  readonly about: LocalizableText;
  /** The first release that has it, and the first that has it no more or under another name. */
  readonly since?: string;
  readonly until?: string;
  /** The first machine that has it, and the first that has it no more. */
  readonly evm?: EvmVersion;
  readonly evmUntil?: EvmVersion;
}

const one = (
  code: string | readonly string[],
  about: LocalizableText,
  limits: Pick<BuiltIn, "since" | "until" | "evm"> = {},
): BuiltIn => ({ code: typeof code === "string" ? [code] : code, about, ...limits });

const isNothing = text("0 on FISCO BCOS.");
const time = text("The time of the block: in milliseconds on FISCO BCOS, in seconds with feature_evm_timestamp.");
const hash = text("The chain's hash of data: Keccak-256, and SM3 on an SM chain.");
const blockHash = text("The hash of an earlier block, however old.");
const gasLeft = text("The gas that is left.");
const removed = text("Removes the contract. It does nothing under the baseline executor.");
const smallest = text("The smallest value of the type.");
const max = text("The largest value of the type.");
const delegated = text("Runs the code of the address on the storage of this contract.");

/**
 * By name, of members behind what they are members of: their help, and the types that names have. What FISCO BCOS does
 * otherwise: docs/protocol/evm-differences.md.
 */
export const builtIns: Readonly<Record<string, BuiltIn>> = {
  keccak256: one("keccak256(bytes memory data) returns (bytes32)", hash),
  sha3: one("sha3(bytes memory data) returns (bytes32)", hash, { until: "0.5.0" }),
  sha256: one("sha256(bytes memory data) returns (bytes32)", text("The SHA-256 hash of data.")),
  ripemd160: one("ripemd160(bytes memory data) returns (bytes20)", text("The RIPEMD-160 hash of data.")),
  ecrecover: one(
    "ecrecover(bytes32 hash, uint8 v, bytes32 r, bytes32 s) returns (address)",
    text(
      "The address that signed a hash with ECDSA on secp256k1, on an SM chain too. The zero address for an invalid signature.",
    ),
  ),
  addmod: one(
    "addmod(uint256 x, uint256 y, uint256 k) returns (uint256)",
    text("(x + y) % k, without overflow of the sum."),
  ),
  mulmod: one(
    "mulmod(uint256 x, uint256 y, uint256 k) returns (uint256)",
    text("(x * y) % k, without overflow of the product."),
  ),
  require: one(
    [
      "require(bool condition)",
      "require(bool condition, string memory message)",
      "require(bool condition, error reason)",
    ],
    text("Reverts unless the condition is true."),
  ),
  assert: one("assert(bool condition)", text("Fails with Panic(0x01) unless the condition is true.")),
  revert: one(["revert()", "revert(string memory message)"], text("Takes back all changes of this call.")),
  selfdestruct: one("selfdestruct(address payable recipient)", removed),
  suicide: one("suicide(address recipient)", removed, { until: "0.5.0" }),
  blockhash: one("blockhash(uint256 number) returns (bytes32)", blockHash, { since: "0.4.22" }),
  blobhash: one("blobhash(uint256 index) returns (bytes32)", text("The hash of a blob of the transaction."), {
    since: "0.8.24",
    evm: "cancun",
  }),
  gasleft: one("gasleft() returns (uint256)", gasLeft, { since: "0.4.22" }),
  now: one("uint256 now", time, { until: "0.7.0" }),
  "abi.encode": one("abi.encode(any values) returns (bytes memory)", text("The ABI encoding of the arguments.")),
  "abi.encodePacked": one(
    "abi.encodePacked(any values) returns (bytes memory)",
    text("The arguments without padding. Different arguments may give the same bytes."),
  ),
  "abi.encodeWithSelector": one(
    "abi.encodeWithSelector(bytes4 selector, any values) returns (bytes memory)",
    text("A selector, then the ABI encoding of the arguments."),
  ),
  "abi.encodeWithSignature": one(
    "abi.encodeWithSignature(string memory signature, any values) returns (bytes memory)",
    text("The selector of a signature by the chain's hash, then the ABI encoding of the arguments."),
  ),
  "abi.encodeCall": one(
    "abi.encodeCall(function called, tuple arguments) returns (bytes memory)",
    text("The call of a function. The compiler checks its arguments."),
    { since: "0.8.11" },
  ),
  "abi.decode": one(
    "abi.decode(bytes memory data, tuple types) returns (values)",
    text("The values in ABI-encoded data. Reverts if the data has other types."),
    { since: "0.5.0" },
  ),
  "msg.sender": one("address msg.sender", text("Who made this call: an account or a contract.")),
  "msg.value": one("uint256 msg.value", text("The amount sent with this call. 0 on chains without balances.")),
  "msg.data": one("bytes calldata msg.data", text("All bytes of this call.")),
  "msg.sig": one("bytes4 msg.sig", text("The first 4 bytes of this call: the selector of the function.")),
  "msg.gas": one("uint256 msg.gas", gasLeft, { until: "0.5.0" }),
  "tx.origin": one(
    "address tx.origin",
    text(
      "The account that signed the transaction. Don't check rights by it: any contract that the account calls passes.",
    ),
  ),
  "tx.gasprice": one("uint256 tx.gasprice", text("The gas price of the transaction.")),
  "block.timestamp": one("uint256 block.timestamp", time),
  "block.number": one(
    "uint256 block.number",
    text("The number of the block. In a call without a transaction that of the latest one."),
  ),
  "block.chainid": one("uint256 block.chainid", text("web3_chain_id of the chain. 0 before data version 3.9."), {
    since: "0.8.0",
  }),
  "block.coinbase": one("address payable block.coinbase", isNothing),
  "block.prevrandao": one("uint256 block.prevrandao", isNothing, { since: "0.8.18" }),
  "block.difficulty": one("uint256 block.difficulty", isNothing, { until: "0.8.18" }),
  "block.basefee": one("uint256 block.basefee", isNothing, { since: "0.8.7", evm: "london" }),
  "block.blobbasefee": one("uint256 block.blobbasefee", isNothing, { since: "0.8.24", evm: "cancun" }),
  "block.blockhash": one("block.blockhash(uint256 number) returns (bytes32)", blockHash, { until: "0.5.0" }),
  "block.gaslimit": one("uint256 block.gaslimit", text("The gas limit of the block.")),
  "address.balance": one("uint256 balance", text("The balance of the address. 0 on chains without balances.")),
  "address.code": one("bytes memory code", text("The code at the address. Empty for an account."), {
    since: "0.8.0",
  }),
  "address.codehash": one("bytes32 codehash", text("The chain's hash of the code at the address."), {
    since: "0.8.0",
  }),
  "address.call": one(
    "call(bytes memory data) returns (bool success, bytes memory result)",
    text("Calls the address with any data. Check success: a failed call doesn't revert."),
  ),
  "address.staticcall": one(
    "staticcall(bytes memory data) returns (bool success, bytes memory result)",
    text("As call, but the called code can't change state."),
    { since: "0.5.0" },
  ),
  "address.delegatecall": one("delegatecall(bytes memory data) returns (bool success, bytes memory result)", delegated),
  "address.callcode": one("callcode(bytes memory data) returns (bool success)", delegated, { until: "0.5.0" }),
  "address.transfer": one(
    "transfer(uint256 amount)",
    text("Sends an amount to the address and reverts on failure. Needs a chain with balances."),
  ),
  "address.send": one(
    "send(uint256 amount) returns (bool success)",
    text("Sends an amount to the address. Needs a chain with balances."),
  ),
  "array.length": one("uint256 length", text("How many elements it has.")),
  "array.push": one(["push()", "push(element)"], text("Adds an element at the end.")),
  "array.pop": one("pop()", text("Removes the last element.")),
  "type.name": one("string name", text("The name of the contract."), { since: "0.5.5" }),
  "type.creationCode": one("bytes memory creationCode", text("The code that deploys the contract."), {
    since: "0.5.3",
  }),
  "type.runtimeCode": one("bytes memory runtimeCode", text("The code of the contract once it's deployed."), {
    since: "0.5.3",
  }),
  "type.interfaceId": one("bytes4 interfaceId", text("The ERC-165 identifier of the interface, by the chain's hash."), {
    since: "0.6.7",
  }),
  "type.concat": one(
    ["bytes.concat(any values) returns (bytes memory)", "string.concat(any values) returns (string memory)"],
    text("The arguments, one behind the other."),
    { since: "0.8.4" },
  ),
  "type.min": one("min", smallest, { since: "0.6.8" }),
  "type.max": one("max", max, { since: "0.6.8" }),
  "enum.min": one("min", smallest, { since: "0.8.8" }),
  "enum.max": one("max", max, { since: "0.8.8" }),
  "valueType.wrap": one("wrap(value)", text("The value as one of this type."), { since: "0.8.8" }),
  "valueType.unwrap": one("unwrap(value)", text("The value without its type."), { since: "0.8.8" }),
  "function.address": one("address address", text("The address of the contract that has the function.")),
  "function.selector": one("bytes4 selector", text("The first 4 bytes of the chain's hash of the signature.")),
  "event.selector": one("bytes32 selector", text("The first topic: the chain's hash of the signature."), {
    since: "0.8.15",
  }),
};

/** By the name that the table has it under. */
export const builtInNamed = (name: string): BuiltIn | undefined =>
  Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
