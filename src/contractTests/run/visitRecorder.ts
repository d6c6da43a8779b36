import type { Visits } from "../../devchain/execution/interpreterLoop";
import type { TestChain } from "../chain/testChain";

/** What has run of a piece of code: the contract, which of its codes, and how often it ran. */
export interface CodeVisits {
  readonly source: string;
  readonly contract: string;
  readonly creation: boolean;
  readonly visits: Visits;
}

/** Notes what has run of the project's code, for coverage. */
export class VisitRecorder {
  readonly #visits: CodeVisits[] = [];
  readonly #byCode = new WeakMap<Uint8Array, { readonly visits: Visits | undefined }>();

  /** Notes what runs on the chain from now on. */
  watch(testChain: TestChain): void {
    testChain.watchCode((code) => this.#visitsOf(testChain, code));
  }

  #visitsOf(testChain: TestChain, code: Uint8Array): Visits | undefined {
    const known = this.#byCode.get(code);
    if (known) return known.visits;
    const runtime = testChain.artifacts.byRuntime(code);
    const artifact = runtime ?? testChain.artifacts.byCreation(code);
    const visits = artifact && this.#entry(artifact.contract.sourceName, artifact.contract.name, !runtime, code.length);
    this.#byCode.set(code, { visits });
    return visits;
  }

  /** The same contract's code may stand at many addresses, and creation code has arguments of any length behind it. */
  #entry(source: string, contract: string, creation: boolean, length: number): Visits {
    const visits = new Float64Array(2 * length);
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
    const visits = new Float64Array(Math.max(each.visits.length, known?.visits.length ?? 0));
    visits.set(each.visits);
    known?.visits.forEach((seen, at) => {
      visits[at] = (visits[at] ?? 0) + seen;
    });
    merged.set(key, { ...each, visits });
  }
  return [...merged.values()];
}
