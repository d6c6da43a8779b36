const tries = 3;
const usualPauseMs = 15_000;

/**
 * Does what needs the network, or the lock of the system's packages, until it comes to something: a registry may be out of reach for a
 * moment, and two suites may install at once. No test is tried again by this.
 * @returns false when none of three tries did
 */
export async function fromNetwork(
  what: string,
  attempt: () => boolean | Promise<boolean>,
  pauseMs = usualPauseMs,
): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    if (await attempt()) return true;
    if (tried === tries) return false;
    console.log(`${what} failed; trying again in ${pauseMs / 1000} s`);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}
