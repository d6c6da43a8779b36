import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hourMs, minuteMs } from "../../time/units";

/** A login lasts for a shift. */
const sessionMs = 12 * hourMs;
/** Browsers that are logged in at once; of more, the oldest has to log in again. */
const maxSessions = 500;
/** Wrong tokens of one address, and of all together, within a minute. */
const maxFailures = 5;
const maxAllFailures = 60;
const windowMs = minuteMs;
/** Addresses whose failures are counted; an attacker with more is stopped by the count over all. */
const maxAddresses = 10_000;

/** A shorter token could be guessed. */
export const minTokenLength = 16;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether two secrets are the same, in a time that tells nothing of where they differ or how long they are. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** What came of a login: the ID of a session, a wrong token, or too many of them, with the seconds until the next may come. */
type LoginResult =
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "tooMany"; readonly retryAfterSeconds: number };

/** Counts what happened within the last minute. */
class RecentCount {
  readonly #at: number[] = [];

  add(nowMs: number): void {
    this.#at.push(nowMs);
  }

  /** Milliseconds until fewer than `max` are left; 0 where there are fewer. */
  waitMs(max: number, nowMs: number): number {
    while (this.#at[0] !== undefined && nowMs - this.#at[0] >= windowMs) this.#at.shift();
    const blocking = this.#at[this.#at.length - max];
    return blocking === undefined ? 0 : blocking + windowMs - nowMs;
  }
}

/** Who is logged in, by a token that all share. Sessions are kept in memory alone: a restart ends them. */
export class Logins {
  /** By the digest of the ID, so that no look-up tells of an ID by its time. */
  readonly #sessions = new Map<string, number>();
  readonly #failures = new Map<string, RecentCount>();
  readonly #all = new RecentCount();

  /** @param now milliseconds since 1970 */
  constructor(
    private readonly token: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param address of the browser, by which wrong tokens are counted */
  logIn(token: string, address: string): LoginResult {
    const now = this.now();
    const failures = this.#failures.get(address);
    const waitMs = Math.max(failures?.waitMs(maxFailures, now) ?? 0, this.#all.waitMs(maxAllFailures, now));
    if (waitMs > 0) return { kind: "tooMany", retryAfterSeconds: Math.ceil(waitMs / 1000) };
    if (!isSameSecret(token, this.token)) {
      this.#all.add(now);
      const counted = failures ?? new RecentCount();
      counted.add(now);
      this.#failures.delete(address);
      this.#failures.set(address, counted);
      const [oldest] = this.#failures.keys();
      if (oldest !== undefined && this.#failures.size > maxAddresses) this.#failures.delete(oldest);
      return { kind: "wrong" };
    }
    const id = randomBytes(32).toString("base64url");
    const [first] = this.#sessions.keys();
    if (first !== undefined && this.#sessions.size >= maxSessions) this.#sessions.delete(first);
    this.#sessions.set(digest(id).toString("hex"), now + sessionMs);
    return { kind: "session", id };
  }

  /** Whether the ID of a session is one that holds. */
  isLoggedIn(id: string | undefined): boolean {
    if (id === undefined || id.length > 100) return false;
    const key = digest(id).toString("hex");
    const untilMs = this.#sessions.get(key);
    if (untilMs !== undefined && untilMs <= this.now()) this.#sessions.delete(key);
    return untilMs !== undefined && untilMs > this.now();
  }

  logOut(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(digest(id).toString("hex"));
  }
}

/** Seconds for the cookie. */
export const sessionSeconds = sessionMs / 1000;
