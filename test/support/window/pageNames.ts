import type { PageScreen } from "./pageScreen";

/** What is used of the page's own document. */
interface Control {
  readonly textContent: string;
  readonly title: string;
  readonly outerHTML: string;
  readonly tabIndex: number;
  readonly labels?: Iterable<Control> | null;
  /** Of an element of VSCode Elements. */
  readonly label?: string;
  getAttribute(name: string): string | null;
}
interface PageDocument {
  querySelectorAll(selector: string): Iterable<Control>;
  getElementById(id: string): Control | null;
}

/** Controls without a name for a screen reader, and orders of focus other than that of the page. */
export function nameless(page: PageScreen): string[] {
  return page.run((shown) => {
    const document = shown as PageDocument;
    const all = (selector: string): Control[] => [...document.querySelectorAll(selector)];
    const isNamed = (control: Control): boolean =>
      [
        control.getAttribute("aria-label"),
        control.label,
        control.textContent,
        control.title,
        ...[...(control.labels ?? [])].map(({ textContent }) => textContent),
        document.getElementById(control.getAttribute("aria-labelledby") ?? "")?.textContent,
      ].some((text) => /[\p{L}\p{N}]/u.test(text ?? ""));
    const controls = all(
      "button, input, select, textarea, vscode-textfield, vscode-single-select, vscode-checkbox, a, summary, [role=button], [role=separator], [role=img], svg.chart, svg.graph",
    );
    return [
      ...controls.filter((control) => !isNamed(control)),
      ...controls.filter((each) => each.getAttribute("role") === "img" && !each.getAttribute("aria-label")),
      ...all("th").filter(({ textContent }) => textContent.trim() === ""),
      ...all("[tabindex]").filter(({ tabIndex }) => tabIndex > 0),
    ].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}
