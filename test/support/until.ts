/** How long anything may take on a busy machine before it counts as not coming. */
const timeoutMs = 600_000;
/** What passes at once must not be missed; what takes long need not be looked at all the time. */
const lookMs = (looks: number): number => (looks < 200 ? 1 : 10);

/**
 * Looks until there is something: anything but `undefined` and `false`.
 * @throws Error that says what was missing.
 */
export async function until<Value>(
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
  missing: () => string = () => `it did not happen: ${look}`,
  limitMs = timeoutMs,
): Promise<Value> {
  const end = Date.now() + limitMs;
  for (let looks = 0; ; looks++) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(missing());
    await new Promise((done) => setTimeout(done, lookMs(looks)));
  }
}
