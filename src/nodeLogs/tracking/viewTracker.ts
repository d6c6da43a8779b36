import type { Fields } from "../reading/logLine";
import type { LogPosition } from "./blockStages";
import type { ViewChange, ViewChangeReason } from "./nodeEvents";

const maxChanges = 50_000;
/** A node that has started asks for the view of the others until it has it; what comes so soon after its start is that. */
const recoveryMs = 30_000;

/** What the block after a change of the view waited for it. */
interface TakenByChange {
  readonly height: number;
  readonly ms: number;
  readonly place: LogPosition;
}

/** Changes of the view on a node. */
export class ViewTracker {
  readonly changes: ViewChange[] = [];
  #under: Omit<ViewChange, "reachedMs"> | undefined;
  /** When the block that waits began to. */
  #since: number | undefined;
  #startedMs: number | undefined;

  /** The node has started. */
  begin(time: number): void {
    this.#under = undefined;
    this.#startedMs = time;
  }

  timeout(fields: Fields, time: number, place: LogPosition): void {
    // a node that is alone among the sealers has no other view to go to
    if (fields.word("view") === fields.word("toView")) return;
    const timeoutMs = fields.number("consensusTimeout") ?? fields.number("waitedMs");
    // it waited as long as the timeout before it said so
    this.#left(fields, time, place, { kind: "timeout", timeoutMs }, time - (timeoutMs ?? 0));
  }

  leaderGone(fields: Fields, time: number, place: LogPosition): void {
    const leader = fields.number("leaderIndex") ?? fields.number("leaderIdx");
    const nodeId = fields.beginning("leader");
    this.#left(fields, time, place, { kind: "leaderGone", leader, nodeId }, time);
  }

  others(fields: Fields, time: number, place: LogPosition): void {
    if (!this.#under) this.#left(fields, time, place, { kind: "others" }, time);
  }

  recovering(fields: Fields, time: number, place: LogPosition): void {
    if (!this.#under && this.#startedMs !== undefined) this.#left(fields, time, place, { kind: "recovery" }, time);
  }

  #left(fields: Fields, time: number, place: LogPosition, reason: ViewChangeReason, since: number): void {
    const known = this.#under;
    const committed = fields.number("committedIndex");
    const height = fields.number("waitingIndex") ?? (committed === undefined ? undefined : committed + 1);
    // the first reason stays: what comes in a change that isn't done is its consequence
    if (known) {
      if (reason.kind === "timeout") this.#under = { ...known, timeouts: known.timeouts + 1 };
      return;
    }
    this.#since = since;
    const timeouts = reason.kind === "timeout" ? 1 : 0;
    const [from, to] = [fields.number("view"), fields.number("toView")];
    const really: ViewChangeReason =
      this.#recovers(time) && reason.kind === "timeout" && from === 0 ? { kind: "recovery" } : reason;
    this.#under = {
      time,
      place,
      height,
      from,
      to,
      reason: really,
      timeouts,
    };
  }

  #recovers(time: number): boolean {
    return this.#startedMs !== undefined && time - this.#startedMs < recoveryMs;
  }

  #keep(change: ViewChange): void {
    if (this.changes.length < maxChanges) this.changes.push(change);
  }

  /** `reachNewView`: the change is done. Gives what the next block waited for it. */
  reached(fields: Fields, time: number, stored: number | undefined): TakenByChange | undefined {
    const under = this.#under;
    const since = this.#since;
    this.#under = undefined;
    this.#since = undefined;
    this.#startedMs = undefined;
    if (!under) return undefined;
    this.#keep({ ...under, to: fields.number("view") ?? under.to, reachedMs: time });
    const { height, place } = under;
    if (height === undefined || since === undefined) return undefined;
    return { height, place, ms: Math.max(0, time - Math.max(since, stored ?? since)) };
  }

  /** The log is over: what isn't done stays so. */
  end(): void {
    if (this.#under) this.#keep({ ...this.#under, reachedMs: undefined });
    this.#under = undefined;
  }
}
