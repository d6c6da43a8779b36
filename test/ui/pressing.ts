import { appendFileSync } from "node:fs";

/**
 * Notes that something of the workbench's was pressed once more. `npm test` prints how often and what: a second press stands for a click on
 * what VS Code was just drawing anew, or a key that it did not take yet, and must not become usual.
 */
export function pressedAgain(what: string): void {
  const list = process.env["CHAINSIDE_PRESSED_AGAIN"];
  if (list) appendFileSync(list, `${what}\n`);
  else console.warn(`pressed again: ${what}`);
}

/** How long anything may take on a busy machine before it counts as not coming; only what hangs meets it (`vitest.config.ts`). */
export const timeoutMs = 240_000;

/** Presses until it is done, and once more where nothing came of it. `press` waits for what it brings, for a while. */
export async function pressUntil(
  what: string,
  done: () => Promise<boolean>,
  press: () => Promise<unknown>,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  for (let pressed = 0; Date.now() < end; pressed++) {
    if (await done()) return true;
    if (pressed > 0) pressedAgain(what);
    await press();
  }
  return done();
}
