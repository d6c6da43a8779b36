import { type LocalizableText, text } from "../../text/catalogue";
import { globalNames } from "./names/builtIns";
import type { SourceFile } from "./names/declarations";
import type { ProjectNames } from "./names/places";
import type { Type } from "./names/types";
import type { Call, Expression, Stretched } from "./syntax/nodes";
import { partsAround } from "./syntax/walk";

/** Something that the language itself gives. */
export interface BuiltIn {
  /** Declarations as the language would write them, each way to call it. */
  readonly code: readonly string[];
  readonly about: LocalizableText;
}

const one = (code: string | readonly string[], about: LocalizableText): BuiltIn => ({
  code: typeof code === "string" ? [code] : code,
  about,
});

const isNothing = text("0 on FISCO BCOS.");

/** By name, of members behind what they are members of. What FISCO BCOS does otherwise: docs/protocol/evm-differences.md. */
const builtIns: Readonly<Record<string, BuiltIn>> = {
  keccak256: one(
    "keccak256(bytes memory data) returns (bytes32)",
    text("The chain's hash of data: Keccak-256, and SM3 on an SM chain."),
  ),
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
  selfdestruct: one(
    "selfdestruct(address payable recipient)",
    text("Removes the contract. It does nothing under the baseline executor."),
  ),
  blockhash: one("blockhash(uint256 number) returns (bytes32)", text("The hash of an earlier block, however old.")),
  blobhash: one("blobhash(uint256 index) returns (bytes32)", text("The hash of a blob of the transaction.")),
  gasleft: one("gasleft() returns (uint256)", text("The gas that is left.")),
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
  ),
  "abi.decode": one(
    "abi.decode(bytes memory data, tuple types) returns (values)",
    text("The values in ABI-encoded data. Reverts if the data has other types."),
  ),
  "msg.sender": one("address msg.sender", text("Who made this call: an account or a contract.")),
  "msg.value": one("uint256 msg.value", text("The amount sent with this call. 0 on chains without balances.")),
  "msg.data": one("bytes calldata msg.data", text("All bytes of this call.")),
  "msg.sig": one("bytes4 msg.sig", text("The first 4 bytes of this call: the selector of the function.")),
  "tx.origin": one(
    "address tx.origin",
    text(
      "The account that signed the transaction. Don't check rights by it: any contract that the account calls passes.",
    ),
  ),
  "tx.gasprice": one("uint256 tx.gasprice", text("The gas price of the transaction.")),
  "block.timestamp": one(
    "uint256 block.timestamp",
    text("The time of the block: in milliseconds on FISCO BCOS, in seconds with feature_evm_timestamp."),
  ),
  "block.number": one(
    "uint256 block.number",
    text("The number of the block. In a call without a transaction that of the latest one."),
  ),
  "block.chainid": one("uint256 block.chainid", text("web3_chain_id of the chain. 0 before data version 3.9.")),
  "block.coinbase": one("address block.coinbase", isNothing),
  "block.prevrandao": one("uint256 block.prevrandao", isNothing),
  "block.difficulty": one("uint256 block.difficulty", isNothing),
  "block.basefee": one("uint256 block.basefee", isNothing),
  "block.blobbasefee": one("uint256 block.blobbasefee", isNothing),
  "block.gaslimit": one("uint256 block.gaslimit", text("The gas limit of the block.")),
  "address.balance": one("uint256 balance", text("The balance of the address. 0 on chains without balances.")),
  "address.code": one("bytes memory code", text("The code at the address. Empty for an account.")),
  "address.codehash": one("bytes32 codehash", text("The chain's hash of the code at the address.")),
  "address.call": one(
    "call(bytes memory data) returns (bool success, bytes memory result)",
    text("Calls the address with any data. Check success: a failed call doesn't revert."),
  ),
  "address.staticcall": one(
    "staticcall(bytes memory data) returns (bool success, bytes memory result)",
    text("As call, but the called code can't change state."),
  ),
  "address.delegatecall": one(
    "delegatecall(bytes memory data) returns (bool success, bytes memory result)",
    text("Runs the code of the address on the storage of this contract."),
  ),
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
  "type.name": one("string name", text("The name of the contract.")),
  "type.creationCode": one("bytes memory creationCode", text("The code that deploys the contract.")),
  "type.runtimeCode": one("bytes memory runtimeCode", text("The code of the contract once it's deployed.")),
  "type.interfaceId": one("bytes4 interfaceId", text("The ERC-165 identifier of the interface, by the chain's hash.")),
  "type.concat": one(
    ["bytes.concat(any values) returns (bytes memory)", "string.concat(any values) returns (string memory)"],
    text("The arguments, one behind the other."),
  ),
  "type.min": one("min", text("The smallest value of the type.")),
  "type.max": one("max", text("The largest value of the type.")),
  "function.address": one("address address", text("The address of the contract that has the function.")),
  "function.selector": one("bytes4 selector", text("The first 4 bytes of the chain's hash of the signature.")),
  "event.selector": one("bytes32 selector", text("The first topic: the chain's hash of the signature.")),
};

/** What a value's built-in members are listed under. */
function holderOf(type: Type): string {
  switch (type.is) {
    case "builtIn":
      return type.name;
    case "value":
      return type.name.startsWith("address") ? "address" : type.name.startsWith("bytes") ? "array" : "";
    case "array":
      return "array";
    case "type":
      return "type";
    case "callable":
      return type.of[0]?.kind === "event" ? "event" : "function";
    case "function":
    case "getter":
      return "function";
    default:
      return "";
  }
}

/** What the language gives behind a name or a value of a kind, by its own name. */
export const builtInMembers = (holder: string): readonly (readonly [string, BuiltIn])[] =>
  Object.entries(builtIns).flatMap(([name, builtIn]) =>
    name.startsWith(`${holder}.`) ? [[name.slice(holder.length + 1), builtIn] as const] : [],
  );

const entry = (name: string): BuiltIn | undefined => (Object.hasOwn(builtIns, name) ? builtIns[name] : undefined);

/** What an expression names of the language itself. */
function builtInOf({ names }: ProjectNames, file: SourceFile, node: Expression): BuiltIn | undefined {
  const binding = names.bind(file);
  const at = node.kind === "member" || node.kind === "identifier" ? node.name.start : -1;
  if (at < 0 || binding.references.some(({ start }) => start === at)) return undefined;
  if (node.kind === "identifier") return globalNames.has(node.name.text) ? entry(node.name.text) : undefined;
  return node.kind === "member" ? entry(`${holderOf(binding.typeOf(node.of))}.${node.name.text}`) : undefined;
}

/** What the language itself gives that is named at an offset. */
export function builtInAt(project: ProjectNames, file: SourceFile, offset: number): (BuiltIn & Stretched) | undefined {
  for (const part of partsAround(file.tree.items, offset).reverse()) {
    if (part.kind !== "identifier" && part.kind !== "member") continue;
    const { start, end } = part.name;
    if (offset < start || offset > end) continue;
    const found = builtInOf(project, file, part);
    return found && { ...found, start, end };
  }
  return undefined;
}

/** The innermost call around an offset, where it calls what the language itself gives. */
export function builtInCallAt(
  project: ProjectNames,
  file: SourceFile,
  offset: number,
): { readonly node: Call; readonly builtIn: BuiltIn } | undefined {
  for (const part of partsAround(file.tree.items, offset).reverse()) {
    if (part.kind !== "call" || part.open > offset) continue;
    if (file.text[part.end - 1] === ")" && part.end > part.open && offset >= part.end) continue;
    const builtIn = builtInOf(project, file, part.callee);
    return builtIn && { node: part, builtIn };
  }
  return undefined;
}
