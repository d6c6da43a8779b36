import { type Type, unknownType, value } from "./types";

const gives = (...returns: Type[]): Type => ({ is: "function", parameters: undefined, returns });
const named = (name: string): Type => ({ is: "builtIn", name });
const [uint, address, bool, bytes, text, word] = [
  value("uint256"),
  value("address"),
  value("bool"),
  value("bytes"),
  value("string"),
  value("bytes32"),
];
const payable = value("address payable");

/** Names that every source knows. */
export const globalNames: ReadonlyMap<string, Type> = new Map<string, Type>([
  ["msg", named("msg")],
  ["block", named("block")],
  ["tx", named("tx")],
  ["abi", named("abi")],
  ["now", uint],
  ["type", named("type")],
  ["require", gives()],
  ["assert", gives()],
  ["revert", gives()],
  ["selfdestruct", gives()],
  ["suicide", gives()],
  ["keccak256", gives(word)],
  ["sha3", gives(word)],
  ["sha256", gives(word)],
  ["ripemd160", gives(value("bytes20"))],
  ["ecrecover", gives(address)],
  ["addmod", gives(uint)],
  ["mulmod", gives(uint)],
  ["blockhash", gives(word)],
  ["blobhash", gives(word)],
  ["gasleft", gives(uint)],
  ["log0", gives()],
  ["log1", gives()],
  ["log2", gives()],
  ["log3", gives()],
  ["log4", gives()],
]);

const members: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  msg: { sender: payable, value: uint, data: bytes, sig: value("bytes4"), gas: uint },
  tx: { origin: payable, gasprice: uint },
  block: {
    number: uint,
    timestamp: uint,
    coinbase: payable,
    chainid: uint,
    difficulty: uint,
    prevrandao: uint,
    basefee: uint,
    blobbasefee: uint,
    gaslimit: uint,
    blockhash: gives(word),
  },
  abi: {
    encode: gives(bytes),
    encodePacked: gives(bytes),
    encodeWithSelector: gives(bytes),
    encodeWithSignature: gives(bytes),
    encodeCall: gives(bytes),
    decode: named("decode"),
  },
  address: {
    balance: uint,
    code: bytes,
    codehash: word,
    transfer: gives(),
    send: gives(bool),
    call: gives(bool, bytes),
    callcode: gives(bool),
    delegatecall: gives(bool, bytes),
    staticcall: gives(bool, bytes),
  },
  callable: { selector: value("bytes4"), address },
  event: { selector: word },
  contractType: {
    name: text,
    creationCode: bytes,
    runtimeCode: bytes,
    interfaceId: value("bytes4"),
  },
};

/** What the language itself offers behind a dot; undefined: nothing of that name. */
export function builtInMember(of: Type, name: string): Type | undefined {
  const own = (list: string): Type | undefined => {
    const found = members[list];
    return found && Object.hasOwn(found, name) ? found[name] : undefined;
  };
  switch (of.is) {
    case "builtIn":
      return own(of.name);
    case "value":
      if (of.name.startsWith("address")) return own("address");
      if (name === "length" && of.name.startsWith("bytes")) return of.name === "bytes" ? uint : value("uint8");
      if (of.name !== "bytes") return undefined;
      return name === "push" || name === "pop" ? gives(value("bytes1")) : undefined;
    case "array":
      if (name === "length") return uint;
      return name === "push" || name === "pop" ? gives(of.base) : undefined;
    case "instance":
      // Before 0.5 a contract had the members of its address.
      return of.of.kind === "contract" ? own("address") : undefined;
    case "callable":
    case "getter":
    case "function": {
      if (name === "value" || name === "gas") return { is: "function", parameters: undefined, returns: [of] };
      const isEvent = of.is === "callable" && of.of[0]?.kind === "event";
      return own(isEvent ? "event" : "callable");
    }
    case "type":
      return ofType(of.type, name);
    default:
      return undefined;
  }
}

function ofType(of: Type, name: string): Type | undefined {
  if (of.is === "value") {
    if (name === "concat" && (of.name === "bytes" || of.name === "string")) return gives(of);
    return name === "max" || name === "min" ? of : undefined;
  }
  if (of.is !== "instance") return undefined;
  if (of.of.kind === "valueType") return name === "wrap" || name === "unwrap" ? gives(unknownType) : undefined;
  if (of.of.kind === "enum") return name === "max" || name === "min" ? of : undefined;
  const found = members["contractType"];
  return of.of.kind === "contract" && found && Object.hasOwn(found, name) ? found[name] : undefined;
}
