import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Keys, watchSources } from "../../../src/cli/contractTests/watchSources";

/** A keyboard that a test presses. */
class FakeKeys implements Keys {
  readonly isTTY = true;
  raw = false;
  #listener: ((data: Buffer) => void) | undefined;

  setRawMode(on: boolean): void {
    this.raw = on;
  }
  on(_: "data", listener: (data: Buffer) => void): void {
    this.#listener = listener;
  }
  off(): void {
    this.#listener = undefined;
  }
  readonly resume = (): void => undefined;
  readonly pause = (): void => undefined;
  press(key: string): void {
    this.#listener?.(Buffer.from(key));
  }
}

/** A promise and what fulfils it. */
function signalOf(): { readonly came: Promise<void>; readonly tell: () => void } {
  let tell = (): void => undefined;
  const came = new Promise<void>((done) => {
    tell = done;
  });
  return { came, tell };
}

describe("watching sources", () => {
  let folder: string;
  let keys: FakeKeys;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-watch-"));
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "package.json"), "{}");
    keys = new FakeKeys();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("works again on Enter and when a source changes, and says which", async () => {
    const [first, second, third] = [signalOf(), signalOf(), signalOf()];
    const runs: (readonly string[])[] = [];
    const watching = watchSources(
      [folder],
      async (changed) => {
        runs.push(changed);
        [first, second, third][runs.length - 1]?.tell();
      },
      keys,
    );
    await first.came;
    expect(keys.raw).toBe(true);
    keys.press("\r");
    await second.came;
    writeFileSync(join(folder, "notes.txt"), "nothing to test");
    writeFileSync(join(folder, "src/Shop.sol"), "contract Shop {}");
    await third.came;
    keys.press("q");
    expect(await watching).toBe(0);
    expect(runs.slice(0, 3)).toEqual([[], [], [join("src", "Shop.sol")]]);
    expect(keys.raw).toBe(false);
  });

  it("tells of no change when Enter was pressed too: everything is to run", async () => {
    const [first, second] = [signalOf(), signalOf()];
    const runs: (readonly string[])[] = [];
    const watching = watchSources(
      [folder],
      async (changed) => {
        runs.push(changed);
        if (runs.length > 1) return second.tell();
        keys.press("\n");
        writeFileSync(join(folder, "src/Shop.sol"), "contract Shop {}");
        first.tell();
      },
      keys,
    );
    await first.came;
    await second.came;
    keys.press("q");
    expect(await watching).toBe(0);
    expect(runs[1]).toEqual([]);
  });

  it.each(["q", "\u0003"])("ends work that still runs when %j is pressed", async (key) => {
    const began = signalOf();
    const watching = watchSources(
      [folder],
      (_, signal) => {
        began.tell();
        return new Promise((ended) => signal.addEventListener("abort", () => ended()));
      },
      keys,
    );
    await began.came;
    keys.press(key);
    expect(await watching).toBe(0);
  });
});
