/** What of a result goes into one answer. */
interface Page {
  readonly result?: unknown;
  /** Where one value alone is too long: a part of its JSON text. */
  readonly part?: string;
  readonly next?: string;
  readonly left?: number;
}

type Rest = { readonly items: readonly unknown[] } | { readonly text: string };

/** Results whose rest can still be asked for; the oldest go. */
const maxKept = 16;
/** More of one result isn't read by cursor. */
const maxCharacters = 4_000_000;

/** How many of the items fit: their JSON with the commas between, and the brackets. */
function fitting(items: readonly unknown[], budget: number): number {
  let length = 2;
  for (const [count, item] of items.entries()) {
    length += JSON.stringify(item).length + 1;
    if (length > budget) return count;
  }
  return items.length;
}

/** Cuts what is too long for one answer, and keeps the rest under a cursor that can't be guessed. */
export class Pages {
  readonly #kept = new Map<string, Rest>();

  /** @param budget characters of JSON in one answer */
  constructor(private readonly budget: number = 20_000) {}

  /** The first part of a result. It holds what {@link harmless} gave. */
  first(result: unknown): Page {
    if (Array.isArray(result)) return this.#items(result);
    const text = JSON.stringify(result) ?? "null";
    return text.length <= this.budget ? { result } : this.#text(text.slice(0, maxCharacters));
  }

  /** What comes behind a cursor; undefined where there is no such cursor any more. Each is good for once. */
  more(cursor: string): Page | undefined {
    const rest = this.#kept.get(cursor);
    if (!rest) return undefined;
    this.#kept.delete(cursor);
    return "items" in rest ? this.#items(rest.items) : this.#text(rest.text);
  }

  #items(items: readonly unknown[]): Page {
    const count = fitting(items, this.budget);
    if (count === items.length) return { result: items };
    // One item alone is too long.
    if (count === 0) return this.#text(JSON.stringify(items).slice(0, maxCharacters));
    return {
      result: items.slice(0, count),
      next: this.#keep({ items: items.slice(count) }),
      left: items.length - count,
    };
  }

  #text(text: string): Page {
    const part = text.slice(0, this.budget);
    const rest = text.slice(part.length);
    return rest === "" ? { part } : { part, next: this.#keep({ text: rest }), left: rest.length };
  }

  #keep(rest: Rest): string {
    const cursor = crypto.randomUUID();
    this.#kept.set(cursor, rest);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return cursor;
  }
}
