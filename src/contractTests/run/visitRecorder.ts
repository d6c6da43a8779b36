import type { TestGround } from "../ground/testGround";
import type { CodeVisits } from "../process/messages";

/** Notes what has run of the project's code, for coverage. */
export class VisitRecorder {
  readonly #visits: CodeVisits[] = [];
  readonly #byCode = new WeakMap<Uint8Array, { readonly visits: Uint8Array | undefined }>();

  /** Notes what runs on the chain from now on. */
  watch(ground: TestGround): void {
    ground.watchCode((code) => this.#visitsOf(ground, code));
  }

  #visitsOf(ground: TestGround, code: Uint8Array): Uint8Array | undefined {
    const known = this.#byCode.get(code);
    if (known) return known.visits;
    const runtime = ground.artifacts.byRuntime(code);
    const artifact = runtime ?? ground.artifacts.byCreation(code);
    const visits = artifact && this.#entry(artifact.contract.sourceName, artifact.contract.name, !runtime, code.length);
    this.#byCode.set(code, { visits });
    return visits;
  }

  /** The same contract's code may stand at many addresses, and creation code has arguments of any length behind it. */
  #entry(source: string, contract: string, creation: boolean, length: number): Uint8Array {
    const visits = new Uint8Array(length);
    this.#visits.push({ source, contract, creation, visits });
    return visits;
  }

  /** One for each contract and kind of code. */
  all(): CodeVisits[] {
    return mergedVisits(this.#visits);
  }
}

/** Joins what was noted of the same code in several places. */
export function mergedVisits(all: readonly CodeVisits[]): CodeVisits[] {
  const merged = new Map<string, CodeVisits>();
  for (const each of all) {
    const key = `${each.source}:${each.contract}:${each.creation}`;
    const known = merged.get(key);
    const visits = new Uint8Array(Math.max(each.visits.length, known?.visits.length ?? 0));
    visits.set(each.visits);
    known?.visits.forEach((seen, at) => {
      visits[at] = (visits[at] ?? 0) | seen;
    });
    merged.set(key, { ...each, visits });
  }
  return [...merged.values()];
}
