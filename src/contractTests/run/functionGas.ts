import type { EVMResult, Message } from "@ethereumjs/evm";
import { bytesToHexDigits } from "../../crypto/hex";
import { addressDigits } from "../../devchain/execution/knownAddress";
import type { Artifact, ArtifactIndex } from "../ground/artifacts";
import type { FunctionGas } from "../testProject";

type Open = { -readonly [Key in keyof FunctionGas]: FunctionGas[Key] };

/** Function of a contract by its four bytes. */
function signatureOf({ contract }: Artifact, selector: string): string | undefined {
  return Object.entries(contract.methodIdentifiers).find(([, own]) => own === selector)?.[0];
}

/** Adds up what functions of contracts take, while a test calls them. Calls that fail don't count. */
export class FunctionGasMeter {
  readonly #artifacts: ArtifactIndex;
  readonly #known = new Map<string, Open | undefined>();

  constructor(artifacts: ArtifactIndex) {
    this.#artifacts = artifacts;
  }

  take(message: Message, { execResult }: EVMResult): void {
    if (!message.to || message.delegatecall || execResult.exceptionError || !(message.code instanceof Uint8Array))
      return;
    const selector = bytesToHexDigits(message.data.subarray(0, 4));
    const key = `${addressDigits(message.codeAddress)}${selector}`;
    let entry = this.#known.get(key);
    if (!entry && !this.#known.has(key)) {
      entry = this.#entry(message.code, selector);
      this.#known.set(key, entry);
    }
    if (!entry) return;
    const gas = Number(execResult.executionGasUsed);
    entry.calls++;
    entry.total += gas;
    entry.least = Math.min(entry.least, gas);
    entry.most = Math.max(entry.most, gas);
  }

  #entry(code: Uint8Array, selector: string): Open | undefined {
    const artifact = this.#artifacts.byRuntime(code);
    const signature = artifact && signatureOf(artifact, selector);
    if (!artifact || signature === undefined) return undefined;
    const { name: contract, sourceName: source } = artifact.contract;
    return { source, contract, signature, calls: 0, least: Number.POSITIVE_INFINITY, most: 0, total: 0 };
  }

  all(): FunctionGas[] {
    return mergedGas([...this.#known.values()].flatMap((entry) => (entry && entry.calls > 0 ? [entry] : [])));
  }
}

/** One entry for each function of each contract. */
export function mergedGas(entries: readonly FunctionGas[]): FunctionGas[] {
  const merged = new Map<string, Open>();
  for (const each of entries) {
    const key = `${each.source}:${each.contract}.${each.signature}`;
    const known = merged.get(key);
    if (!known) merged.set(key, { ...each });
    else {
      known.calls += each.calls;
      known.total += each.total;
      known.least = Math.min(known.least, each.least);
      known.most = Math.max(known.most, each.most);
    }
  }
  return [...merged.values()];
}
