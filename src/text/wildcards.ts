/** Whether the whole text is as the pattern; `*` stands for anything, `?` for one character. */
export function isLike(text: string, pattern: string): boolean {
  let [at, place, star, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[place] === "*") {
      star = place++;
      resume = at;
    } else if (place < pattern.length && (pattern[place] === "?" || pattern[place] === text[at])) {
      at++;
      place++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[place] === "*") place++;
  return place === pattern.length;
}

/** More alternatives than anyone writes: `{a,b}{a,b}…` doubles with each. */
const maxPatterns = 64;

/** `{a,b}.sol` → `a.sol`, `b.sol`. */
export function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const close = next.indexOf("}");
    const open = close < 0 ? -1 : next.lastIndexOf("{", close);
    if (open < 0 || done.length + waiting.length >= maxPatterns) {
      done.push(next);
      continue;
    }
    const [before, after] = [next.slice(0, open), next.slice(close + 1)];
    for (const each of next.slice(open + 1, close).split(",")) waiting.push(before + each + after);
  }
  return done;
}
