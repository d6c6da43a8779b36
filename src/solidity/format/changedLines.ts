import type { RangeChange } from "../program/textChange";

interface Line {
  readonly start: number;
  readonly text: string;
  /** Without what is blank: lines that differ in this alone belong together. */
  readonly words: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start;
    while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
    end += text.startsWith("\r\n", end) ? 2 : end < text.length ? 1 : 0;
    const line = text.slice(start, end);
    lines.push({ start, text: line, words: line.replace(/\s/g, "") });
    start = end;
  }
  return lines;
}

/** Where each line stands whose words no other line has. */
function lonely(lines: readonly Line[]): Map<string, number> {
  const at = new Map<string, number>();
  for (const [index, { words }] of lines.entries()) at.set(words, at.has(words) ? -1 : index);
  return at;
}

/** Pairs of lines that stand alone in both texts, as many as keep their order. */
function anchors(before: readonly Line[], after: readonly Line[]): [number, number][] {
  const there = lonely(after);
  const pairs: [number, number][] = [];
  for (const [words, index] of lonely(before)) {
    const other = index < 0 ? -1 : (there.get(words) ?? -1);
    if (other >= 0) pairs.push([index, other]);
  }
  pairs.sort(([left], [right]) => left - right);
  // The longest row of rising lines: the last of each length, and what stands before it.
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, [, line]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = at;
  }
  const row: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) row.unshift(pairs[at] ?? [0, 0]);
  return row;
}

/** What has to change in a text to make it another, by whole lines, in their order. Time grows with the text, not with what differs. */
export function changedLines(before: string, after: string): RangeChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes: RangeChange[] = [];
  const change = (from: number, until: number, fresh: readonly Line[]): void => {
    const start = old[from]?.start ?? before.length;
    const end = old[until]?.start ?? before.length;
    const text = fresh.map((line) => line.text).join("");
    if (before.slice(start, end) !== text) changes.push({ start, end, text });
  };
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...anchors(old, now), [old.length, now.length] as const]) {
    // What begins alike is no change.
    while (left < nextLeft && right < nextRight && old[left]?.text === now[right]?.text)
      [left, right] = [left + 1, right + 1];
    let [endLeft, endRight] = [nextLeft, nextRight];
    while (endLeft > left && endRight > right && old[endLeft - 1]?.text === now[endRight - 1]?.text)
      [endLeft, endRight] = [endLeft - 1, endRight - 1];
    change(left, endLeft, now.slice(right, endRight));
    if (nextLeft < old.length) change(nextLeft, nextLeft + 1, now.slice(nextRight, nextRight + 1));
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return changes;
}
