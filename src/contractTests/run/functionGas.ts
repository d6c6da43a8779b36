import type { EVMResult, Message } from "@ethereumjs/evm";
import { firstFourBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { Artifact, ArtifactIndex } from "../chain/artifacts";
import type { FunctionGas } from "../testProject";

type Open = { -readonly [Key in keyof Omit<FunctionGas, "counts">]: FunctionGas[Key] } & {
  /** Calls by gas. */
  readonly amounts: Map<number, number>;
};

/** So many different amounts of a function are counted, which is enough for the one in the middle. */
const maxAmounts = 1000;

function count({ amounts }: Open, gas: number, calls: number): void {
  const before = amounts.get(gas);
  if (before !== undefined || amounts.size < maxAmounts) amounts.set(gas, (before ?? 0) + calls);
}

const closed = ({ amounts, ...entry }: Open): FunctionGas => ({ ...entry, counts: [...amounts] });

/** What the function is called that takes whatever no other does, as a proxy's. */
const fallback = "fallback";

/** Function of a contract by its four bytes. */
function signatureOf({ contract }: Artifact, selector: string): string | undefined {
  const named = Object.entries(contract.methodIdentifiers).find(([, own]) => own === selector)?.[0];
  const takesOthers = contract.abi.some((entry) => (entry as { type?: unknown }).type === "fallback");
  return named ?? (takesOthers ? fallback : undefined);
}

/**
 * Adds up what functions of contracts take, while a test calls them: of a proxy its own, and those of the code that it runs. Calls that
 * fail don't count.
 */
export class FunctionGasMeter {
  readonly #artifacts: ArtifactIndex;
  /** By code, which is the same object for all contracts that have it, and the four bytes of the function as a number. */
  readonly #known = new Map<Uint8Array, Map<number, Open | undefined>>();

  constructor(artifacts: ArtifactIndex) {
    this.#artifacts = artifacts;
  }

  take(message: Message, { execResult }: EVMResult): void {
    const { code, data } = message;
    if (!message.to || execResult.exceptionError || !(code instanceof Uint8Array)) return;
    if (data.length < 4) return;
    const entry = this.#entryOf(code, data);
    if (!entry) return;
    const gas = Number(execResult.executionGasUsed);
    entry.calls++;
    entry.total += gas;
    entry.min = Math.min(entry.min, gas);
    entry.max = Math.max(entry.max, gas);
    count(entry, gas, 1);
  }

  #entryOf(code: Uint8Array, data: Uint8Array): Open | undefined {
    let functions = this.#known.get(code);
    if (!functions) {
      functions = new Map();
      this.#known.set(code, functions);
    }
    const number = firstFourBytes(data);
    if (functions.has(number)) return functions.get(number);
    const entry = this.#entry(code, bytesToHexDigits(data.subarray(0, 4)));
    functions.set(number, entry);
    return entry;
  }

  #entry(code: Uint8Array, selector: string): Open | undefined {
    const artifact = this.#artifacts.byRuntime(code);
    const signature = artifact && signatureOf(artifact, selector);
    if (!artifact || signature === undefined) return undefined;
    const { name: contract, sourceName: source } = artifact.contract;
    const amounts = new Map<number, number>();
    return { source, contract, signature, calls: 0, min: Number.POSITIVE_INFINITY, max: 0, total: 0, amounts };
  }

  all(): FunctionGas[] {
    return mergedGas(
      [...this.#known.values()].flatMap((functions) =>
        [...functions.values()].flatMap((entry) => (entry && entry.calls > 0 ? [closed(entry)] : [])),
      ),
    );
  }
}

/** One entry for each function of each contract. */
export function mergedGas(entries: readonly FunctionGas[]): FunctionGas[] {
  const merged = new Map<string, Open>();
  for (const each of entries) {
    const key = `${each.source}:${each.contract}.${each.signature}`;
    const known = merged.get(key);
    const { counts = [], ...own } = each;
    if (!known) merged.set(key, { ...own, amounts: new Map(counts) });
    else {
      known.calls += each.calls;
      known.total += each.total;
      known.min = Math.min(known.min, each.min);
      known.max = Math.max(known.max, each.max);
      for (const [gas, calls] of counts) count(known, gas, calls);
    }
  }
  return [...merged.values()].map(closed);
}
