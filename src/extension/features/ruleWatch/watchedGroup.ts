import { isSecure, parseEndpoint } from "../../../chain/transport/endpoint";
import type { ChainError } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import type { Target } from "../../../monitoring/metrics/collector";
import { type AlertChange, Alerts } from "../../../monitoring/watch/alerts";
import { Judge } from "../../../monitoring/watch/judge";
import { Observer } from "../../../monitoring/watch/observer";
import type { Rule } from "../../../monitoring/watch/ruleKinds";
import type { Clock } from "../../../time/clock";
import type { Connection } from "../../state/connections/connection";

/** Between two looks without a new block; a node is asked no more gently by a view. */
const lookMs = 10_000;
/** Between two looks however fast blocks come. */
const minPauseMs = 1000;
/** How long a look waits for what it asks. */
const timeoutMs = 5000;

interface Ports {
  readonly clock: Clock;
  /** Tells of new blocks where it hears of them: they are looked at without waiting. */
  readonly onBlock: (listener: () => void) => { dispose(): void };
  /** Alerts began and ended. */
  readonly changed: (changes: readonly AlertChange[]) => void;
  /** A rule can't be judged, told once for each reason. */
  readonly troubled: (rule: Rule, error: ChainError) => void;
  readonly report: (error: unknown) => void;
}

async function targetsOf(connection: Connection): Promise<Target[]> {
  const { certificateExpiries } = await import("../../../chain/transport/tlsHandshake");
  const { readTlsMaterial } = await import("../../../chain/transport/tlsMaterial");
  const { tls } = connection.profile;
  return (await connection.openEach()).map(({ url, transport }) => {
    const endpoint = parseEndpoint(url);
    const expiries: Target["certificates"] = async (timeoutMs) =>
      certificateExpiries(endpoint, tls && (await readTlsMaterial(tls)), timeoutMs);
    return { endpoint: endpoint.origin, transport, ...(isSecure(url) ? { certificates: expiries } : {}) };
  });
}

/** Looks at a group by rules until it is disposed of: at each endpoint of its connection as a node of its own. */
export class WatchedGroup {
  readonly #alerts = new Alerts();
  readonly #judge: Judge;
  readonly #troubles = new Map<string, string>();
  readonly #listening: { dispose(): void };
  #takeBack: (() => void) | undefined;
  /** A look is under way, or comes as soon as it may. */
  #isSoon = true;
  #newBlock = false;
  #ended = false;

  private constructor(
    private readonly targets: readonly Target[],
    group: string,
    readonly rules: readonly Rule[],
    private readonly ports: Ports,
  ) {
    this.#judge = new Judge(rules);
    const observer = new Observer(targets, group, rules);
    this.#listening = ports.onBlock(() => {
      this.#newBlock = true;
      if (!this.#isSoon) this.#next(observer);
    });
    void this.#look(observer);
  }

  /** @throws ChainError where there is no way to a node, such as for its TLS files */
  static async begin(
    connection: Connection,
    group: string,
    rules: readonly Rule[],
    ports: Ports,
  ): Promise<WatchedGroup> {
    return new WatchedGroup(await targetsOf(connection), group, rules, ports);
  }

  /** Alerts that there are now. */
  get alerts(): Alerts["active"] {
    return this.#alerts.active;
  }

  #next(observer: Observer): void {
    if (this.#ended) return;
    this.#takeBack?.();
    this.#isSoon = this.#newBlock;
    this.#takeBack = this.ports.clock.after(this.#newBlock ? minPauseMs : lookMs, () => void this.#look(observer));
  }

  async #look(observer: Observer): Promise<void> {
    [this.#isSoon, this.#newBlock] = [true, false];
    try {
      const look = await observer.look(this.ports.clock.now(), timeoutMs);
      if (this.#ended) return;
      const changes = this.#alerts.take(this.#judge.judge(look), look.atMs);
      if (changes.length > 0) this.ports.changed(changes);
      for (const [rule, groups] of look.extras)
        for (const { extra } of groups.values()) this.#tell(rule, extra.kind === "trouble" ? extra.error : undefined);
    } catch (error) {
      this.ports.report(error);
    }
    this.#next(observer);
  }

  #tell(rule: Rule, thrown: unknown): void {
    const known = this.#troubles.get(rule.name);
    if (thrown === undefined) {
      this.#troubles.delete(rule.name);
      return;
    }
    const error = toChainError(thrown);
    if (known === error.message) return;
    this.#troubles.set(rule.name, error.message);
    this.ports.troubled(rule, error);
  }

  dispose(): void {
    this.#ended = true;
    this.#listening.dispose();
    this.#takeBack?.();
    for (const { transport } of this.targets) transport.close().catch(this.ports.report);
  }
}
