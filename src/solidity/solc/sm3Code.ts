import { op, WasmFunction } from "../../crypto/wasm/wasmAssembler";

const start = [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];
const i32 = 0x7f;
const nothing = 0x40;

const rotate = (value: number, count: number): number => (value << count) | (value >>> (32 - count));
const roundConstant = (round: number): number => rotate(round < 16 ? 0x79cc4519 : 0x7a879d8a, round % 32);

/** Variables of the function beside its working words. */
interface RoundVariables {
  readonly body: WasmFunction;
  /** Address of the message, its length, where the block begins in it, and a word to spare. */
  readonly data: number;
  readonly length: number;
  readonly position: number;
  readonly spare: number;
}

const rotated = (body: WasmFunction, variable: number, count: number): WasmFunction =>
  body.get(variable).address(count).emit(op.rotl32);

/** Leaves a byte of the padded message: of the message, 0x80 behind it, then 0. */
function paddedByte({ body, data, length, position, spare }: RoundVariables, offset: number): void {
  body.get(position).address(offset).emit(op.add32).set(spare);
  body.get(spare).get(length).emit(op.lessUnsigned32, op.if, i32);
  body.get(data).get(spare).emit(op.add32, op.loadByte, 0, 0, op.else);
  body.get(spare).get(length).emit(op.equal32).address(7).emit(op.shl32, op.end);
}

/** Leaves four bytes of the padded message as a number, first byte highest. */
function messageWord(context: RoundVariables, offset: number): void {
  const { body, data, length, position, spare } = context;
  body
    .get(position)
    .address(offset + 4)
    .emit(op.add32)
    .get(length)
    .emit(op.notMoreUnsigned32, op.if, i32);
  body.get(data).get(position).emit(op.add32, op.load32, 0, offset).set(spare);
  body.get(spare).address(24).emit(op.rotr32).address(0x00ff00ff).emit(op.and32);
  body
    .get(spare)
    .address(8)
    .emit(op.rotr32)
    .address(0xff00ff00 | 0)
    .emit(op.and32, op.or32, op.else);
  for (let i = 0; i < 4; i++) {
    paddedByte(context, offset + i);
    if (i > 0) body.emit(op.or32);
    if (i < 3) body.address(8).emit(op.shl32);
  }
  body.emit(op.end);
}

/** Word `index` of the expanded message takes the place of the one sixteen before it. */
function expandWord({ body, spare }: RoundVariables, words: readonly number[], index: number): void {
  const word = (back: number): number => words[(index - back) % 16] ?? 0;
  body.get(word(16)).get(word(9)).emit(op.xor32);
  rotated(body, word(3), 15).emit(op.xor32).set(spare);
  body.get(spare);
  rotated(body, spare, 15).emit(op.xor32);
  rotated(body, spare, 23).emit(op.xor32);
  rotated(body, word(13), 7).emit(op.xor32).get(word(6)).emit(op.xor32).set(word(16));
}

/** One round; gives the variables in their next order. */
function round(
  context: RoundVariables,
  state: readonly number[],
  words: readonly number[],
  index: number,
  ss1: number,
): number[] {
  const { body, spare } = context;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  const [word, later] = [words[index % 16] ?? 0, words[(index + 4) % 16] ?? 0];
  if (index >= 12) expandWord(context, words, index + 4);
  rotated(body, a, 12).set(spare);
  body
    .get(spare)
    .get(e)
    .emit(op.add32)
    .address(roundConstant(index))
    .emit(op.add32)
    .address(7)
    .emit(op.rotl32)
    .set(ss1);
  // TT1 goes where d was, TT2 where h was.
  if (index < 16) body.get(a).get(b).emit(op.xor32).get(c).emit(op.xor32);
  else body.get(a).get(b).emit(op.and32).get(a).get(b).emit(op.or32).get(c).emit(op.and32, op.or32);
  body.get(d).emit(op.add32).get(ss1).get(spare).emit(op.xor32, op.add32);
  body.get(word).get(later).emit(op.xor32, op.add32).set(d);
  if (index < 16) body.get(e).get(f).emit(op.xor32).get(g).emit(op.xor32);
  else body.get(f).get(g).emit(op.xor32).get(e).emit(op.and32).get(g).emit(op.xor32);
  body.get(h).emit(op.add32).get(ss1).emit(op.add32).get(word).emit(op.add32).set(h);
  rotated(body, b, 9).set(b);
  rotated(body, f, 19).set(f);
  body.get(h);
  rotated(body, h, 9).emit(op.xor32);
  rotated(body, h, 17).emit(op.xor32).set(h);
  return [d, a, b, c, h, e, f, g];
}

/**
 * A function of two addresses, as the compilers have it for their hash: where 32 bytes go, and where address and length of the message
 * stand. It computes SM3 (GB/T 32905) in variables alone and touches no other memory, so that it does not matter how the compiler's own
 * stack grows.
 */
export function sm3Function(): WasmFunction {
  const body = new WasmFunction(2, "i32");
  const locals = (count: number): number[] => Array.from({ length: count }, () => body.local());
  const [data = 0, length = 0, position = 0, spare = 0, ss1 = 0, end = 0] = locals(6);
  const context: RoundVariables = { body, data, length, position, spare };
  const [digest, words, working] = [locals(8), locals(16), locals(8)];
  body.get(1).emit(op.load32, 2, 0).set(data).get(1).emit(op.load32, 2, 4).set(length);
  body.get(length).address(8).emit(op.add32).address(6).emit(op.shrUnsigned32).address(6).emit(op.shl32);
  body.address(64).emit(op.add32).set(end);
  for (const [i, word] of digest.entries()) body.address((start[i] ?? 0) | 0).set(word);
  body.emit(op.loop, nothing);
  for (const [i, word] of words.entries()) {
    messageWord(context, 4 * i);
    body.set(word);
  }
  // The last block ends with the number of bits.
  body.get(position).address(64).emit(op.add32).get(end).emit(op.equal32, op.if, nothing);
  body
    .get(length)
    .address(29)
    .emit(op.shrUnsigned32)
    .set(words[14] ?? 0);
  body
    .get(length)
    .address(3)
    .emit(op.shl32)
    .set(words[15] ?? 0);
  body.emit(op.end);
  for (const [i, word] of working.entries()) body.get(digest[i] ?? 0).set(word);
  let state: readonly number[] = working;
  for (let index = 0; index < 64; index++) state = round(context, state, words, index, ss1);
  for (const [i, word] of digest.entries())
    body
      .get(word)
      .get(state[i] ?? 0)
      .emit(op.xor32)
      .set(word);
  body.get(position).address(64).emit(op.add32).set(position);
  body.get(position).get(end).emit(op.lessUnsigned32, op.branchIf, 0, op.end);
  for (const [i, word] of digest.entries()) {
    body.get(0).get(word).address(24).emit(op.rotr32).address(0x00ff00ff).emit(op.and32);
    body
      .get(word)
      .address(8)
      .emit(op.rotr32)
      .address(0xff00ff00 | 0)
      .emit(op.and32, op.or32, op.store32, 2, 4 * i);
  }
  return body;
}
