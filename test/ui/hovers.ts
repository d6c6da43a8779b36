import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { pressUntil } from "./pressing";
import type { Workbench } from "./workbench";

/** The hovers of editors that are on the screen. */
export const hovers = ({ page }: Workbench): Locator => page.locator(".editor-instance .monaco-hover:not(.hidden)");

/** The parts of the active editor's lines that say this. The page has lines in no order of the text. */
export const editorParts = ({ page }: Workbench, kind: string, words: string | RegExp): Locator =>
  page.locator(`.editor-group-container.active .view-line ${kind}`, { hasText: words });

/** The uppermost of what is there; nothing while nothing is. */
export async function highest(parts: Locator): Promise<Locator | undefined> {
  await parts
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined);
  let [found, top]: [Locator | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const part of await parts.all()) {
    const y = (await part.boundingBox({ timeout: 1000 }).catch(() => null))?.y ?? Number.NaN;
    if (y < top) [found, top] = [part, y];
  }
  return found;
}

/** Takes the mouse off the lines: a hover that is still open lies over them. */
export const leaveLines = ({ page }: Workbench): Promise<void> =>
  page.locator(".statusbar").hover({ position: { x: 300, y: 8 } });

/** Rests the mouse on a word until its hover says something. */
export async function hoverSays(workbench: Workbench, words: string | RegExp, message: string): Promise<void> {
  const hover = hovers(workbench).filter({ hasText: message }).first();
  const rest = async (): Promise<void> => {
    await leaveLines(workbench);
    await (await highest(editorParts(workbench, "span > span", words)))
      ?.hover({ timeout: 15_000 })
      .catch(() => undefined);
    await hover.waitFor({ timeout: 8000 }).catch(() => undefined);
  };
  await pressUntil("hover", () => hover.isVisible(), rest);
  const messageText = (await hovers(workbench).allInnerTexts()).join(" | ");
  expect(await hover.isVisible(), `a hover says "${message}". It says: ${messageText}`).toBe(true);
}
