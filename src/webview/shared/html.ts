// The only way of templates into a page: Lit's, with every text made visible. Lint refuses imports of Lit elsewhere.
import { html as litHtml, render as litRender, type TemplateResult } from "lit";
import { visibleText } from "../../text/visibleText";

type View = TemplateResult;

/** A value that a control holds stays as it is; whatever is read is made visible. */
const held = /\.value=["']?$/;
/** Of each template, which of its places hold values of controls. */
const known = new WeakMap<TemplateStringsArray, readonly boolean[]>();

function heldPlaces(strings: TemplateStringsArray): readonly boolean[] {
  let places = known.get(strings);
  if (!places) {
    places = strings.map((before) => held.test(before));
    known.set(strings, places);
  }
  return places;
}

function shown(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  return Array.isArray(value) ? value.map(shown) : value;
}

const shownValues = (strings: TemplateStringsArray, values: readonly unknown[]): unknown[] => {
  const places = heldPlaces(strings);
  return values.map((value, place) => (places[place] ? value : shown(value)));
};

/** Elements with attributes, listeners (`@click`), properties (`.value`) and children. Text shows what is unseen (docs/security.md). */
export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): View =>
  litHtml(strings, ...shownValues(strings, values));

/** Makes an element show this, behind what it had before its first view; what is the same stays. */
export function render(view: View, into: HTMLElement): void {
  litRender(view, into);
}
