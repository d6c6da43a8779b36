import { expect, it } from "vitest";
import { sm3 } from "../../../src/crypto/sm3";
import { WasmAssembler } from "../../../src/crypto/wasm/wasmAssembler";
import { withSm3 } from "../../../src/solidity/solc/patchHash";
import { sm3Function } from "../../../src/solidity/solc/sm3Code";

it("computes SM3 in the compiler's place for every length around its blocks", () => {
  const module = new WasmAssembler();
  module.add("hash", sm3Function());
  const { memory, functions } = module.instantiate(1);
  const bytes = new Uint8Array(memory);
  const [out, reference, data] = [0, 64, 128];
  for (let length = 0; length <= 200; length++) {
    bytes.fill(0xee);
    const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 0xff);
    bytes.set(message, data);
    new DataView(memory).setUint32(reference, data, true);
    new DataView(memory).setUint32(reference + 4, length, true);
    functions["hash"]?.(out, reference);
    expect(Buffer.from(bytes.subarray(0, 32)).toString("hex"), String(length)).toBe(
      Buffer.from(sm3(message)).toString("hex"),
    );
    // Nothing but the result is written.
    expect(bytes.subarray(32, 64).every((byte) => byte === 0xee)).toBe(true);
  }
});

it("changes nothing that is not surely a compiler's hash", () => {
  expect(() => withSm3(new Uint8Array(16))).toThrow(/no WebAssembly module/);
  expect(() => withSm3(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))).toThrow(/no type section/);
});
