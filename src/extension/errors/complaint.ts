import type { Chainside } from "../app/chainside";

/** Runs a check of typed text: the sentence to show beneath the question when it throws, else undefined. */
export async function complaint(
  app: Pick<Chainside, "errors">,
  check: () => void | Promise<void>,
): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    const { message, advice } = await app.errors.words(error);
    return `${message} ${advice}`.trim();
  }
}
