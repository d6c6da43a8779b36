import { CurveEngine, type CurveParameters } from "./curveEngine";
import { HashEngine } from "./hashEngine";

/** Not everywhere: a runtime can be started without WebAssembly (`--jitless`); then the plain libraries do the work. */
const available = typeof (globalThis as { WebAssembly?: unknown }).WebAssembly === "object";

let hashes: HashEngine | undefined;

/** Made when first asked for; undefined where WebAssembly is missing. */
export function hashEngine(): HashEngine | undefined {
  if (available) hashes ??= new HashEngine();
  return hashes;
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
