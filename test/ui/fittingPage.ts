import type { Frame } from "playwright-core";
import { expect } from "vitest";

/** Controls without a name for a screen reader, and orders of focus other than that of the page. A text, for tsx marks functions. */
const namelessControls = `(() => {
  const named = (control) =>
    [control.getAttribute("aria-label"), control.label, control.textContent, control.title, ...[...(control.labels ?? [])].map((label) => label.textContent),
      document.getElementById(control.getAttribute("aria-labelledby") ?? "")?.textContent]
      .some((text) => /[\\p{L}\\p{N}]/u.test(text ?? ""));
  const controls = [...document.querySelectorAll("button, input, select, textarea, vscode-button, vscode-textfield, vscode-single-select, vscode-checkbox, [role=separator], a, summary, [role=button], [role=img], svg.chart, svg.graph")];
  const pictures = controls.filter((control) => control.getAttribute("role") === "img" && !control.getAttribute("aria-label"));
  const heads = [...document.querySelectorAll("th")].filter((head) => head.textContent.trim() === "");
  const jumping = [...document.querySelectorAll("[tabindex]")].filter((control) => control.tabIndex > 0);
  return [...controls.filter((control) => !named(control)), ...pictures, ...heads, ...jumping].map((control) => control.outerHTML.slice(0, 200));
})()`;
/** How far a page is wider than its frame: no one scrolls a page sideways to read it. */
export const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Buttons whose words stand in several lines: what is around them may be broken anywhere. */
const brokenButtons = `(() => {
  const lines = (button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top, height }) => Math.round((top + height / 2) / 8))).size;
  };
  return [...document.querySelectorAll("vscode-button, button:not(.link, .function, [role=gridcell] *)")].filter((button) => lines(button) > 1).map((button) => button.outerHTML.slice(0, 200));
})()`;

/** A page has a name on everything, and fits its frame. */
export async function expectFit(page: Frame): Promise<void> {
  expect(await page.evaluate(namelessControls)).toEqual([]);
  expect(await page.evaluate(brokenButtons)).toEqual([]);
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
}
