import { element, replaceChildren } from "../shared/dom";

const minScale = 0.05;
const maxScale = 4;
/** Smaller letters are not read: what fits no other way is scrolled at first. */
const minFirstScale = 0.6;

/** A drawing that is scrolled, dragged, and made larger or smaller: by buttons, keys, and the wheel with Ctrl. */
export class Picture {
  readonly element = element("div", {
    class: "picture",
    tabindex: 0,
    onkeydown: (event) => this.#press(event as KeyboardEvent),
    onwheel: (event) => this.#turn(event as WheelEvent),
    onpointerdown: (event) => this.#drag(event as PointerEvent),
  });
  #svg: SVGElement | undefined;
  #size = { width: 1, height: 1 };
  #scale = 1;

  /** @param size how large it is at its own scale, in pixels */
  show(svg: SVGElement, size: { readonly width: number; readonly height: number }): void {
    this.#svg = svg;
    this.#size = size;
    replaceChildren(this.element, svg);
    this.#setScale(Math.max(minFirstScale, Math.min(1, this.#wholeScale())));
  }

  /** Makes all of it fit. */
  fit(): void {
    this.#setScale(this.#wholeScale());
  }

  /** Makes it larger by a factor; what is at a place of the window stays there. */
  zoom(factor: number, at = { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 }): void {
    const { element: frame } = this;
    const before = this.#scale;
    const [left, top] = [frame.scrollLeft + at.x, frame.scrollTop + at.y];
    this.#setScale(before * factor);
    const grown = this.#scale / before;
    frame.scrollTo(left * grown - at.x, top * grown - at.y);
  }

  #wholeScale(): number {
    const { clientWidth, clientHeight } = this.element;
    return Math.min(clientWidth / this.#size.width, Math.max(clientHeight, 200) / this.#size.height, maxScale) || 1;
  }

  #setScale(scale: number): void {
    this.#scale = Math.min(maxScale, Math.max(minScale, scale));
    this.#svg?.setAttribute("width", String(this.#size.width * this.#scale));
    this.#svg?.setAttribute("height", String(this.#size.height * this.#scale));
  }

  #press(event: KeyboardEvent): void {
    const acts: Readonly<Record<string, () => void>> = {
      "+": () => this.zoom(1.4),
      "=": () => this.zoom(1.4),
      "-": () => this.zoom(1 / 1.4),
      "0": () => this.#setScale(this.#wholeScale()),
    };
    if (event.ctrlKey || event.metaKey || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]?.();
  }

  #turn(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = this.element.getBoundingClientRect();
    this.zoom(1.0015 ** -event.deltaY, { x: event.clientX - left, y: event.clientY - top });
  }

  #drag({ button, target, clientX, clientY, pointerId }: PointerEvent): void {
    const { element: frame } = this;
    if (button !== 0 || (target as Element).closest("g")) return;
    const [left, top] = [frame.scrollLeft + clientX, frame.scrollTop + clientY];
    const move = (event: PointerEvent): void => frame.scrollTo(left - event.clientX, top - event.clientY);
    frame.setPointerCapture(pointerId);
    frame.addEventListener("pointermove", move);
    frame.addEventListener("lostpointercapture", () => frame.removeEventListener("pointermove", move), { once: true });
  }
}
