import * as vscode from "vscode";
import type { EditorFunctionGas, EditorTest } from "../../../contractTests/service/messages";
import { numberText } from "../../../text/formats";
import type { LensPart } from "../../state/solidity/solidity";

/** What is told of a function: the last run's gas, and the one before. */
interface InstanceCache {
  readonly now: EditorFunctionGas;
  readonly before: EditorFunctionGas | undefined;
}

const digits = (gas: number): string => numberText(Math.round(gas));
const signed = (difference: number): string => `${difference > 0 ? "+" : "−"}${digits(Math.abs(difference))}`;
const mean = ({ total, calls }: EditorFunctionGas): number => (calls === 0 ? 0 : total / calls);
const keyOf = (path: string, contract: string, name: string): string => `${path} ${contract} ${name}`;

/** Gas of tests and of contracts' functions, against the last run and the project's `.gas-snapshot`. */
export class GasHistory {
  readonly #tests = new WeakMap<vscode.TestItem, number>();
  readonly #committed = new Map<string, ReadonlyMap<string, number>>();
  readonly #functions = new Map<string, InstanceCache>();

  /** What the snapshot of a project has, by `CounterTest:test_Inc()`. */
  setSnapshot(root: string, tests: readonly (readonly [string, number])[]): void {
    this.#committed.set(root, new Map(tests));
  }

  #committedOf({ file, contract, signature }: EditorTest): number | undefined {
    const [nearest] = [...this.#committed]
      .filter(([root]) => file.startsWith(root))
      .sort(([a], [b]) => b.length - a.length);
    return nearest?.[1].get(`${contract}:${signature}`);
  }

  /** Notes what a test took that passed, and shows it on its line. */
  show(item: vscode.TestItem, test: EditorTest, gas: number): void {
    const last = this.#tests.get(item);
    const committed = this.#committedOf(test);
    this.#tests.set(item, gas);
    const parts = [vscode.l10n.t("{0} gas", digits(gas))];
    if (last !== undefined && last !== gas) parts.push(vscode.l10n.t("{0} since the last run", signed(gas - last)));
    if (committed !== undefined && committed !== gas)
      parts.push(vscode.l10n.t("{0} against .gas-snapshot", signed(gas - committed)));
    item.description = parts.join(" · ");
  }

  /** Notes what functions took in a run. */
  take(functions: readonly EditorFunctionGas[]): void {
    for (const now of functions) {
      const key = keyOf(now.path, now.contract, now.name);
      this.#functions.set(key, { now, before: this.#functions.get(key)?.now });
    }
  }

  /** Above functions of contracts: what calls took in the last run of tests. */
  readonly lens: LensPart = ({ uri, contract, functionName }) => {
    const found =
      functionName === undefined ? undefined : this.#functions.get(keyOf(uri.fsPath, contract, functionName));
    if (!found) return [];
    const { now, before } = found;
    const range = now.min === now.max ? digits(now.max) : `${digits(now.min)}–${digits(now.max)}`;
    const change = before ? Math.round(mean(now)) - Math.round(mean(before)) : 0;
    const title =
      change === 0 ? vscode.l10n.t("{0} gas", range) : vscode.l10n.t("{0} gas ({1})", range, signed(change));
    const tooltip = vscode.l10n.t(
      "{0} calls in the last test run, {1} gas on average. In parentheses: the average against the run before.",
      digits(now.calls),
      digits(mean(now)),
    );
    return [{ title, tooltip, command: "" }];
  };
}
