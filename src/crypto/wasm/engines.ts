import { CurveEngine, type CurveParameters } from "./curveEngine";
import { KeccakEngine } from "./keccakEngine";

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
