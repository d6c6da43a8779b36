import type { Signer } from "../../src/crypto/cryptoSuite";
import type { Prepared, Preview, RunOptions } from "../../src/operations/model/operation";

/** What is signed, for tests of the way there. */
export const preparedOf = <Result>(
  preview: Pick<Preview, "title"> & Partial<Preview>,
  send: (signer: Signer, options: RunOptions) => Promise<Result>,
): Prepared<Result> => ({
  effect: "signs",
  preview: async () => ({ lines: [], notes: [], warnings: [], weight: "ordinary", ...preview }),
  run: async (signer, options = {}) => {
    if (!signer) throw new Error("no one signs");
    return { result: await send(signer, options) };
  },
});
