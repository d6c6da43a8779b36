import { numberAt } from "../../crypto/bytes/bigEndian";
import { bytesToHex, bytesToHexDigits } from "../../crypto/bytes/hex";
import { instructionSize, jumpTargets, op, opcodes, pushedNumber } from "./opcodes";
import { Memory, maxMemory } from "./symbolicMemory";
import { type AddressSource, addressMask, combinedUnknown, power, sourceOf, type Value } from "./symbolicValue";
import { combined, maxWord } from "./wordArithmetic";

/** A place in memory, or a length; undefined where it is unknown or too far. */
const place = (value: Value): number | undefined =>
  typeof value === "bigint" && value < BigInt(maxMemory) ? Number(value) : undefined;

function readOf(memory: Memory, at: Value, size: Value): Uint8Array | undefined {
  const [from, length] = [place(at), place(size)];
  return from === undefined || length === undefined ? undefined : memory.read(from, length);
}

/** What code does when it is called. */
type Followed =
  /** It runs the code of another contract, which gets the very call. */
  | { readonly kind: "forwards"; readonly to: AddressSource }
  | { readonly kind: "returns"; readonly value: AddressSource }
  /** Neither. */
  | { readonly kind: "ends" }
  /** It can't be told without running it; `forwards`: it runs the code of another contract, which gets the very call. */
  | { readonly kind: "unclear"; readonly forwards: boolean };

const limits = { steps: 50_000, paths: 64, stack: 1024 } as const;

/** What code sees as its caller, and as itself: addresses that it can't know. */
const [anyone, itself] = [addressMask / 3n, addressMask / 5n];

interface Path {
  pc: number;
  readonly stack: Value[];
  readonly memory: Memory;
  /** The first word of what the last call answered. */
  answer: Value;
  hasAsked: boolean;
}

/** A path came to its end; `unclear` where it has to be run to be known. */
class PathEnd {
  constructor(readonly found: Followed) {}
}

const ends = new PathEnd({ kind: "ends" });

const unclear = new PathEnd({ kind: "unclear", forwards: false });

const forwardsSomewhere = new PathEnd({ kind: "unclear", forwards: true });

/**
 * What code does with a call, by its instructions alone: storage and other contracts are not asked, both ways are gone where it depends on
 * them. The first way that forwards the call or returns an address that is looked up counts.
 * @param data of the call
 * @param hash of the chain
 */
export function followCall(code: Uint8Array, data: Uint8Array, hash: (bytes: Uint8Array) => Uint8Array): Followed {
  const jumps = jumpTargets(code);
  const paths: Path[] = [{ pc: 0, stack: [], memory: new Memory(), answer: undefined, hasAsked: false }];
  let [steps, begun, isUnclear, forwards] = [0, 1, false, false];
  for (let path = paths.pop(); path; path = paths.pop()) {
    const end = walk(path);
    if (end.found.kind === "unclear") {
      isUnclear = true;
      forwards ||= end.found.forwards;
    } else if (end.found.kind !== "ends") return end.found;
  }
  return isUnclear ? { kind: "unclear", forwards } : { kind: "ends" };

  function walk(path: Path): PathEnd {
    while (path.pc < code.length) {
      if (++steps > limits.steps) return unclear;
      const end = step(path);
      if (end) return end;
    }
    return ends;
  }

  function step(path: Path): PathEnd | undefined {
    const { stack, memory } = path;
    const opcode = code[path.pc] as number;
    const info = opcodes[opcode];
    if (!info || stack.length < info.pops || stack.length > limits.stack) return ends;
    if (opcode >= op.push0 && opcode <= 0x7f) stack.push(opcode === op.push0 ? 0n : pushedNumber(code, path.pc));
    else if (opcode >= 0x80 && opcode <= 0x8f) stack.push(stack[stack.length - (opcode - 0x7f)]);
    else if (opcode >= 0x90 && opcode <= 0x9f) {
      const other = stack.length - 1 - (opcode - 0x8f);
      [stack[stack.length - 1], stack[other]] = [stack[other], stack[stack.length - 1]];
    } else if (opcode === op.jump || opcode === op.jumpIf) {
      const to = place(stack.pop());
      const condition = opcode === op.jump ? 1n : stack.pop();
      if (condition !== 0n && (to === undefined || jumps[to] !== 1)) return to === undefined ? unclear : ends;
      if (condition === undefined) {
        if (begun++ > limits.paths) return unclear;
        paths.push({ ...path, pc: path.pc + 1, stack: [...stack], memory: memory.copy() });
      }
      path.pc = condition === 0n ? path.pc + 1 : (to as number);
      return undefined;
    } else {
      const end = other(path, info.name, opcode, stack.splice(stack.length - info.pops).reverse(), info.pushes);
      if (end) return end;
    }
    path.pc += instructionSize(opcode);
    return undefined;
  }

  /** @param taken operands, that of the top first */
  function other(
    path: Path,
    name: string,
    opcode: number,
    taken: readonly Value[],
    pushes: number,
  ): PathEnd | undefined {
    const { stack, memory } = path;
    const [a, b, c] = taken;
    switch (name) {
      case "STOP":
      case "REVERT":
      case "INVALID":
      case "SELFDESTRUCT":
        return ends;
      case "RETURN": {
        const [at, size] = [place(a), place(b)];
        const value = at === undefined || size === undefined || size < 32 ? undefined : memory.word(at);
        return typeof value === "object" ? new PathEnd({ kind: "returns", value }) : ends;
      }
      case "ISZERO":
        stack.push(a === undefined ? undefined : a === 0n ? 1n : 0n);
        return undefined;
      case "NOT":
        stack.push(typeof a === "bigint" ? maxWord ^ a : undefined);
        return undefined;
      case "EXP":
        stack.push(typeof a === "bigint" && typeof b === "bigint" ? power(a, b) : undefined);
        return undefined;
      case "KECCAK256": {
        const bytes = readOf(memory, a, b);
        stack.push(bytes && numberAt(hash(bytes), 0));
        return undefined;
      }
      case "ADDRESS":
        stack.push(itself);
        return undefined;
      case "CALLER":
      case "ORIGIN":
        stack.push(anyone);
        return undefined;
      case "CALLVALUE":
      case "BALANCE":
      case "SELFBALANCE":
        stack.push(0n);
        return undefined;
      case "CALLDATASIZE":
        stack.push(BigInt(data.length));
        return undefined;
      case "CALLDATALOAD":
        stack.push(
          typeof a === "bigint" ? numberAt(data, a < BigInt(data.length) ? Number(a) : data.length) : undefined,
        );
        return undefined;
      case "CALLDATACOPY":
        return copy(memory, a, b, c, data);
      case "CODECOPY":
        return copy(memory, a, b, c, code);
      case "MSIZE":
        stack.push(BigInt(memory.size));
        return undefined;
      case "PC":
        stack.push(BigInt(path.pc));
        return undefined;
      case "CODESIZE":
        stack.push(BigInt(code.length));
        return undefined;
      case "GAS":
        stack.push(1n << 40n);
        return undefined;
      case "EXTCODESIZE":
        stack.push(1000n);
        return undefined;
      case "RETURNDATASIZE":
        stack.push(path.hasAsked ? 32n : 0n);
        return undefined;
      case "RETURNDATACOPY":
        return answered(path, a, c, b);
      case "MLOAD": {
        const at = place(a);
        if (at === undefined) return unclear;
        stack.push(memory.word(at));
        return undefined;
      }
      case "MSTORE": {
        const at = place(a);
        if (at === undefined) return unclear;
        memory.put(at, b);
        return undefined;
      }
      case "MSTORE8": {
        const at = place(a);
        if (at === undefined || typeof b !== "bigint") return unclear;
        memory.write(at, Uint8Array.of(Number(b & 0xffn)));
        return undefined;
      }
      case "MCOPY": {
        const bytes = readOf(memory, b, c);
        const to = place(a);
        if (!bytes || to === undefined) return unclear;
        memory.write(to, bytes);
        return undefined;
      }
      case "SLOAD":
        stack.push(typeof a === "bigint" ? { kind: "slot", slot: a, shift: 0 } : undefined);
        return undefined;
      case "CALL":
      case "CALLCODE":
      case "DELEGATECALL":
      case "STATICCALL":
        return called(path, name, taken);
      default:
        if (name.startsWith("CREATE")) return unclear;
        if (taken.length === 2 && pushes === 1 && opcodes[opcode]?.stackOnly)
          stack.push(
            typeof a === "bigint" && typeof b === "bigint" ? combined(opcode, a, b) : combinedUnknown(opcode, a, b),
          );
        else for (let n = 0; n < pushes; n++) stack.push(undefined);
        return undefined;
    }
  }

  function called(path: Path, name: string, taken: readonly Value[]): PathEnd | undefined {
    const hasAmount = name === "CALL" || name === "CALLCODE";
    const [, to, ...rest] = taken;
    const [inAt, inSize, outAt, outSize] = hasAmount ? rest.slice(1) : rest;
    if (name === "DELEGATECALL" || name === "CALLCODE") {
      const selector = readOf(path.memory, inAt, 4n);
      const isForwarded = selector && bytesToHexDigits(selector) === bytesToHexDigits(data.subarray(0, 4));
      if (isForwarded && inSize !== 0n) {
        const source = sourceOf(to);
        return source ? new PathEnd({ kind: "forwards", to: source }) : forwardsSomewhere;
      }
      path.answer = undefined;
    } else {
      const of = sourceOf(to);
      const asked = readOf(path.memory, inAt, inSize);
      // What a node's own contract answers isn't asked for here.
      const isContract = of && !(of.kind === "constant" && of.address < 0x10000n);
      path.answer = isContract && asked ? { kind: "answer", of, data: bytesToHex(asked) } : undefined;
    }
    path.hasAsked = true;
    path.stack.push(1n);
    return outSize === 0n ? undefined : answered(path, outAt, outSize, 0n);
  }

  /** The answer of the last call comes into memory. */
  function answered(path: Path, to: Value, size: Value, from: Value): PathEnd | undefined {
    if (size === 0n) return undefined;
    const at = place(to);
    const length = place(size);
    if (at === undefined || length === undefined || at + length > maxMemory) return unclear;
    for (let word = 0; word < length; word += 32)
      path.memory.put(at + word, word === 0 && from === 0n && length >= 32 ? path.answer : undefined);
    return undefined;
  }
}

/** What isn't there counts as zeros. */
function copy(memory: Memory, to: Value, from: Value, size: Value, given: Uint8Array): PathEnd | undefined {
  const [at, length] = [place(to), place(size)];
  if (at === undefined || length === undefined || typeof from !== "bigint" || at + length > maxMemory) return unclear;
  const bytes = new Uint8Array(length);
  if (from < BigInt(given.length)) bytes.set(given.subarray(Number(from), Number(from) + length));
  memory.write(at, bytes);
  return undefined;
}
