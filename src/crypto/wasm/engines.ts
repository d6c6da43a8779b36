import { CurveEngine, type CurveParameters } from "./curveEngine";
import { addKeccakCode, keccakRoundConstants } from "./hashCode";
import { WasmAssembler } from "./wasmAssembler";

const rate = 136;
/** Addresses of Keccak's state, round constants and block. */
const places = { state: 0, constants: 200, block: 400 } as const;
const constantsEnd = places.constants + 8 * 24;

/** Keccak in WebAssembly, where 64-bit words are native: several times faster than in plain JavaScript. */
export class KeccakEngine {
  readonly #keccak: (...values: number[]) => void;
  readonly #bytes: Uint8Array;

  constructor() {
    const module = new WasmAssembler();
    addKeccakCode(module, rate / 8);
    const { memory, functions } = module.instantiate(1);
    if (!functions["keccak"]) throw new RangeError("the module lacks its function");
    this.#keccak = functions["keccak"];
    this.#bytes = new Uint8Array(memory);
    new BigUint64Array(memory).set(keccakRoundConstants(), places.constants / 8);
  }

  /** keccak256 (the padding of Ethereum, not that of SHA-3). */
  keccak256(data: Uint8Array): Uint8Array {
    const bytes = this.#bytes;
    bytes.fill(0, places.state, places.state + 200);
    let at = 0;
    for (; at + rate <= data.length; at += rate) {
      bytes.set(data.subarray(at, at + rate), places.block);
      this.#keccak(places.state, places.block, places.constants, constantsEnd);
    }
    bytes.fill(0, places.block, places.block + rate);
    bytes.set(at === 0 ? data : data.subarray(at), places.block);
    bytes[places.block + data.length - at] = 0x01;
    bytes[places.block + rate - 1] = (bytes[places.block + rate - 1] ?? 0) ^ 0x80;
    this.#keccak(places.state, places.block, places.constants, constantsEnd);
    return bytes.slice(places.state, places.state + 32);
  }
}

/** Not everywhere: a runtime can be started without WebAssembly (`--jitless`); then the plain libraries do the work. */
const available = typeof (globalThis as { WebAssembly?: unknown }).WebAssembly === "object";

let keccak: KeccakEngine | undefined;

/** Made when first asked for, as the other; undefined where WebAssembly is missing. */
export function keccakEngine(): KeccakEngine | undefined {
  if (available) keccak ??= new KeccakEngine();
  return keccak;
}

const curves = new Map<CurveParameters, CurveEngine>();

/** One engine a curve, made (in some tens of milliseconds) when first asked for; undefined where WebAssembly is missing. */
export function curveEngine(curve: CurveParameters): CurveEngine | undefined {
  let engine = curves.get(curve);
  if (!engine && available) {
    engine = new CurveEngine(curve);
    curves.set(curve, engine);
  }
  return engine;
}
