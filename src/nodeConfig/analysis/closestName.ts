/** Whether two names are equal but for at most two single-letter changes, swaps counting as one; `undefined` when not. */
function distance(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return undefined;
    beforePrevious = previous;
    previous = current;
  }
  const result = previous[b.length] ?? 0;
  return result <= limit ? result : undefined;
}

/** The name that was probably meant: equal without case, or at most two slips away. Long texts are nobody's slip. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  const lower = name.toLowerCase();
  const limit = Math.min(2, Math.floor(name.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const found = distance(lower, candidate.toLowerCase(), best ? best.distance - 1 : limit);
    if (found !== undefined) best = { name: candidate, distance: found };
    if (best?.distance === 0) break;
  }
  return best?.name;
}
