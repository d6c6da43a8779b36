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

/** The letters and digits that occur in a name, one bit each; what is none shares a bit. */
function lettersOf(lower: string): number {
  let letters = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    letters |= 1 << (code >= 0x61 && code <= 0x7a ? code - 0x60 : code & 1 ? 27 : 28);
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Schema names with their letters, which are asked for with every slip. */
const candidateLetters = new Map<string, { readonly lower: string; readonly letters: number }>();

function prepared(candidate: string): { readonly lower: string; readonly letters: number } {
  const before = candidateLetters.get(candidate);
  if (before) return before;
  const lower = candidate.toLowerCase();
  const made = { lower, letters: lettersOf(lower) };
  candidateLetters.set(candidate, made);
  return made;
}

/** The name that was probably meant: equal without case, or at most two slips away. Long texts aren't slips. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  const lower = name.toLowerCase();
  const limit = Math.min(2, Math.floor(name.length / 3));
  const letters = lettersOf(lower);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const other = prepared(candidate);
    // A slip brings in one letter at most that the other name lacks: most names are told apart without comparing them.
    if (bitCount(letters & ~other.letters) > limit || bitCount(other.letters & ~letters) > limit) continue;
    const found = distance(lower, other.lower, best ? best.distance - 1 : limit);
    if (found !== undefined) best = { name: candidate, distance: found };
    if (best?.distance === 0) break;
  }
  return best?.name;
}
