/** Round constants T_j <<< j. */
const roundConstants = Uint32Array.from({ length: 64 }, (_, j) => {
  const constant = j < 16 ? 0x79cc4519 : 0x7a879d8a;
  const turn = j % 32;
  return turn === 0 ? constant : (constant << turn) | (constant >>> (32 - turn));
});
const initialState = [
  0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
] as const;
const words = new Int32Array(68);
const state = new Int32Array(8);

const permute1 = (x: number): number => x ^ ((x << 15) | (x >>> 17)) ^ ((x << 23) | (x >>> 9));

function compress(block: Uint8Array, start: number): void {
  const w = words;
  for (let i = 0, at = start; i < 16; i++, at += 4) {
    w[i] =
      ((block[at] as number) << 24) |
      ((block[at + 1] as number) << 16) |
      ((block[at + 2] as number) << 8) |
      (block[at + 3] as number);
  }
  for (let i = 16; i < 68; i++) {
    const older = w[i - 3] as number;
    const oldest = w[i - 13] as number;
    w[i] =
      permute1((w[i - 16] as number) ^ (w[i - 9] as number) ^ ((older << 15) | (older >>> 17))) ^
      ((oldest << 7) | (oldest >>> 25)) ^
      (w[i - 6] as number);
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let j = 0; j < 64; j++) {
    const a12 = (a << 12) | (a >>> 20);
    const turned = (a12 + e + (roundConstants[j] as number)) | 0;
    const ss1 = (turned << 7) | (turned >>> 25);
    const word = w[j] as number;
    const ff = j < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
    const gg = j < 16 ? e ^ f ^ g : (e & f) | (~e & g);
    const tt1 = (ff + d + (ss1 ^ a12) + (word ^ (w[j + 4] as number))) | 0;
    const tt2 = (gg + h + ss1 + word) | 0;
    d = c;
    c = (b << 9) | (b >>> 23);
    b = a;
    a = tt1;
    h = g;
    g = (f << 19) | (f >>> 13);
    f = e;
    e = tt2 ^ ((tt2 << 9) | (tt2 >>> 23)) ^ ((tt2 << 17) | (tt2 >>> 15));
  }
  state[0] = (state[0] as number) ^ a;
  state[1] = (state[1] as number) ^ b;
  state[2] = (state[2] as number) ^ c;
  state[3] = (state[3] as number) ^ d;
  state[4] = (state[4] as number) ^ e;
  state[5] = (state[5] as number) ^ f;
  state[6] = (state[6] as number) ^ g;
  state[7] = (state[7] as number) ^ h;
}

/**
 * SM3 of the bytes, 32 bytes (GB/T 32905). Written here because no runtime of VS Code has it: Electron's cryptography
 * lacks SM3 (docs/protocol/transaction-encoding.md, "Libraries").
 */
export function sm3(data: Uint8Array): Uint8Array {
  state.set(initialState);
  const whole = data.length - (data.length % 64);
  for (let at = 0; at < whole; at += 64) compress(data, at);
  const rest = data.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(data.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(data.length / 0x2000_0000));
  view.setUint32(tail.length - 4, (data.length * 8) >>> 0);
  for (let at = 0; at < tail.length; at += 64) compress(tail, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i] as number);
  return digest;
}
