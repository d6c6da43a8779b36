import { CurveEngine, type CurveParameters } from "./curveEngine";
import { KeccakEngine } from "./keccakEngine";
import { NonceEngine } from "./nonceEngine";

/** Not everywhere: a runtime can be started without WebAssembly (`--jitless`); then the plain libraries do the work. */
const available = typeof (globalThis as { WebAssembly?: unknown }).WebAssembly === "object";

let keccak: KeccakEngine | undefined;
let nonces: NonceEngine | undefined;

/** Made when first asked for, as the others; undefined where WebAssembly is missing. */
export function keccakEngine(): KeccakEngine | undefined {
  if (available) keccak ??= new KeccakEngine();
  return keccak;
}

export function nonceEngine(): NonceEngine | undefined {
  if (available) nonces ??= new NonceEngine();
  return nonces;
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
