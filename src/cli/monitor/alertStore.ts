import { appendFileSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { readGivenText } from "../../files/regularFile";
import { writeWholeFileSync } from "../../files/wholeFile";
import type { AlertChange } from "../../monitoring/watch/alerts";
import { readAlertChange, writtenAlertChange } from "../../monitoring/watch/watchMemory";
import { t } from "../../text/catalogue";
import { jsonObjectOf, parseBoundedJson } from "../../text/limits/boundedJson";
import { mebibyte } from "../../text/limits/sizes";
import { codeOfThrown } from "../../text/thrownText";
import { WrongInput } from "../output/showError";

const maxBytes = 64 * mebibyte;
const limits = { characters: maxBytes, depth: 20, values: 4_000_000 };
/** Alerts that wait for one sink; of more, the oldest are lost, and that is said. */
const maxWaiting = 10_000;

/** An alert that waits to be sent to a sink. */
export interface WaitingAlert {
  /** Grows with each alert of this store. */
  readonly number: number;
  readonly sink: string;
  readonly change: AlertChange;
  /** A program that ended meanwhile may have sent it. */
  readonly isRepeat: boolean;
}

/**
 * What a monitor knows of a connection, on the disk: what its rules have seen, and the alerts that are still to be sent, in one file that
 * is there whole or not at all. An alert is sent after it stands there, so that none is lost; beside the file, a journal says what is
 * being sent and what was sent, so that none is sent again.
 */
export class AlertStore {
  readonly #journal: string;
  #waiting: WaitingAlert[] = [];
  #next = 1;
  #written = "";
  #memory: unknown;

  private constructor(private readonly path: string) {
    this.#journal = `${path}.sent`;
  }

  /**
   * Opens what an earlier program left.
   * @param path its folder has this one writer
   * @throws WrongInput for a file that holds something else; the system's errors
   */
  static async open(path: string): Promise<AlertStore> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const store = new AlertStore(path);
    await store.#read();
    return store;
  }

  /** What the rules have seen, as `watchMemory` wrote it; undefined at the first start. */
  get memory(): unknown {
    return this.#memory;
  }

  /** Alerts that wait for a sink, the first first. */
  waitingFor(sink: string): readonly WaitingAlert[] {
    return this.#waiting.filter((each) => each.sink === sink);
  }

  /**
   * Writes what the rules have seen, and the alerts that came of it. When it returns, the disk has them.
   * @returns how many alerts were lost because too many wait
   */
  keep(memory: unknown, changes: readonly { readonly sink: string; readonly change: AlertChange }[]): number {
    for (const { sink, change } of changes) this.#waiting.push({ number: this.#next++, sink, change, isRepeat: false });
    const lost = Math.max(0, this.#waiting.length - maxWaiting);
    if (lost > 0) this.#waiting = this.#waiting.slice(lost);
    this.#memory = memory;
    this.#write();
    return lost;
  }

  /** An alert is about to be sent. */
  begin({ number }: WaitingAlert): void {
    appendFileSync(this.#journal, `>${number}\n`);
  }

  /** It was sent, or is given up. */
  end({ number }: WaitingAlert): void {
    appendFileSync(this.#journal, `=${number}\n`);
    this.#waiting = this.#waiting.filter((each) => each.number !== number);
  }

  /** It wasn't sent: the other end said so, or couldn't be reached. */
  notSent({ number }: WaitingAlert): void {
    appendFileSync(this.#journal, `<${number}\n`);
  }

  /** Forgets alerts for sinks that are there no longer. @returns how many */
  keepSinks(sinks: ReadonlySet<string>): number {
    const kept = this.#waiting.filter(({ sink }) => sinks.has(sink));
    const gone = this.#waiting.length - kept.length;
    this.#waiting = kept;
    return gone;
  }

  #write(): void {
    const waiting = this.#waiting.map(({ number, sink, change, isRepeat }) => ({
      ...{ number, sink, change: writtenAlertChange(change) },
      ...(isRepeat ? { isRepeat } : {}),
    }));
    const text = JSON.stringify({ version: 1, kind: "monitor", next: this.#next, memory: this.#memory, waiting });
    if (text !== this.#written) writeWholeFileSync(this.path, text);
    this.#written = text;
    // what the journal says stands in the file now
    if (this.#journalText() !== "") this.#shortenJournal();
  }

  /** What was begun and has no end yet is still under way. */
  #shortenJournal(): void {
    const open = [...this.#marks()].filter(([, mark]) => mark === ">").map(([number]) => `>${number}\n`);
    truncateSync(this.#journal, 0);
    if (open.length > 0) appendFileSync(this.#journal, open.join(""));
  }

  #journalText(): string {
    try {
      return readFileSync(this.#journal, "utf8").slice(0, maxBytes);
    } catch (error) {
      if (codeOfThrown(error) === "ENOENT") return "";
      throw error;
    }
  }

  /** The last mark of each number: `>` begun, `<` not sent, `=` over. */
  #marks(): Map<number, string> {
    const marks = new Map<number, string>();
    for (const line of this.#journalText().split("\n")) {
      const number = Number(line.slice(1));
      if (/^[<>=]\d{1,15}$/.test(line)) marks.set(number, line.charAt(0));
    }
    return marks;
  }

  async #read(): Promise<void> {
    let text: string;
    try {
      text = await readGivenText(this.path, maxBytes);
    } catch (error) {
      if (codeOfThrown(error) === "ENOENT") return;
      throw error;
    }
    let read: Readonly<Record<string, unknown>>;
    try {
      read = jsonObjectOf(parseBoundedJson(text, limits));
    } catch {
      read = {};
    }
    const { version, kind, next, memory, waiting } = read;
    if (version !== 1 || kind !== "monitor")
      throw new WrongInput("foreignState", t("{0} isn't a state file of a monitor", this.path));
    this.#memory = memory;
    this.#next = Number.isSafeInteger(next) ? Number(next) : 1;
    const marks = this.#marks();
    this.#waiting = (Array.isArray(waiting) ? waiting : []).slice(0, maxWaiting).flatMap((each: unknown) => {
      const { number, sink, change, isRepeat } = jsonObjectOf(each);
      const found = readAlertChange(change);
      if (!Number.isSafeInteger(number) || typeof sink !== "string" || !found) return [];
      const mark = marks.get(Number(number));
      if (mark === "=") return [];
      return [{ number: Number(number), sink, change: found, isRepeat: isRepeat === true || mark === ">" }];
    });
  }
}
