import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { pressUntil } from "./pressing";
import type { Workbench } from "./workbench";

/** The hovers of editors that are on the screen. */
export const hovers = ({ page }: Workbench): Locator => page.locator(".editor-instance .monaco-hover:not(.hidden)");

/** The first part of the active editor's lines that says this. */
export const editorPart = ({ page }: Workbench, kind: string, words: string | RegExp): Locator =>
  page.locator(`.editor-group-container.active .view-line ${kind}`, { hasText: words }).first();

/** Takes the mouse off the lines: a hover that is still open lies over them. */
export const leaveLines = ({ page }: Workbench): Promise<void> =>
  page.locator(".statusbar").hover({ position: { x: 300, y: 8 } });

/** Rests the mouse on a word until its hover says something. */
export async function hoverSays(workbench: Workbench, words: string | RegExp, said: string): Promise<void> {
  const hover = hovers(workbench).filter({ hasText: said }).first();
  const rest = async (): Promise<void> => {
    await leaveLines(workbench);
    await editorPart(workbench, "span > span", words).hover();
    await hover.waitFor({ timeout: 8000 }).catch(() => undefined);
  };
  await pressUntil("hover", () => hover.isVisible(), rest);
  const told = (await hovers(workbench).allInnerTexts()).join(" | ");
  expect(await hover.isVisible(), `a hover says "${said}". It says: ${told}`).toBe(true);
}
